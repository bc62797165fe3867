import type { Role } from '@vadium/schema'
import { day, startOfDay, timestamp } from '../calendar.ts'
import { demoTime } from './times.ts'
import { readableUuid } from './readable-uuid.ts'
import {
  organizationSlugs,
  organizationTable,
  type OrganizationSlug,
} from './reference/organizations.ts'

/** A credential of the demo. */
export interface DemoProfile {
  /** The name of its key, such as `harbor-execution`. */
  readonly name: string
  readonly organization: OrganizationSlug
  readonly role: Role
  readonly expiresAt?: string
  readonly revokedAt?: string
}

const partyRoles = ['viewer', 'execution', 'reporting', 'admin'] as const

/**
 * All credentials: four for each organization, an expired and a revoked one, and that of the
 * operator.
 */
export const demoProfiles: readonly DemoProfile[] = [
  ...organizationSlugs
    .filter((organization) => organization !== 'vadium')
    .flatMap((organization) =>
      partyRoles.map((role) => ({ name: `${organization}-${role}`, organization, role })),
    ),
  {
    name: 'harbor-expired',
    organization: 'harbor',
    role: 'execution',
    expiresAt: timestamp(startOfDay(demoTime) - 30 * day),
  },
  {
    name: 'harbor-revoked',
    organization: 'harbor',
    role: 'execution',
    revokedAt: timestamp(demoTime - 19 * day),
  },
  { name: 'vadium-operator', organization: 'vadium', role: 'operator' },
]

/** The profile of a command that names none. */
export const defaultProfile = 'harbor-execution'

/** The public keys of the credentials in base64url, by profile. */
export type PublicKeys = Readonly<Record<string, string>>

const accountNames: Readonly<Record<Role, string>> = {
  viewer: 'Back office',
  execution: 'Lending desk',
  reporting: 'Reporting job',
  admin: 'Administrator',
  operator: 'Operations',
}

/** What the account of a role is called beside the name of its organization. */
export const accountName = (role: Role): string => accountNames[role].toLowerCase()

/** The account of an organization whose credential has a role. */
export function accountId(organization: OrganizationSlug, role: Role): string {
  const roleNumber = Object.keys(accountNames).indexOf(role) + 1
  return readableUuid('account', organizationTable[organization].number * 100 + roleNumber)
}
