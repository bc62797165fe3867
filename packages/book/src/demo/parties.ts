import type { Role } from '@vadium/schema'
import type { Book } from '../book.ts'
import { minute, timestamp } from '../calendar.ts'
import type { DealParty } from '../deal-history.ts'
import type { Party } from '../party.ts'
import { accountId, accountName, demoProfiles, type PublicKeys } from './profiles.ts'
import { readableUuid } from './readable-uuid.ts'
import { organizationId, organizationSlugs, organizationTable } from './reference/organizations.ts'
import type { OrganizationSlug, PartySlug } from './reference/organizations.ts'
import { holdingsOf, walletId } from './reference/wallets.ts'
import { foundingTime } from './times.ts'

/** The role whose account of an organization performs the operations of the history. */
const acting = (slug: OrganizationSlug): Role => (slug === 'vadium' ? 'operator' : 'execution')

/** A party as its deals know it. */
export function demoParty(slug: PartySlug): DealParty {
  return {
    id: organizationId(slug),
    accountId: accountId(slug, acting(slug)),
    wallet: (asset, leg) => walletId(slug, leg, asset),
  }
}

/**
 * Adds all organizations of the demo to a book, with their accounts, wallets and credentials.
 *
 * @throws TypeError that names the profiles without a key.
 */
export function addParties(book: Book, publicKeys: PublicKeys): void {
  const missing = demoProfiles.filter(({ name }) => publicKeys[name] === undefined)
  if (missing.length > 0) {
    throw new TypeError(`no public key for ${missing.map(({ name }) => name).join(', ')}`)
  }
  const parties = new Map(organizationSlugs.map((slug) => [slug, addParty(book, slug)]))
  for (const [index, profile] of demoProfiles.entries()) {
    const { name, organization, role, expiresAt, revokedAt } = profile
    parties.get(organization)?.enroll(role, publicKeys[name] ?? '', {
      id: readableUuid('credential', index + 1),
      account_id: accountId(organization, role),
      created_at: timestamp(foundingTime + 30 * minute),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
      ...(revokedAt !== undefined && { revoked_at: revokedAt }),
    })
  }
}

function addParty(book: Book, slug: OrganizationSlug): Party {
  const { name, status } = organizationTable[slug]
  const roles = demoProfiles
    .filter((profile) => profile.organization === slug && isInUse(profile))
    .map(({ role }) => role)
  const accountOf = (role: Role) => ({
    id: accountId(slug, role),
    name: `${name}, ${accountName(role)}`,
    kind: role === 'reporting' ? ('program' as const) : ('person' as const),
  })
  const party = book.party(slug, undefined, {
    id: organizationId(slug),
    name,
    status,
    account: accountOf(acting(slug)),
    wallets: holdingsOf(slug),
  })
  for (const role of roles) if (role !== acting(slug)) party.account(accountOf(role))
  return party
}

const isInUse = ({ expiresAt, revokedAt }: { expiresAt?: string; revokedAt?: string }) =>
  expiresAt === undefined && revokedAt === undefined
