import type { Scenario } from '@vadium/api/scenario'
import type { Role } from '@vadium/schema'
import { bookTime, day, foundingTime, minute, startOfDay, timestamp } from './calendar.ts'
import { readableUuid } from './identifiers.ts'
import {
  organizationId,
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
    expiresAt: timestamp(startOfDay(bookTime) - 30 * day),
  },
  {
    name: 'harbor-revoked',
    organization: 'harbor',
    role: 'execution',
    revokedAt: timestamp(bookTime - 19 * day),
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

export function accounts(): Scenario['accounts'] {
  return demoProfiles
    .filter(({ expiresAt, revokedAt }) => expiresAt === undefined && revokedAt === undefined)
    .map(({ organization, role }) => ({
      id: accountId(organization, role),
      organization_id: organizationId(organization),
      name: `${organizationTable[organization].name}, ${accountNames[role].toLowerCase()}`,
      kind: role === 'reporting' ? 'program' : 'person',
    }))
}

/** @throws TypeError that names the profiles without a key. */
export function credentials(publicKeys: PublicKeys): Scenario['credentials'] {
  const missing = demoProfiles.filter(({ name }) => publicKeys[name] === undefined)
  if (missing.length > 0) {
    throw new TypeError(`no public key for ${missing.map(({ name }) => name).join(', ')}`)
  }
  return demoProfiles.map(({ name, organization, role, expiresAt, revokedAt }, index) => ({
    id: readableUuid('credential', index + 1),
    account_id: accountId(organization, role),
    role,
    public_key: publicKeys[name] ?? '',
    created_at: timestamp(foundingTime + 30 * minute),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(revokedAt !== undefined && { revoked_at: revokedAt }),
  }))
}

/** The account of an organization whose credential has a role. */
export function accountId(organization: OrganizationSlug, role: Role): string {
  const roleNumber = Object.keys(accountNames).indexOf(role) + 1
  return readableUuid('account', organizationTable[organization].number * 100 + roleNumber)
}
