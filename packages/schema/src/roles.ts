import { enumeration } from './enumeration.ts'

/** What each role may do. A credential has exactly one role. */
export const roleDescriptions = {
  viewer: 'Reads the book of its organization and previews mark-to-market requests.',
  execution: 'Does what a viewer does. Also creates, answers, cancels and retries.',
  reporting: 'Reads transfers, reports and reference data.',
  admin:
    'Does what execution does. Also accepts terms, and manages credentials, webhooks and mutes of its organization.',
  operator: "Runs the platform: onboarding, prices, custody. Does not see an organization's book.",
} as const

export type Role = keyof typeof roleDescriptions

export const roles = Object.keys(roleDescriptions) as readonly Role[]

export const RoleName = enumeration(roles, {
  description: 'The role of a credential, which says what it may do.',
})

/** The roles that may create a mark-to-market request from a preview. */
export const markToMarketCreators: readonly Role[] = ['execution', 'admin']
