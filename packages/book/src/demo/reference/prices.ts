import type { Scenario } from '@vadium/api/scenario'
import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'
import { day, marketCutOf, minute, startOfDay, timestamp } from '../../calendar.ts'
import { demoTime } from '../times.ts'
import { Random } from '../../random.ts'
import { type AssetSymbol, assetSymbols } from './assets.ts'

interface DemoPrice {
  /** USD at the last market cut. */
  readonly lastCutUsd: string
  readonly tick: string
  /** The most it moves from one day to the next, in hundredths of a percent. */
  readonly dailyMoveMax: number
  /** The quote of each feed in the last half hour, in USD. The price is their median. */
  readonly quotes: readonly string[]
  /** False if the quotes end with the history. */
  readonly live?: false
}

const table: Readonly<Record<AssetSymbol, DemoPrice>> = {
  BTC: {
    lastCutUsd: '97612.25',
    tick: '0.25',
    dailyMoveMax: 260,
    quotes: ['97248.25', '97250.5', '97253.75'],
  },
  ETH: {
    lastCutUsd: '3398.4',
    tick: '0.05',
    dailyMoveMax: 320,
    quotes: ['3411.6', '3412.25', '3413.1'],
  },
  USDC: { lastCutUsd: '1', tick: '0.0001', dailyMoveMax: 0, quotes: ['1'] },
  USDT: { lastCutUsd: '0.9996', tick: '0.0001', dailyMoveMax: 1, quotes: ['0.9994', '0.9996'] },
  SOL: { lastCutUsd: '183.205', tick: '0.005', dailyMoveMax: 410, quotes: ['184.1', '184.15'] },
  AVAX: { lastCutUsd: '21.52', tick: '0.01', dailyMoveMax: 430, quotes: ['21.37'], live: false },
  GRAIN: {
    lastCutUsd: '0.00000000211',
    tick: '0.00000000001',
    dailyMoveMax: 480,
    quotes: ['0.00000000214'],
  },
  TBILL: { lastCutUsd: '101.25', tick: '0.01', dailyMoveMax: 1, quotes: [] },
}

const daysOfHistory = 300
const daysOfMarketCuts = 14
const tenThousand = 10_000

export function prices(): Scenario['prices'] {
  return assetSymbols.flatMap((asset) =>
    table[asset].quotes.map((price_usd, feed) => ({
      asset,
      source: `demo-feed-${feed + 1}`,
      price_usd,
      ...(table[asset].live === false ? { observed_at: timestamp(demoTime) } : { live: true }),
    })),
  )
}

/** The cuts of the last days. An asset without quotes has none. */
export function marketCuts(): Scenario['market_cuts'] {
  return assetSymbols
    .filter((asset) => table[asset].quotes.length > 0)
    .flatMap((asset) =>
      Array.from({ length: daysOfMarketCuts }, (_, back) => ({
        asset,
        cut_at: timestamp(marketCutOf(demoTime - back * day)),
        price_usd: formatDecimal(cutPrice(asset, back)),
      })),
    )
}

/** The price of an asset in USD: at the end the quoted one, before it the market cut of the day. */
export function priceAt(asset: AssetSymbol, time: number): Decimal {
  if (time > demoTime - 30 * minute) return quotedPrice(asset)
  const back = (startOfDay(demoTime) - startOfDay(time)) / day
  return cutPrice(asset, back)
}

/** The median of the quotes. Without quotes, the price at the last market cut. */
function quotedPrice(asset: AssetSymbol): Decimal {
  const { quotes, lastCutUsd } = table[asset]
  if (quotes.length === 0) return new Decimal(lastCutUsd)
  const sorted = quotes.map((quote) => new Decimal(quote)).toSorted((a, b) => a.comparedTo(b))
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return Decimal.sum(...middle).div(middle.length)
}

function cutPrice(asset: AssetSymbol, daysBack: number): Decimal {
  const price = history(asset)[daysBack]
  if (price === undefined) throw new RangeError(`no price of ${asset} ${daysBack} days back`)
  return price
}

const histories = new Map<AssetSymbol, readonly Decimal[]>()

/** A random walk that ends at the last cut, newest first. */
function history(asset: AssetSymbol): readonly Decimal[] {
  const known = histories.get(asset)
  if (known !== undefined) return known
  const { lastCutUsd, tick, dailyMoveMax } = table[asset]
  const random = new Random(`price of ${asset}`)
  let price = new Decimal(lastCutUsd)
  const walk = [price]
  for (let back = 1; back < daysOfHistory; back += 1) {
    const move = tenThousand + random.integer(-dailyMoveMax, dailyMoveMax)
    price = Decimal.max(roundHalfEven(price.times(move).div(tenThousand), tick), tick)
    walk.push(price)
  }
  histories.set(asset, walk)
  return walk
}
