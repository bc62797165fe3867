import type { EarlierScenario as Scenario } from '@vadium/api/scenario'
import type { Role } from '@vadium/schema'
import { readableUuid } from './identifiers.ts'
import {
  organizationId,
  organizationSlugs,
  organizationTable,
  type OrganizationSlug,
} from './reference/organizations.ts'

/** One credential of the demo, by the name under which its key is kept. */
export interface DemoProfile {
  /** Such as `harbor-execution`. */
  readonly name: string
  readonly organization: OrganizationSlug
  readonly role: Role
  readonly expiresAt?: string
  readonly revokedAt?: string
}

const partyRoles = ['viewer', 'execution', 'reporting', 'admin'] as const

/** Every credential: four for each organization, those that no longer work, and the operator's. */
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
    expiresAt: '2026-06-01T00:00:00.000Z',
  },
  {
    name: 'harbor-revoked',
    organization: 'harbor',
    role: 'execution',
    revokedAt: '2026-06-12T14:30:00.000Z',
  },
  { name: 'vadium-operator', organization: 'vadium', role: 'operator' },
]

/** The profile that a newcomer uses unless another is named. */
export const defaultProfile = 'harbor-execution'

/** The public keys of the demo's credentials, by the name of the profile; base64url. */
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
    created_at: '2025-09-01T09:30:00.000Z',
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(revokedAt !== undefined && { revoked_at: revokedAt }),
  }))
}

function accountId(organization: OrganizationSlug, role: Role): string {
  const roleNumber = Object.keys(accountNames).indexOf(role) + 1
  return readableUuid('account', organizationTable[organization].number * 100 + roleNumber)
}
