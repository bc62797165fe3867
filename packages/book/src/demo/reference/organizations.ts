import { readableUuid } from '../readable-uuid.ts'
import type { CustodianId } from './custodians.ts'

/** The custodians for the assets that an organization lends and borrows, and for collateral. */
export interface Custody {
  readonly treasury: CustodianId
  readonly collateral: CustodianId
}

interface DemoOrganization {
  readonly number: number
  readonly name: string
  readonly status: 'active' | 'suspended'
  /** None of the organization of the operator. */
  readonly custody?: Custody
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

export function organizationId(slug: OrganizationSlug): string {
  return readableUuid('organization', organizationTable[slug].number)
}

/** The custodians of a party. */
export function custodyOf(slug: PartySlug): Custody {
  return table[slug].custody
}
