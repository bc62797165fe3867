import type { Scenario } from '@vadium/api/scenario'
import { day, timestamp } from '../../calendar.ts'
import { demoTime, foundingTime } from '../times.ts'
import { readableUuid } from '../readable-uuid.ts'
import { organizationId, type PartySlug } from './organizations.ts'

export type Terms = Scenario['agreements'][number]['versions'][number]['terms']

interface DemoAgreement {
  readonly number: number
  readonly lender: PartySlug
  readonly borrower: PartySlug
  /** False if no order of the bulk is of it. */
  readonly inBulk?: false
  /** Oldest first. */
  readonly versions: readonly { readonly from: number; readonly terms: Partial<Terms> }[]
}

const usual = {
  margin_call_percent: '103',
  liquidation_percent: '95',
  threshold_usd: '0',
  minimum_notional_top_up_usd: '10000',
  minimum_notional_release_usd: '10000',
  day_count: 'ACT/360',
  cure_time_seconds: 14_400,
  dispute_tolerance_usd: '5000',
  dispute_method: 'undisputed',
} as const

/** Under these terms either side can be closed out. */
const defaultable = {
  default_causes: ['UNMET_CALL', 'LIQUIDATION_LEVEL', 'MISSED_RETURN', 'MISSED_INTEREST'],
  close_out_discount: '0.03',
  // Soon enough for somebody who tries the demo.
  liquidation_confirm_seconds: 60,
} as const satisfies Partial<Terms>

const wide = {
  requirement_percent: '140',
  margin_call_percent: '125',
  liquidation_percent: '110',
} as const

/** What is asked for by 13:00 in London is due by 17:00. */
const ofLondon = {
  calendars: ['london'],
  time_zone: 'Europe/London',
  notification_time: '13:00',
  response_time: '17:00',
} as const satisfies Partial<Terms>

/** 30 days, the most there is: it is not over when somebody reads the book. */
const longTime = 2_592_000

const start = foundingTime + 7 * day
const revision = demoTime - 170 * day
/** Later than every deal of the bulk that is called. */
const lastRevision = demoTime - 7 * day

const table = {
  'harbor-kestrel': {
    number: 1,
    lender: 'harbor',
    borrower: 'kestrel',
    versions: [
      { from: start, terms: { requirement_percent: '110', minimum_notional_top_up_usd: '25000' } },
      { from: revision, terms: { requirement_percent: '105' } },
      {
        from: lastRevision,
        terms: { ...defaultable, requirement_percent: '105', grace_seconds: longTime },
      },
      // The minimum applies to the sum of a call set, which awaits its answer as long as possible.
      {
        from: demoTime - 5 * day,
        terms: {
          ...{ ...defaultable, requirement_percent: '105', grace_seconds: longTime },
          minimum_applies_to: 'agreement',
          cure_time_seconds: 31_536_000,
        },
      },
    ],
  },
  // A haircut on the collateral instead of a requirement. The calls of the last version stay open
  // so long that the one of order 1005 still awaits its answer when somebody reads the book.
  'harbor-tidewater': {
    number: 2,
    lender: 'harbor',
    borrower: 'tidewater',
    versions: [
      { from: start, terms: { haircut: '0.08', margin_call_percent: '106' } },
      {
        from: lastRevision,
        terms: { haircut: '0.08', margin_call_percent: '106', cure_time_seconds: 31_536_000 },
      },
    ],
  },
  // With a threshold: that much exposure stays uncovered.
  'harbor-northgate': {
    number: 3,
    lender: 'harbor',
    borrower: 'northgate',
    versions: [
      { from: start, terms: { requirement_percent: '125', threshold_usd: '0' } },
      { from: revision, terms: { requirement_percent: '120', threshold_usd: '250000' } },
      // Ether may take the place of the collateral. An exchange is late after as long as possible.
      {
        from: demoTime - 5 * day,
        terms: {
          ...{ requirement_percent: '120', threshold_usd: '250000' },
          settlement_time_seconds: longTime,
          eligible_collateral: [
            {
              ...{ id: readableUuid('terms', 350), asset: 'ETH', requirement_percent: '130' },
              ...{ haircut: null, margin_call_percent: '115', liquidation_percent: '105' },
            },
          ],
        },
      },
    ],
  },
  // Releases are larger than top-ups, in coarser lots.
  'lumen-kestrel': {
    number: 4,
    lender: 'lumen',
    borrower: 'kestrel',
    versions: [
      {
        from: start,
        terms: {
          requirement_percent: '120',
          margin_call_percent: '112',
          liquidation_percent: '105',
          minimum_notional_top_up_usd: '25000',
          minimum_notional_release_usd: '100000',
          lot_top_up: '0.001',
          lot_release: '0.01',
        },
      },
    ],
  },
  'lumen-tidewater': {
    number: 5,
    lender: 'lumen',
    borrower: 'tidewater',
    versions: [
      { from: start, terms: { requirement_percent: '115' } },
      { from: start + 70 * day, terms: { requirement_percent: '112.5' } },
      {
        from: revision,
        terms: {
          requirement_percent: '110',
          minimum_notional_top_up_usd: '1000',
          minimum_notional_release_usd: '1000',
          lot_top_up: '0.1',
          lot_release: '0.1',
        },
      },
    ],
  },
  'lumen-northgate': {
    number: 6,
    lender: 'lumen',
    borrower: 'northgate',
    versions: [
      {
        from: start,
        terms: {
          requirement_percent: '115',
          margin_call_percent: '108',
          liquidation_percent: '102',
          day_count: 'ACT/365',
          dispute_tolerance_usd: null,
          dispute_tolerance_percent: '2.5',
          dispute_method: 'split',
        },
      },
    ],
  },
  'harbor-lumen': {
    number: 7,
    lender: 'harbor',
    borrower: 'lumen',
    versions: [{ from: start, terms: { requirement_percent: '102', margin_call_percent: '101' } }],
  },
  'northgate-kestrel': {
    number: 8,
    lender: 'northgate',
    borrower: 'kestrel',
    versions: [
      { from: start, terms: { requirement_percent: '108' } },
      // A call of Friday night is due on Monday, and monthly interest follows the first.
      {
        from: lastRevision,
        terms: { requirement_percent: '108', interest_schedule: 'monthly', ...ofLondon },
      },
    ],
  },
  'lumen-cinder': {
    number: 9,
    lender: 'lumen',
    borrower: 'cinder',
    inBulk: false,
    versions: [{ from: start, terms: { requirement_percent: '150', margin_call_percent: '130' } }],
  },
  'harbor-cinder': {
    number: 10,
    lender: 'harbor',
    borrower: 'cinder',
    inBulk: false,
    versions: [
      { from: start, terms: { ...defaultable, ...wide } },
      {
        from: revision,
        terms: {
          ...{ ...defaultable, ...wide },
          interest_schedule: 'monthly',
          close_out_scope: 'to_requirement',
        },
      },
      {
        from: demoTime - 20 * day,
        terms: { ...defaultable, ...wide, settlement_time_seconds: longTime },
      },
    ],
  },
  'kestrel-harbor': {
    number: 11,
    lender: 'kestrel',
    borrower: 'harbor',
    inBulk: false,
    versions: [
      {
        from: start,
        terms: { ...defaultable, requirement_percent: '105', grace_seconds: longTime },
      },
    ],
  },
} as const satisfies Record<string, DemoAgreement>

export type AgreementName = keyof typeof table

export const agreementNames = Object.keys(table) as readonly AgreementName[]

export function agreementNamed(name: AgreementName): DemoAgreement {
  return table[name]
}

/** The terms in effect at a time. An order that is accepted then copies them. */
export function termsAt(name: AgreementName, time: number): Terms {
  const agreement = agreementNamed(name)
  const inForce = agreement.versions.findLastIndex(({ from }) => from <= time)
  return termsOf(agreement, inForce)
}

export function agreements(): Scenario['agreements'] {
  return agreementNames.map((name) => {
    const agreement = agreementNamed(name)
    return {
      id: readableUuid('agreement', agreement.number),
      lender_id: organizationId(agreement.lender),
      borrower_id: organizationId(agreement.borrower),
      versions: agreement.versions.map(({ from }, index) => ({
        version: index + 1,
        effective_at: timestamp(from),
        lender_accepted_at: timestamp(from - 2 * day),
        borrower_accepted_at: timestamp(from - day),
        terms: termsOf(agreement, index),
      })),
    }
  })
}

function termsOf({ number, versions }: DemoAgreement, index: number): Terms {
  const version = versions[index]
  if (version === undefined) throw new RangeError(`agreement ${number} has no such version`)
  return { id: readableUuid('terms', number * 100 + index + 1), ...usual, ...version.terms }
}
