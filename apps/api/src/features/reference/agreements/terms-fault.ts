import { Decimal } from '@vadium/margin'
import type { ErrorDetail, MarginTerms } from '@vadium/schema'
import { boundsFault, type DecimalBounds, domainBounds } from '../../../platform/decimal-bounds.ts'

type Decimals = {
  [
    Name in keyof MarginTerms as string extends NonNullable<MarginTerms[Name]> ? Name : never
  ]: MarginTerms[Name]
}
type DecimalMember = keyof Decimals

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

/** The first fault of terms whose form is valid; undefined if there is none. */
export function termsFault(terms: MarginTerms): ErrorDetail | undefined {
  const alternatives =
    oneOf(terms, 'requirement_percent', 'haircut') ??
    oneOf(terms, 'dispute_tolerance_usd', 'dispute_tolerance_percent')
  if (alternatives !== undefined) return alternatives
  for (const member of decimalMembers) {
    const text = terms[member]
    const issue = text === null ? undefined : boundsFault(text, bounds[member])
    if (issue !== undefined) return { field: `terms.${member}`, issue }
  }
  return levelsFault(terms) ?? partFault(terms)
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
  const plain: Record<string, string | null> = {}
  for (const member of decimalMembers) {
    const text = terms[member]
    plain[member] = text === null ? null : new Decimal(text).toFixed()
  }
  return { ...terms, ...plain }
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
