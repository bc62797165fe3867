import { TickBook, type TickFigures } from '../tick/tick-book.ts'
import type { Options } from '../options.ts'
import { spread, type Spread } from '../cost/statistics.ts'

/** A price change that calls some of many positions. */
export interface TickSummary {
  readonly positions: number
  readonly crossings: number
  /** From sending the price until both sides of the last position were notified. */
  readonly notifiedMs: Spread
  readonly serverSeconds: Spread | undefined
  readonly databaseSeconds: Spread | undefined
}

/** Each number of positions has a book of its own. The first round warms up. */
export async function measureTick({ tickPositions, rounds }: Options): Promise<TickSummary[]> {
  const summaries: TickSummary[] = []
  for (const positions of tickPositions) {
    const book = await TickBook.open(positions)
    const all: TickFigures[] = []
    for (let round = 0; round <= Math.min(rounds, 3); round += 1) {
      const figures = await book.round()
      if (round > 0) all.push(...figures)
    }
    await book.close()
    summaries.push(...summariesOf(all))
  }
  return summaries
}

function summariesOf(all: readonly TickFigures[]): TickSummary[] {
  return [...new Set(all.map(({ crossings }) => crossings))].map((crossings) => {
    const of = all.filter((figures) => figures.crossings === crossings)
    return {
      positions: of[0]?.positions ?? 0,
      crossings,
      notifiedMs: spread(of.map(({ notifiedMs }) => notifiedMs)),
      serverSeconds: spreadOf(of.map(({ serverSeconds }) => serverSeconds)),
      databaseSeconds: spreadOf(of.map(({ databaseSeconds }) => databaseSeconds)),
    }
  })
}

function spreadOf(values: readonly (number | undefined)[]): Spread | undefined {
  const known = values.flatMap((value) => (value === undefined ? [] : [value]))
  return known.length === 0 ? undefined : spread(known)
}
