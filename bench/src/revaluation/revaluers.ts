import {
  compilePosition,
  compilePrices,
  formatDecimal,
  liquidationReached,
  marginCall,
  marginCallReached,
  parseDecimal,
  revalue,
  roundHalfEven,
  valuePosition,
  type Decimal,
  type Position,
} from '@vadium/margin'
import { readBare, readBarePrice, revalueBare } from './bare-loop.ts'
import { collaterals, type BookedPosition, type CollateralSymbol } from './positions.ts'
import type { RevaluedFigures } from './revalued-figures.ts'

/** One way to revalue a book. */
export interface Revaluer {
  readonly name: string
  /** Revalues the first positions at a price of their asset, and passes each result on. */
  tick(assetPriceUsd: string, count: number, take: (figures: RevaluedFigures) => void): void
}

/** As the service does it: positions are compiled before, prices are read once a tick. */
export function wholeNumbers(book: readonly BookedPosition[]): Revaluer {
  return revaluer(
    'e1 revalue, whole numbers',
    book,
    ({ inputs }) => compilePosition(inputs),
    (assetPriceUsd, collateralPriceUsd) => compilePrices({ assetPriceUsd, collateralPriceUsd }),
    (position, prices): RevaluedFigures => revalue(position, prices),
  )
}

/** The same, but every position is read from the database and compiled at each tick. */
export function compiledEachTime(book: readonly BookedPosition[]): Revaluer {
  return revaluer(
    'e4 compilePosition and revalue',
    book,
    ({ inputs }) => inputs,
    (assetPriceUsd, collateralPriceUsd) => compilePrices({ assetPriceUsd, collateralPriceUsd }),
    (inputs, prices): RevaluedFigures => revalue(compilePosition(inputs), prices),
  )
}

/** The same figures from a plain loop over decimals. */
export function bareDecimals(book: readonly BookedPosition[]): Revaluer {
  return revaluer(
    'e2 a bare loop over decimals',
    book,
    readBare,
    (asset, collateral) => ({ asset: readBarePrice(asset), collateral: readBarePrice(collateral) }),
    (position, prices) => revalueBare(position, prices.asset, prices.collateral),
  )
}

/** The same figures from the functions of a preview, which check and record every step. */
export function oneByOne(book: readonly BookedPosition[]): Revaluer {
  return revaluer(
    'e3 valuePosition and marginCall',
    book,
    ({ inputs }) => inputs,
    (asset, collateral) => ({
      assetPriceUsd: parseDecimal(asset, 'asset price'),
      collateralPriceUsd: parseDecimal(collateral, 'collateral price'),
    }),
    figuresOf,
  )
}

function revaluer<Read, Prices>(
  name: string,
  book: readonly BookedPosition[],
  read: (position: BookedPosition) => Read,
  readPrices: (assetPriceUsd: string, collateralPriceUsd: string) => Prices,
  figures: (position: Read, prices: Prices) => RevaluedFigures,
): Revaluer {
  const entries = book.map((position) => ({
    collateral: position.collateral,
    position: read(position),
  }))
  return {
    name,
    tick: (assetPriceUsd, count, take) => {
      const at = (symbol: CollateralSymbol) =>
        readPrices(assetPriceUsd, collaterals[symbol].priceUsd)
      const prices = { USDC: at('USDC'), USDT: at('USDT'), ETH: at('ETH') }
      for (const { collateral, position } of entries.slice(0, count)) {
        take(figures(position, prices[collateral]))
      }
    },
  }
}

function figuresOf(
  { position, terms, marginCallPercent, liquidationPercent }: BookedPosition['inputs'],
  prices: Pick<Position, 'assetPriceUsd' | 'collateralPriceUsd'>,
): RevaluedFigures {
  const valuation = valuePosition({ ...position, ...prices })
  const call = marginCall(valuation, terms)
  const { direction, minimumReached, collateralAmount } = call
  const usd = (value: Decimal) => formatDecimal(roundHalfEven(value, '0.01'), 2)
  const percent = (value: Decimal | null) => (value === null ? null : formatDecimal(value, 2))
  return {
    assetNotionalUsd: usd(valuation.assetNotionalUsd),
    collateralValueUsd: usd(valuation.collateralValueUsd),
    ltvPercent: percent(valuation.ltvPercent),
    ccrPercent: percent(valuation.ccrPercent),
    marginCallReached: marginCallReached(valuation, marginCallPercent ?? '0'),
    liquidationReached: liquidationReached(valuation, liquidationPercent ?? '0'),
    direction,
    m2mNotionalUsd: formatDecimal(call.notionalUsd, 2),
    m2mCollateralAmount: formatDecimal(collateralAmount),
    minimumReached,
    ready: direction !== 'None' && minimumReached && !collateralAmount.isZero(),
  }
}
