import { enumeration } from './enumeration.ts'

/** What each role is for. A credential has exactly one. */
export const roleDescriptions = {
  viewer: 'Reads the book of its organization and previews what could be done.',
  execution: 'A viewer that also creates, answers and retries.',
  reporting: 'Reads transfers and reports, nothing else.',
  admin: 'Execution, and the credentials of its organization.',
  operator: "The platform's own: onboarding, prices, custody. It sees no organization's book.",
} as const

export type Role = keyof typeof roleDescriptions

export const roles = Object.keys(roleDescriptions) as readonly Role[]

export const RoleName = enumeration(roles, { description: 'The role of a credential.' })

/** The roles that may create a mark-to-market request, and so may submit what they previewed. */
export const markToMarketCreators: readonly Role[] = ['execution', 'admin']
