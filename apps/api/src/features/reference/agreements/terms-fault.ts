import { Decimal } from '@vadium/margin'
import type { ErrorDetail, MarginTerms } from '@vadium/schema'

type Decimals = {
  [
    Name in keyof MarginTerms as string extends NonNullable<MarginTerms[Name]> ? Name : never
  ]: MarginTerms[Name]
}
/** The members of terms that are decimals. */
type DecimalMember = keyof Decimals

/** The bounds of a decimal. The database has the same. */
interface Bounds {
  readonly above?: '0'
  readonly atLeast?: '0'
  readonly below?: string
  readonly atMost?: string
  readonly decimalsMax: number
}

// Within these bounds a percentage has at most 12 digits; previews show up to 15.
const percent: Bounds = { above: '0', atMost: '100000', decimalsMax: 6 }
const fraction: Bounds = { atLeast: '0', below: '1', decimalsMax: 8 }
const usd: Bounds = { atLeast: '0', below: `1${'0'.repeat(30)}`, decimalsMax: 20 }
const quantity: Bounds = { above: '0', below: `1${'0'.repeat(20)}`, decimalsMax: 20 }

const bounds: Readonly<Record<DecimalMember, Bounds>> = {
  requirement_percent: percent,
  haircut: fraction,
  margin_call_percent: percent,
  liquidation_percent: percent,
  threshold_usd: usd,
  minimum_notional_top_up_usd: usd,
  minimum_notional_release_usd: usd,
  lot_top_up: quantity,
  lot_release: quantity,
  dispute_tolerance_usd: usd,
  dispute_tolerance_percent: { atLeast: '0', atMost: '100000', decimalsMax: 6 },
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
  if (new Decimal(terms.liquidation_percent).lessThan(terms.margin_call_percent)) return undefined
  return { field: 'terms.liquidation_percent', issue: 'must be below margin_call_percent' }
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

function boundsFault(text: string, { above, atLeast, below, atMost, decimalsMax }: Bounds) {
  const value = new Decimal(text)
  if (above !== undefined && !value.greaterThan(above)) return `must be above ${above}`
  if (atLeast !== undefined && value.lessThan(atLeast)) return `must not be below ${atLeast}`
  if (below !== undefined && !value.lessThan(below)) return `must be below ${below}`
  if (atMost !== undefined && value.greaterThan(atMost)) return `must be at most ${atMost}`
  return value.decimalPlaces() > decimalsMax
    ? `must have at most ${decimalsMax} decimals`
    : undefined
}
