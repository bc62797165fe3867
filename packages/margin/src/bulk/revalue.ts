import type { CalculationReason } from '../calculation.ts'
import type { MarginDirection } from '../margin-call.ts'
import type { CompiledLevel, CompiledPosition } from './compile-position.ts'
import type { CompiledPrices } from './compile-prices.ts'
import { hundredthsText, unitsText } from './fixed-scale-text.ts'
import { powerOfTen } from './fixed-scale.ts'
import { divideDown, divideUp, shiftHalfEven } from './whole-division.ts'

/** Why nobody can submit a request now, whatever its role: a reason of calculatePreview. */
export type BlockReason = Exclude<
  CalculationReason['code'],
  'ROLE_MAY_NOT_CREATE' | 'RECEIVER_IN_DEFAULT'
>

/**
 * The figures of a position at given prices, rounded and printed like those of calculatePreview.
 */
export interface RevaluedPosition {
  /** 2 decimals, half-even. */
  assetNotionalUsd: string
  /** Settled collateral, without haircut; 2 decimals, half-even. */
  collateralValueUsd: string
  /** 2 decimals, rounded up; null without collateral. */
  ltvPercent: string | null
  /** 2 decimals, rounded down; null without a notional. */
  ccrPercent: string | null
  /** Whether the flag is raised, on unrounded values; false if no level is agreed. */
  marginCallReached: boolean
  /** Whether the flag is raised, on unrounded values; false if no level is agreed. */
  liquidationReached: boolean
  direction: MarginDirection
  /** 2 decimals, truncated. */
  m2mNotionalUsd: string
  /** In units of the collateral, a multiple of the lot. */
  m2mCollateralAmount: string
  /** Whether the notional reaches the minimum of its direction. An equal notional reaches it. */
  minimumReached: boolean
  /** Whether a caller with the right role can submit a request: `reasons` is empty. */
  ready: boolean
  /**
   * Every reason against submitting, except those of the caller, in the order of calculatePreview.
   */
  reasons: readonly BlockReason[]
}

/**
 * Values a position at a pair of prices and computes what is due. The figures and decisions are
 * exactly those
 * of valuePosition, marginCall, marginCallReached, liquidationReached and calculatePreview for the
 * same
 * inputs. It computes in whole numbers of fixed scale and never throws.
 */
export function revalue(position: CompiledPosition, prices: CompiledPrices): RevaluedPosition {
  const notional = position.assetQuantity * prices.asset
  const value = position.collateralQuantity * prices.collateral
  const centExponent = position.quantityScale + prices.scale - 2
  const ltv = value === 0n ? null : divideUp(notional * RATIO_UNITS, value)
  const ccr = notional === 0n ? null : divideDown(value * RATIO_UNITS, notional)

  const shortfall = shortfallAt(position, prices)
  const direction = directionOf(shortfall)
  const agreed = direction === 'Release' ? position.release : position.topUp
  const due = shortfall < 0n ? -shortfall : shortfall
  const cents = divideDown(due, powerOfTen(position.weightedScale + prices.scale - 2))
  const lots = lotsToMove(position, direction, due, agreed.lotWeight * prices.collateral)
  const minimumReached = cents >= agreed.minimumCents
  const reasonsOfAmount = reasonsAgainst(direction, minimumReached, lots)
  const reasons =
    agreed.level === null || isLevelReached(agreed.level, direction, ccr, value, notional)
      ? reasonsOfAmount
      : (WITH_LEVEL[direction].get(reasonsOfAmount) ?? reasonsOfAmount)
  return {
    assetNotionalUsd: hundredthsText(shiftHalfEven(notional, centExponent)),
    collateralValueUsd: hundredthsText(shiftHalfEven(value, centExponent)),
    ltvPercent: ltv === null ? null : hundredthsText(ltv),
    ccrPercent: ccr === null ? null : hundredthsText(ccr),
    marginCallReached: isAtOrBelow(position.marginCallLevel, ccr, value, notional),
    liquidationReached: isAtOrBelow(position.liquidationLevel, ccr, value, notional),
    direction,
    m2mNotionalUsd: hundredthsText(cents),
    m2mCollateralAmount: unitsText(lots * agreed.lot.units, agreed.lot.scale),
    minimumReached,
    ready: reasons.length === 0,
    reasons,
  }
}

/** Ratios are in hundredths of a percent. */
const RATIO_UNITS = 10_000n

/** Required − credited, in USD, in the weighted scale and the scale of the prices. */
function shortfallAt(position: CompiledPosition, prices: CompiledPrices): bigint {
  const { requiredWeight, threshold, creditedWeight } = position
  const required = requiredWeight * prices.asset - threshold * prices.one
  const credited = creditedWeight * prices.collateral
  return required > 0n ? required - credited : -credited
}

function directionOf(shortfall: bigint): MarginDirection {
  if (shortfall === 0n) return 'None'
  return shortfall > 0n ? 'TopUp' : 'Release'
}

/**
 * The lots to send: rounded up for a top-up, down for a release, and at most the free ones for a
 * release.
 */
function lotsToMove(
  { releaseLotsMax }: CompiledPosition,
  direction: MarginDirection,
  due: bigint,
  lotValue: bigint,
): bigint {
  if (direction !== 'Release') return divideUp(due, lotValue)
  const lots = divideDown(due, lotValue)
  return lots < releaseLotsMax ? lots : releaseLotsMax
}

/**
 * Whether coverage is at or below a level. The truncated values decide, unless both are truncated
 * to the same
 * hundredth: only then are the exact values compared.
 */
function isAtOrBelow(
  level: CompiledLevel | null,
  ccr: bigint | null,
  value: bigint,
  notional: bigint,
): boolean {
  if (level === null || ccr === null) return false
  if (ccr !== level.hundredths) return ccr < level.hundredths
  return value * level.hundred <= notional * level.percent.units
}

/**
 * Whether coverage has reached the level at which a request of the direction can be submitted,
 * which is compared in the same way. Without a notional, coverage is infinite.
 */
function isLevelReached(
  level: CompiledLevel,
  direction: MarginDirection,
  ccr: bigint | null,
  value: bigint,
  notional: bigint,
): boolean {
  if (direction !== 'Release') return isAtOrBelow(level, ccr, value, notional)
  if (ccr === null) return true
  if (ccr !== level.hundredths) return ccr > level.hundredths
  return value * level.hundred >= notional * level.percent.units
}

// One shared list for all positions with the same reasons.
const NONE: readonly BlockReason[] = Object.freeze([])
const NOTHING_DUE = listOf('NOTHING_DUE')
const BELOW_MINIMUM = listOf('BELOW_MINIMUM_NOTIONAL')
const ROUNDS_TO_ZERO = listOf('ROUNDS_TO_ZERO')
const BELOW_MINIMUM_AND_ZERO = listOf('BELOW_MINIMUM_NOTIONAL', 'ROUNDS_TO_ZERO')

type ReasonMap = ReadonlyMap<readonly BlockReason[], readonly BlockReason[]>

/** The lists of the amount, with that of the level at their end. */
const WITH_LEVEL: Readonly<Record<MarginDirection, ReasonMap>> = {
  TopUp: followedBy('ABOVE_MARGIN_CALL_LEVEL'),
  Release: followedBy('BELOW_RELEASE_LEVEL'),
  None: new Map(),
}

function listOf(...reasons: BlockReason[]): readonly BlockReason[] {
  return Object.freeze(reasons)
}

function followedBy(level: BlockReason): ReasonMap {
  const lists = [NONE, BELOW_MINIMUM, ROUNDS_TO_ZERO, BELOW_MINIMUM_AND_ZERO]
  return new Map(lists.map((reasons) => [reasons, listOf(...reasons, level)]))
}

function reasonsAgainst(
  direction: MarginDirection,
  minimumReached: boolean,
  lots: bigint,
): readonly BlockReason[] {
  if (direction === 'None') return NOTHING_DUE
  if (lots === 0n) return minimumReached ? ROUNDS_TO_ZERO : BELOW_MINIMUM_AND_ZERO
  return minimumReached ? NONE : BELOW_MINIMUM
}
