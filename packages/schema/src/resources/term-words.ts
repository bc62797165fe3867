import type { EligibleCollateral, MarginTerms } from './agreement.ts'

export type Term = keyof MarginTerms

interface TermWords {
  readonly name: string
  /** That of its values. Undefined: they have none, or that of the collateral. */
  readonly unit?: 'USD' | '%' | 'seconds'
  /** What no value is called. Default: none. */
  readonly without?: string
}

/** What terms are called by people, on every page and in every notification. */
export const termWords: Readonly<Record<Term, TermWords>> = {
  requirement_percent: { name: 'Requirement', unit: '%' },
  haircut: { name: 'Haircut' },
  margin_call_percent: { name: 'Margin call level', unit: '%' },
  liquidation_percent: { name: 'Liquidation level', unit: '%' },
  top_up_when: { name: 'Trigger of a top-up' },
  release_percent: { name: 'Release level', unit: '%' },
  default_causes: { name: 'Causes of default' },
  grace_seconds: { name: 'Grace of a notice', unit: 'seconds' },
  liquidation_confirm_seconds: { name: 'Time at the liquidation level', unit: 'seconds' },
  settlement_time_seconds: {
    name: 'Time to settle',
    unit: 'seconds',
    without: 'that of the installation',
  },
  dispute_time_seconds: { name: 'Time of a dispute', unit: 'seconds' },
  recall_notice_seconds: { name: 'Notice of a recall', unit: 'seconds' },
  close_out_discount: { name: 'Discount of a close-out' },
  close_out_scope: { name: 'A close-out ends' },
  eligible_collateral: { name: 'Eligible collateral' },
  threshold_usd: { name: 'Threshold', unit: 'USD' },
  minimum_notional_top_up_usd: { name: 'Minimum of a top-up', unit: 'USD' },
  minimum_notional_release_usd: { name: 'Minimum of a release', unit: 'USD' },
  minimum_applies_to: { name: 'The minimum applies to' },
  lot_top_up: { name: 'Lot of a top-up' },
  lot_release: { name: 'Lot of a release' },
  day_count: { name: 'Day count' },
  interest_schedule: { name: 'Interest is paid' },
  cure_time_seconds: { name: 'Cure time', unit: 'seconds' },
  calendars: { name: 'Calendars' },
  time_zone: { name: 'Time zone' },
  notification_time: { name: 'Notification time' },
  response_time: { name: 'Response time' },
  dispute_tolerance_usd: { name: 'Dispute tolerance', unit: 'USD' },
  dispute_tolerance_percent: { name: 'Dispute tolerance', unit: '%' },
  dispute_method: { name: 'Sent within the tolerance' },
}

const isTerm = (name: string): name is Term => Object.hasOwn(termWords, name)

/** The terms, in the order of the schema. */
export const allTerms: readonly Term[] = Object.keys(termWords).filter(isTerm)

/** What a term is called beside values without units. */
export function termLabel(term: Term): string {
  const { name, unit } = termWords[term]
  return unit === undefined ? name : `${name}, ${unit}`
}

/** What the values of terms that are no figures are called. */
export const termChoices: Readonly<Record<string, string>> = {
  minimum: 'the minimum',
  margin_call: 'the margin call level',
  at_close: 'at the close',
  monthly: 'every month',
  UNMET_CALL: 'an unmet call',
  LIQUIDATION_LEVEL: 'the liquidation level',
  MISSED_RETURN: 'a missed return',
  MISSED_INTEREST: 'missed interest',
  full: 'the whole deal',
  to_requirement: 'what restores the requirement',
  deal: 'each request',
  agreement: 'the sum of a call set',
  undisputed: 'the undisputed part',
  split: 'the midpoint',
}

/** What the value of a term is called that is no figure. */
export const termText = (value: string): string => termChoices[value] ?? value

/** What the terms of an eligible asset are called, in a few words. */
const eligibleWords = {
  requirement_percent: ['requirement', ' %'],
  haircut: ['haircut', ''],
  margin_call_percent: ['margin call', ' %'],
  liquidation_percent: ['liquidation', ' %'],
} as const satisfies Partial<Record<keyof EligibleCollateral, readonly [string, string]>>

/** The terms of an eligible asset, with the words before and after their values. */
export const eligibleTermWords = Object.entries(eligibleWords)

/** An eligible asset and its terms, such as `ETH (requirement 160 %, margin call 140 %, …)`. */
function writtenEligible(eligible: EligibleCollateral): string {
  const terms = new Map(Object.entries(eligible))
  const written = eligibleTermWords.flatMap(([term, [name, unit]]) => {
    const value = terms.get(term) ?? null
    return value === null ? [] : [`${name} ${value}${unit}`]
  })
  return `${eligible.asset} (${written.join(', ')})`
}

/** The value of a term, as the terms have it. */
export type TermValue = string | number | readonly string[] | readonly EligibleCollateral[] | null

/** The value of a term in a sentence, with its unit. */
export function writtenTerm(term: Term, value: TermValue): string {
  const { unit, without = 'none' } = termWords[term]
  if (value === null) return without
  if (typeof value === 'object') {
    const all = value.map((one) => (typeof one === 'string' ? termText(one) : writtenEligible(one)))
    return all.join(', ') || without
  }
  return unit === undefined ? termText(String(value)) : `${value} ${unit}`
}
