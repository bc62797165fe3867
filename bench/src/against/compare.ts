import { type BenchBook, openBenchBooks } from '../running/bench-book.ts'
import { checkDocuments, fillTransfers } from '../book/bulk-transfers.ts'
import { thisApi } from '../contestants/entries.ts'
import { spread, type Spread } from '../cost/statistics.ts'
import type { Options } from '../options.ts'
import { type Checkout, checkOut } from './checkout.ts'
import type { Measured, Trial } from './trial.ts'
import { trialsOf } from './trials.ts'

/** One figure of this commit and of another. */
export interface Compared {
  readonly name: string
  readonly here: Spread
  readonly there: Spread
  /** This commit to the other, round by round. */
  readonly ratio: Spread
}

export interface Comparison {
  readonly commit: string
  readonly title: string
  readonly rounds: number
  readonly figures: readonly Compared[]
}

/**
 * Measures the chosen parts for this commit and another in turns, and passes each result to
 * `onComparison`. Both run on one book if their migrations are the same, otherwise each has its
 * own, filled by itself.
 */
export async function compareWith(
  against: string,
  options: Options,
  onComparison: (comparison: Comparison) => void,
): Promise<Comparison[]> {
  const trials = options.parts.flatMap((part) => trialsOf[part]?.(options) ?? [])
  if (trials.length === 0) return []
  const checkout = await checkOut(against)
  const [here, there] = await openBoth(checkout)
  if (here === undefined || there === undefined) throw new Error('a book is missing')
  const comparisons: Comparison[] = []
  for (const trial of trials) {
    const rounds = Math.min(options.rounds, trial.roundsMax ?? Infinity)
    const figures = await inTurns(trial, rounds, here, there)
    const comparison = { commit: checkout.commit, title: trial.title, rounds, figures }
    onComparison(comparison)
    comparisons.push(comparison)
  }
  return comparisons
}

async function openBoth({ api, bulk, sameSchema }: Checkout): Promise<BenchBook[]> {
  const ours = { checkDocuments, fillTransfers }
  return openBenchBooks([
    { api: thisApi, application: 'bench-here', database: 'here', bulk: ours },
    sameSchema
      ? { api, application: 'bench-there', database: 'here', bulk: ours }
      : { api, application: 'bench-there', database: 'there', bulk: await bulk() },
  ])
}

/** Rounds are here, there, there, here, …, so that neither always follows the other. */
async function inTurns(trial: Trial, rounds: number, here: BenchBook, there: BenchBook) {
  const sides = [
    { round: await trial.begin(here), measured: [] as Measured[] },
    { round: await trial.begin(there), measured: [] as Measured[] },
  ] as const
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const measured = await side.round()
      // The first round warms up.
      if (round > 0) side.measured.push(measured)
    }
  }
  return compared(sides[0].measured, sides[1].measured)
}

function compared(here: readonly Measured[], there: readonly Measured[]): Compared[] {
  const names = Object.keys(here[0] ?? {})
  return names.flatMap((name) => {
    const pairs = here.flatMap((measured, round) => {
      const [of, to] = [measured[name], there[round]?.[name]]
      return of === undefined || to === undefined ? [] : [{ of, to }]
    })
    if (pairs.length === 0) return []
    return [
      {
        name,
        here: spread(pairs.map(({ of }) => of)),
        there: spread(pairs.map(({ to }) => to)),
        ratio: spread(pairs.map(({ of, to }) => of / to)),
      },
    ]
  })
}
