import type { Moves } from './hypothesis.ts'
import { pastShocks } from './past-shocks.ts'

/** Prices at which the whole book is computed. */
export interface Point {
  readonly name: string
  readonly moves: Moves
}

/** The changes of the table, in percent. They are computed first. */
export const tablePercents = [-50, -40, -30, -20, -10, -5, 0, 5, 10, 20, 30, 40, 50] as const

export const percentMax = 60

/** What the second asset may do with the first one. Whatever it is, no price falls below zero. */
export const linkFactors = [0.5, 1, 1.5] as const

/** How many positions are revalued for a whole curve at most, so that it follows the prices. */
const revaluationsMax = 60_000

/** The distance in percent of two points of a curve over a book of so many positions. */
export function stepOf(positions: number): number {
  const step = [1, 2, 5].find((each) => positions * ((2 * percentMax) / each) <= revaluationsMax)
  return step ?? 10
}

export const nameOf = (percent: number): string => `${percent > 0 ? '+' : ''}${percent} %`

/** An asset whose price moves, and perhaps another one that moves with it. */
export interface Moved {
  readonly asset: string
  readonly linked?: string | undefined
  readonly factor?: number | undefined
}

export const movesOf = ({ asset, linked, factor = 1 }: Moved, percent: number): Moves => ({
  [asset]: percent,
  ...(linked !== undefined && { [linked]: percent * factor }),
})

/** The percents of a curve, the lowest first. Those of the table are among them. */
export function curvePercents(positions: number): readonly number[] {
  const step = stepOf(positions)
  const count = Math.floor((2 * percentMax) / step)
  const even = Array.from({ length: count + 1 }, (_, i) => i * step - percentMax)
  return [...new Set([...even, ...tablePercents])].toSorted((one, other) => one - other)
}

/** Everything that is computed, what is looked at first before the rest of the curve. */
export function pointsOf(moved: Moved, positions: number): readonly Point[] {
  const percents = new Set<number>([...tablePercents, ...curvePercents(positions)])
  return [
    ...pastShocks.map(({ day, moves }) => ({ name: day, moves })),
    ...[...percents].map((percent) => ({ name: nameOf(percent), moves: movesOf(moved, percent) })),
  ]
}
