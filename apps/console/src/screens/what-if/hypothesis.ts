import type { Position } from '@vadium/client'
import {
  type CompiledPosition,
  compilePosition,
  compilePrices,
  Decimal,
  formatDecimal,
  FRACTION_DIGITS_MAX,
  revalue,
  type RevaluedPosition,
} from '@vadium/margin'
import { dependsOnPricesAlone } from '@vadium/schema'

/** What would be different from now. A member that is left out is as it is. */
export interface Hypothesis {
  readonly assetPriceUsd?: string | undefined
  readonly collateralPriceUsd?: string | undefined
  /** Collateral that is added; below zero, collateral that is taken away. */
  readonly collateralAdded?: string | undefined
  /** A quantity of the asset that is returned. */
  readonly assetReturned?: string | undefined
}

/**
 * A position under a hypothesis, by the margin package. Undefined if it has no prices.
 *
 * @throws MarginInputError if a value of the hypothesis is malformed or leads below zero.
 */
export function revaluedUnder(
  position: Position,
  hypothesis: Hypothesis,
): RevaluedPosition | undefined {
  const assetPriceUsd = hypothesis.assetPriceUsd ?? position.current_price
  const collateralPriceUsd = hypothesis.collateralPriceUsd ?? position.collateral_price
  if (assetPriceUsd === null || collateralPriceUsd === null) return undefined
  const prices = compilePrices({ assetPriceUsd, collateralPriceUsd })
  return revalue(compiledUnder(position, hypothesis), prices)
}

/** Positions whose quantities are as they are, which are revalued at many prices. */
const compiledAsTheyAre = new WeakMap<Position, CompiledPosition>()

function compiledUnder(position: Position, hypothesis: Hypothesis): CompiledPosition {
  const { collateralAdded, assetReturned } = hypothesis
  if (collateralAdded !== undefined || assetReturned !== undefined) {
    return compiled(position, hypothesis)
  }
  const known = compiledAsTheyAre.get(position) ?? compiled(position, {})
  compiledAsTheyAre.set(position, known)
  return known
}

function compiled(position: Position, hypothesis: Hypothesis): CompiledPosition {
  const { terms } = position
  const requirement =
    terms.haircut === null
      ? { requirementPercent: terms.requirement_percent ?? '' }
      : { haircut: terms.haircut }
  return compilePosition({
    position: {
      assetQuantity: plus(position.asset_quantity, hypothesis.assetReturned, -1),
      collateralQuantity: plus(position.collateral_quantity, hypothesis.collateralAdded, 1),
      deliveriesInTransit: position.deliveries_in_transit,
      returnsInTransit: position.returns_in_transit,
      disputedQuantity: position.collateral_disputed_quantity,
    },
    terms: {
      ...requirement,
      thresholdUsd: terms.threshold_usd,
      minimumNotionalUsd: {
        topUp: terms.minimum_notional_top_up_usd,
        release: terms.minimum_notional_release_usd,
      },
      lot: { topUp: terms.lot_top_up, release: terms.lot_release },
      topUpPercent: terms.top_up_when === 'margin_call' ? terms.margin_call_percent : null,
      releasePercent: terms.release_percent,
    },
    marginCallPercent: terms.margin_call_percent,
    liquidationPercent: terms.liquidation_percent,
  })
}

function plus(quantity: string, change: string | undefined, sign: 1 | -1): string {
  if (change === undefined) return quantity
  return formatDecimal(new Decimal(quantity).plus(new Decimal(change).times(sign)))
}

/** A price after a change in percent, to the last digit that a price may have. */
export function movedPrice(price: string, percent: number): string {
  const moved = new Decimal(price).times(100 + percent).dividedBy(100)
  return formatDecimal(moved.toDecimalPlaces(FRACTION_DIGITS_MAX))
}

/** The calls and releases of one counterparty, or of all, at one change of a price. */
export interface Due {
  calls: number
  callsUsd: Decimal
  releases: number
  releasesUsd: Decimal
  /**
   * What is due, and could not be sent at any price: a request is open, or the quantity changes.
   */
  blocked: number
  blockedUsd: Decimal
  /** Of the positions whose asset is lent. */
  atLiquidation: number
}

/** Two counterparties may have one name. */
export interface CounterpartyDue {
  readonly id: string
  readonly name: string
  readonly due: Due
}

const nothingDue = (): Due => ({
  calls: 0,
  callsUsd: new Decimal(0),
  releases: 0,
  releasesUsd: new Decimal(0),
  blocked: 0,
  blockedUsd: new Decimal(0),
  atLiquidation: 0,
})

/** Adds what would be due from a position, by the rules of the service at the prices of now. */
function addDue(due: Due, position: Position, figures: RevaluedPosition): void {
  if (position.lent && figures.liquidationReached) due.atLiquidation += 1
  if (!figures.ready) return
  if (!dependsOnPricesAlone(position)) {
    due.blocked += 1
    due.blockedUsd = due.blockedUsd.plus(figures.m2mNotionalUsd)
  } else if (figures.direction === 'TopUp') {
    due.calls += 1
    due.callsUsd = due.callsUsd.plus(figures.m2mNotionalUsd)
  } else {
    due.releases += 1
    due.releasesUsd = due.releasesUsd.plus(figures.m2mNotionalUsd)
  }
}

/** By how many percent the price of each asset moves. That of any other stays. */
export type Moves = Readonly<Record<string, number>>

/** What would be due in the whole book if these prices moved and no other. */
export function bookAfter(
  positions: readonly Position[],
  moves: Moves,
  counterpartyOf: (position: Position) => { id: string; name: string },
): { total: Due; byCounterparty: readonly CounterpartyDue[] } {
  const total = nothingDue()
  const byCounterparty = new Map<string, CounterpartyDue>()
  for (const position of positions) {
    const figures = revaluedUnder(position, movedPrices(position, moves))
    if (figures === undefined) continue
    const counterparty = counterpartyOf(position)
    const own = byCounterparty.get(counterparty.id) ?? { ...counterparty, due: nothingDue() }
    byCounterparty.set(counterparty.id, own)
    addDue(total, position, figures)
    addDue(own.due, position, figures)
  }
  return { total, byCounterparty: [...byCounterparty.values()] }
}

function movedPrices(position: Position, moves: Moves): Hypothesis {
  const moved = (symbol: string, price: string | null) => {
    const percent = moves[symbol]
    return percent === undefined || price === null ? undefined : movedPrice(price, percent)
  }
  return {
    assetPriceUsd: moved(position.asset, position.current_price),
    collateralPriceUsd: moved(position.collateral_asset, position.collateral_price),
  }
}
