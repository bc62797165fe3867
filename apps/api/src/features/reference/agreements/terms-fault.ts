import { Decimal } from '@vadium/margin'
import type { EligibleCollateral, ErrorDetail, MarginTerms } from '@vadium/schema'
import { knowsZone } from '../../../platform/instant.ts'
import { boundsFault, type DecimalBounds, domainBounds } from '../../../platform/decimal-bounds.ts'

type Decimals = {
  [
    Name in keyof MarginTerms as string extends NonNullable<MarginTerms[Name]> ? Name : never
  ]: MarginTerms[Name]
}
type DecimalMember = Exclude<keyof Decimals, 'time_zone' | 'notification_time' | 'response_time'>

const { percent, fraction, usd_amount: usd, quantity, tolerance_percent } = domainBounds
/** A lot of zero would round to nothing. */
const lot = { above: '0', below: quantity.below, decimalsMax: quantity.decimalsMax }

const bounds: Readonly<Record<DecimalMember, DecimalBounds>> = {
  requirement_percent: percent,
  haircut: fraction,
  margin_call_percent: percent,
  liquidation_percent: percent,
  release_percent: percent,
  threshold_usd: usd,
  minimum_notional_top_up_usd: usd,
  minimum_notional_release_usd: usd,
  lot_top_up: lot,
  lot_release: lot,
  dispute_tolerance_usd: usd,
  dispute_tolerance_percent: tolerance_percent,
  close_out_discount: fraction,
}
const decimalMembers = Object.keys(bounds) as DecimalMember[]

/** The members that depend on the collateral. */
const ofCollateral = [
  'requirement_percent',
  'haircut',
  'margin_call_percent',
  'liquidation_percent',
] as const satisfies readonly (keyof EligibleCollateral & DecimalMember)[]

/** The first fault of terms whose form is valid; undefined if there is none. */
export function termsFault(terms: MarginTerms): ErrorDetail | undefined {
  return (
    oneOf(terms, 'requirement_percent', 'haircut') ??
    oneOf(terms, 'dispute_tolerance_usd', 'dispute_tolerance_percent') ??
    boundFault(terms, decimalMembers) ??
    levelsFault(terms) ??
    partFault(terms) ??
    timesFault(terms) ??
    eligibleFault(terms)
  )
}

function boundFault(
  terms: MarginTerms,
  members: readonly DecimalMember[],
): ErrorDetail | undefined {
  for (const member of members) {
    const text = terms[member]
    const issue = text === null ? undefined : boundsFault(text, bounds[member])
    if (issue !== undefined) return { field: `terms.${member}`, issue }
  }
  return undefined
}

/** The terms of each eligible asset must be as the general ones. The fault names its member. */
function eligibleFault(terms: MarginTerms): ErrorDetail | undefined {
  const { eligible_collateral: all } = terms
  for (const [i, { asset, ...own }] of all.entries()) {
    const at = `terms.eligible_collateral.${i}`
    if (all.findIndex((one) => one.asset === asset) < i) {
      return { field: `${at}.asset`, issue: 'must be in the list once', value: asset }
    }
    const applied = { ...terms, ...own }
    const fault =
      oneOf(applied, 'requirement_percent', 'haircut') ??
      boundFault(applied, ofCollateral) ??
      levelsFault(applied) ??
      partFault(applied)
    if (fault !== undefined) return inEntry(at, fault)
  }
  return undefined
}

/** The release level is of the general terms, so the level of the asset is too high. */
function inEntry(at: string, { field, issue }: ErrorDetail): ErrorDetail {
  if (field === 'terms.release_percent') {
    return { field: `${at}.margin_call_percent`, issue: 'must be below release_percent' }
  }
  return { field: `${at}.${field.slice('terms.'.length)}`, issue }
}

/** The zone and its two times are given together, or none of them. */
function timesFault(terms: MarginTerms): ErrorDetail | undefined {
  const members = ['time_zone', 'notification_time', 'response_time'] as const
  const missing = members.find((member) => terms[member] === null)
  if (missing !== undefined) {
    const given = members.find((member) => terms[member] !== null)
    return given && { field: `terms.${missing}`, issue: `must be given if ${given} is` }
  }
  const { time_zone: zone, notification_time: notification, response_time: response } = terms
  if (zone !== null && !knowsZone(zone)) {
    return {
      field: 'terms.time_zone',
      issue: 'is no time zone that this service knows',
      value: zone,
    }
  }
  if (notification !== null && response !== null && notification >= response) {
    return { field: 'terms.response_time', issue: 'must be later than notification_time' }
  }
  return undefined
}

/** Coverage falls from the level of releases to that of margin calls, and then to liquidation. */
function levelsFault({
  margin_call_percent: call,
  liquidation_percent: liquidation,
  release_percent: release,
}: MarginTerms): ErrorDetail | undefined {
  if (new Decimal(liquidation).greaterThanOrEqualTo(call)) {
    return { field: 'terms.liquidation_percent', issue: 'must be below margin_call_percent' }
  }
  if (release !== null && new Decimal(release).lessThanOrEqualTo(call)) {
    return { field: 'terms.release_percent', issue: 'must be above margin_call_percent' }
  }
  return undefined
}

/**
 * A close-out in part restores the requirement. At a level that is not below it, the alert would go
 * on, and the next fall of the price would close out a deal that was restored just before.
 */
function partFault({
  close_out_scope: scope,
  default_causes: causes,
  liquidation_percent: liquidation,
  requirement_percent: requirement,
  haircut,
}: MarginTerms): ErrorDetail | undefined {
  if (scope !== 'to_requirement' || !causes.includes('LIQUIDATION_LEVEL')) return undefined
  // A haircut h requires 100 / (1 − h) percent, which may have no last decimal.
  const [level, required] =
    requirement === null
      ? [new Decimal(1).minus(haircut ?? 0).times(liquidation), new Decimal(100)]
      : [new Decimal(liquidation), new Decimal(requirement)]
  if (level.lessThan(required)) return undefined
  const issue = 'must be below the coverage that is required, under close_out_scope to_requirement'
  return { field: 'terms.liquidation_percent', issue }
}

/** The same terms with each decimal in its shortest form, as the API shows it. */
export function plainTerms(terms: MarginTerms): MarginTerms {
  const eligible = terms.eligible_collateral.map((one) => ({ ...one, ...plain(one, ofCollateral) }))
  eligible.sort((one, other) => (one.asset < other.asset ? -1 : 1))
  return { ...terms, ...plain(terms, decimalMembers), eligible_collateral: eligible }
}

function plain<Member extends string>(
  terms: Readonly<Record<Member, string | null>>,
  members: readonly Member[],
): Record<string, string | null> {
  return Object.fromEntries(
    members.map((member) => {
      const text = terms[member]
      return [member, text === null ? null : new Decimal(text).toFixed()]
    }),
  )
}

function oneOf(
  terms: MarginTerms,
  first: DecimalMember,
  second: DecimalMember,
): ErrorDetail | undefined {
  if ((terms[first] === null) !== (terms[second] === null)) return undefined
  const issue =
    terms[first] === null
      ? `must be given if ${second} is null`
      : `must be null if ${second} is given`
  return { field: `terms.${first}`, issue }
}
