import { isDeepStrictEqual } from 'node:util'
import type { Options } from '../options.ts'
import { bookOf, priceTicks } from '../revaluation/positions.ts'
import {
  bareDecimals,
  compiledEachTime,
  oneByOne,
  wholeNumbers,
  type Revaluer,
} from '../revaluation/revaluers.ts'
import type { RevaluedFigures } from '../revaluation/revalued-figures.ts'
import { median, spread, type Spread } from '../cost/statistics.ts'

export interface RevaluationFigures {
  readonly positions: number
  /** For how many of them a request could be submitted, over all ticks. */
  readonly ready: Spread
  readonly contestants: readonly RevaluerFigures[]
  /** The rate of the first, divided by the rate of each other one. */
  readonly ratios: readonly { readonly to: string; readonly ratio: Spread }[]
  readonly sizes: readonly SizeFigures[]
}

/** The speed of one way of revaluing on one core, by the processor time of all threads. */
export interface RevaluerFigures {
  readonly name: string
  readonly positionsPerSecond: Spread
  /** The time from the tick to the last figure of all positions. */
  readonly tickMs: number
}

/** The cost of a tick at a number of positions. */
export interface SizeFigures {
  readonly positions: number
  readonly tickMs: number
  readonly microsecondsEach: Spread
}

/** The cost of one tick for one position. */
interface TickCost {
  readonly ready: number
  readonly microsecondsEach: number
  readonly tickMs: number
}

/**
 * Revalues a book at price ticks and finds the positions that can be called. The contestants take
 * turns, one tick a round. Before, all must give the same figures for every position.
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

/** The same with fewer positions, repeated until equally many positions are revalued. */
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

/** @throws Error that shows two different figures of one position. */
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
