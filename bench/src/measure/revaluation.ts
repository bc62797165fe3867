import { isDeepStrictEqual } from 'node:util'
import type { Options } from '../options.ts'
import { bookOf, priceTicks } from '../revaluation/positions.ts'
import {
  bareDecimals,
  compiledEachTime,
  oneByOne,
  wholeNumbers,
  type RevaluedFigures,
  type Revaluer,
} from '../revaluation/revaluers.ts'
import { median, spread, type Spread } from './statistics.ts'

export interface RevaluationFigures {
  readonly positions: number
  /** How many of them a request could be submitted for, over the ticks. */
  readonly ready: Spread
  readonly contestants: readonly RevaluerFigures[]
  /** The rate of the first as a multiple of each other one's. */
  readonly ratios: readonly { readonly to: string; readonly ratio: Spread }[]
  readonly sizes: readonly SizeFigures[]
}

/** How fast one way of revaluing is, on one core: by processor time, whichever thread of the process used it. */
export interface RevaluerFigures {
  readonly name: string
  readonly positionsPerSecond: Spread
  /** From the tick to the last figure of all positions. */
  readonly tickMs: number
}

/** What a tick costs with so many positions. */
export interface SizeFigures {
  readonly positions: number
  readonly tickMs: number
  readonly microsecondsEach: Spread
}

/** What one tick cost, a position. */
interface TickCost {
  readonly ready: number
  readonly microsecondsEach: number
  readonly tickMs: number
}

/**
 * Revalues a book on ticks of the price of its asset and finds the positions that are ready: in turns
 * e1 e2 e3 e4 e1 e2 e3 e4 …, one tick a round. All must give the same figures for every position beforehand.
 */
export function measureRevaluation(options: Options): RevaluationFigures {
  const positions = Math.max(...options.revaluedPositions)
  const book = bookOf(positions)
  const service = wholeNumbers(book)
  const others = [bareDecimals(book), oneByOne(book), compiledEachTime(book)]
  const [warmUp = '', ...prices] = priceTicks(options.rounds + 1)
  expectSameFigures(service, others, warmUp, positions)

  const lanes = [service, ...others].map((revaluer) => ({ revaluer, costs: [] as TickCost[] }))
  for (const price of prices) {
    for (const { revaluer, costs } of lanes) costs.push(costOf(revaluer, price, positions))
  }
  const [first, ...rest] = lanes.map(({ costs }) => costs)
  return {
    positions,
    ready: spread((first ?? []).map(({ ready }) => ready)),
    contestants: lanes.map(({ revaluer: { name }, costs }) => ({
      name,
      positionsPerSecond: spread(costs.map(({ microsecondsEach }) => 1e6 / microsecondsEach)),
      tickMs: median(costs.map(({ tickMs }) => tickMs)),
    })),
    ratios: rest.map((costs, index) => ({
      to: others[index]?.name ?? '',
      ratio: spread(costs.map((cost, round) => cost.microsecondsEach / eachOf(first, round))),
    })),
    sizes: measureSizes(service, prices, options.revaluedPositions),
  }
}

const eachOf = (costs: readonly TickCost[] | undefined, round: number) =>
  costs?.[round]?.microsecondsEach ?? Number.NaN

/** The same with fewer positions, in turns. Small ones are repeated until as many positions are revalued. */
function measureSizes(
  revaluer: Revaluer,
  prices: readonly string[],
  sizes: readonly number[],
): SizeFigures[] {
  const most = Math.max(...sizes)
  const lanes = sizes.map((size) => ({ size, costs: [] as TickCost[] }))
  for (const price of prices) {
    for (const { size, costs } of lanes) {
      costs.push(costOf(revaluer, price, size, Math.round(most / size)))
    }
  }
  return lanes.map(({ size, costs }) => ({
    positions: size,
    tickMs: median(costs.map(({ tickMs }) => tickMs)),
    microsecondsEach: spread(costs.map(({ microsecondsEach }) => microsecondsEach)),
  }))
}

function costOf(revaluer: Revaluer, price: string, positions: number, ticks = 1): TickCost {
  let ready = 0
  const began = performance.now()
  const before = process.cpuUsage()
  for (let tick = 0; tick < ticks; tick += 1) {
    revaluer.tick(price, positions, (figures) => {
      if (figures.ready) ready += 1
    })
  }
  const { user, system } = process.cpuUsage(before)
  return {
    ready: ready / ticks,
    microsecondsEach: (user + system) / (positions * ticks),
    tickMs: (performance.now() - began) / ticks,
  }
}

/** @throws Error that shows two figures of one position that differ: then a comparison of speed means nothing. */
function expectSameFigures(
  service: Revaluer,
  others: readonly Revaluer[],
  price: string,
  positions: number,
): void {
  const expected: RevaluedFigures[] = []
  service.tick(price, positions, ({ reasons: _reasons, ...figures }) => expected.push(figures))
  for (const other of others) {
    let index = 0
    other.tick(price, positions, ({ reasons: _reasons, ...figures }) => {
      if (!isDeepStrictEqual(figures, expected[index])) {
        const both = JSON.stringify([expected[index], figures])
        throw new Error(`${other.name}: position ${index} differs at ${price}: ${both}`)
      }
      index += 1
    })
  }
}
