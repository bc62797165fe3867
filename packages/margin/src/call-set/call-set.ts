import type { CalculationReason, PreviewFigures } from '../calculation.ts'
import { formatDecimal, parseDecimal, ZERO, type Decimal } from '../decimal.ts'
import { add } from '../exact-arithmetic.ts'
import { MarginInputError } from '../margin-input-error.ts'

/** A deal that may be in a call set, with its preview. */
export interface CallSetDeal {
  positionId: string
  /** Of its preview. */
  figures: Pick<PreviewFigures, 'direction' | 'm2m_notional_usd' | 'minimum_notional_usd'>
  /** The codes of the reasons against submitting it by itself. */
  reasons: readonly CalculationReason['code'][]
  /** What its minimum is compared with: its own notional, or the sum of a set. */
  minimumAppliesTo: 'deal' | 'agreement'
  /** The version of the agreement whose terms apply to it: 1, 2, 3. */
  termsVersion: number
}

/** The deals of one agreement, and the direction in which they are called together. */
export interface CallSetInputs<Deal extends CallSetDeal = CallSetDeal> {
  direction: 'TopUp' | 'Release'
  /** Oldest first. */
  deals: readonly Deal[]
  /** How many deals are called at most, the oldest that are due. Default: all. */
  rowsMax?: number | undefined
}

/** Why a deal is not called. */
export type CallSetReason =
  | Exclude<CalculationReason['code'], 'ROLE_MAY_NOT_CREATE'>
  | 'OTHER_DIRECTION'
  | 'TOO_MANY_ROWS'

/** Calls across the deals of an agreement. */
export interface CallSet<Deal extends CallSetDeal = CallSetDeal> {
  /** The deals that are called, oldest first. */
  rows: Deal[]
  leftOut: { deal: Deal; reason: CallSetReason }[]
  /** The sum of the notionals of the rows as printed, in USD with 2 decimals. */
  totalNotionalUsd: string
  /** The minimum of the newest terms among the rows, in USD. Zero without a row. */
  minimumNotionalUsd: string
  /** Whether there are rows, the role may create them, and their total reaches the minimum. */
  canSubmit: boolean
}

/**
 * The deals that are called together in one direction, with one minimum on their sum where their
 * terms say so. What is due of each is as in its preview, and deals in excess are not set off. The
 * same inputs always give the same result, because it uses no clock and no state.
 *
 * @throws {MarginInputError} if a version or a notional is malformed.
 * @example
 * const { rows, totalNotionalUsd, canSubmit } = callSet({ direction: 'TopUp', deals })
 * // totalNotionalUsd: '12000.24', of 6000.24 and 6000.00, each below its minimum of 10000
 */
export function callSet<Deal extends CallSetDeal>({
  direction,
  deals,
  rowsMax = deals.length,
}: CallSetInputs<Deal>): CallSet<Deal> {
  const looked = deals.map((deal) => ({ deal, reason: reasonAgainst(deal, direction) }))
  const due = looked.flatMap(({ deal, reason }) => (reason === null ? [deal] : []))
  const within = due.slice(0, rowsMax)
  const carried = carriedBySum(within)
  const rows = within.filter((deal) => !carried.has(deal))
  const beyond = new Set(due.slice(rowsMax))
  const total = totalOf(rows)
  const minimum = minimumOf(rows)
  return {
    rows,
    leftOut: looked.flatMap(({ deal, reason }) => {
      const found =
        reason ??
        (carried.has(deal) ? 'BELOW_MINIMUM_NOTIONAL' : null) ??
        (beyond.has(deal) ? 'TOO_MANY_ROWS' : null)
      return found === null ? [] : [{ deal, reason: found }]
    }),
    totalNotionalUsd: formatDecimal(total, 2),
    minimumNotionalUsd: formatDecimal(minimum, 2),
    canSubmit: rows.length > 0 && rows.every(roleMayCreate) && total.greaterThanOrEqualTo(minimum),
  }
}

/** Why a deal cannot be a row, whatever the others are. */
function reasonAgainst(
  { figures, reasons, minimumAppliesTo, termsVersion }: CallSetDeal,
  direction: CallSetInputs['direction'],
): CallSetReason | null {
  if (!Number.isSafeInteger(termsVersion) || termsVersion < 1) {
    throw new MarginInputError('termsVersion', 'must be an integer above zero')
  }
  if (figures.direction === 'None') return 'NOTHING_DUE'
  if (figures.direction !== direction) return 'OTHER_DIRECTION'
  for (const code of reasons) {
    if (code === 'ROLE_MAY_NOT_CREATE') continue
    if (code !== 'BELOW_MINIMUM_NOTIONAL' || minimumAppliesTo === 'deal') return code
  }
  return null
}

/**
 * The rows that only the sum could carry, where it does not reach the minimum and others can be
 * called without them. Terms of several versions apply to such rows.
 */
function carriedBySum(rows: readonly CallSetDeal[]): ReadonlySet<CallSetDeal> {
  if (totalOf(rows).greaterThanOrEqualTo(minimumOf(rows))) return new Set()
  const below = rows.filter(({ reasons }) => reasons.includes('BELOW_MINIMUM_NOTIONAL'))
  return new Set(below.length === rows.length ? [] : below)
}

function totalOf(rows: readonly CallSetDeal[]): Decimal {
  return add(
    ZERO,
    ...rows.map(({ figures }) => parseDecimal(figures.m2m_notional_usd, 'm2m_notional_usd')),
  )
}

/** All rows under the newest terms have the same minimum. */
function minimumOf([first, ...others]: readonly CallSetDeal[]): Decimal {
  if (first === undefined) return ZERO
  const newest = others.reduce(
    (found, row) => (row.termsVersion > found.termsVersion ? row : found),
    first,
  )
  return parseDecimal(newest.figures.minimum_notional_usd, 'minimum_notional_usd')
}

const roleMayCreate = ({ reasons }: CallSetDeal) => !reasons.includes('ROLE_MAY_NOT_CREATE')
