import type { Scenario } from '@vadium/api/scenario'
import { foundingTime, timestamp } from '../calendar.ts'
import { readableUuid } from '../identifiers.ts'
import type { CustodianId } from './custodians.ts'

interface DemoOrganization {
  readonly number: number
  readonly name: string
  readonly status: 'active' | 'suspended'
  /** Its custodians for the assets that it lends and borrows, and for collateral. */
  readonly custody?: { readonly treasury: CustodianId; readonly collateral: CustodianId }
}

const table = {
  harbor: {
    number: 1,
    name: 'Harbor Bank Treasury',
    status: 'active',
    custody: { treasury: 'anchorage', collateral: 'fireblocks' },
  },
  lumen: {
    number: 2,
    name: 'Lumen Credit',
    status: 'active',
    custody: { treasury: 'bitgo', collateral: 'bitgo' },
  },
  kestrel: {
    number: 3,
    name: 'Kestrel Market Making',
    status: 'active',
    custody: { treasury: 'fireblocks', collateral: 'copper' },
  },
  tidewater: {
    number: 4,
    name: 'Tidewater Trading',
    status: 'active',
    custody: { treasury: 'copper', collateral: 'bitgo' },
  },
  northgate: {
    number: 5,
    name: 'Northgate Digital Fund',
    status: 'active',
    custody: { treasury: 'simulated', collateral: 'anchorage' },
  },
  cinder: {
    number: 6,
    name: 'Cinder Capital',
    status: 'suspended',
    custody: { treasury: 'simulated', collateral: 'simulated' },
  },
  vadium: { number: 7, name: 'Vadium', status: 'active' },
} as const satisfies Record<string, DemoOrganization>

export type OrganizationSlug = keyof typeof table
/** The organizations that lend and borrow: all but that of the operator. */
export type PartySlug = Exclude<OrganizationSlug, 'vadium'>

export const organizationTable: Readonly<Record<OrganizationSlug, DemoOrganization>> = table
export const organizationSlugs = Object.keys(table) as readonly OrganizationSlug[]
export const partySlugs = organizationSlugs.filter((slug) => slug !== 'vadium')

export function organizationId(slug: OrganizationSlug): string {
  return readableUuid('organization', organizationTable[slug].number)
}

/** The custodians of a party. */
export function custodyOf(slug: PartySlug): NonNullable<DemoOrganization['custody']> {
  return table[slug].custody
}

export function organizations(): Scenario['organizations'] {
  return organizationSlugs.map((slug) => ({
    id: organizationId(slug),
    slug,
    name: organizationTable[slug].name,
    status: organizationTable[slug].status,
    created_at: timestamp(foundingTime),
  }))
}
