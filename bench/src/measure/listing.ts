import { type BenchBook, withApplication } from '../running/bench-book.ts'
import { atTheEnd } from '../cleanup.ts'
import { type Contestant, type Entry, startContestant } from '../contestants/contestant.ts'
import { ceilingEntry, nestjsEntry } from '../contestants/entries.ts'
import type { Options } from '../options.ts'
import { type Figures, measureInTurns, type Racer, ratioOf } from './rounds.ts'
import type { Spread } from '../cost/statistics.ts'

export const listingConnections = 32

export interface ListingFigures {
  readonly rows: number
  readonly contestants: readonly Figures[]
  /** The rate of the service, divided by the rate of each other contestant. */
  readonly ratios: readonly { readonly to: string; readonly ratio: Spread }[]
}

const target = '/transfers?page_size=50'
const unsigned = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)

/** The service, signed. */
export function listingRacer({ application, requests, service }: BenchBook): Racer {
  const { port, pid } = service
  return { name: 'a  service, signed', application, port, pid, request: () => requests.get(target) }
}

/** Measures how many requests a second for the same page each contestant answers, in turns. */
export async function measureListing(book: BenchBook, options: Options): Promise<ListingFigures> {
  await book.fillTo(options.rows)
  // The best index for TypeORM's query. No other query of the bench uses it.
  await book.owner.query('CREATE INDEX bench_newest ON transfers (create_time DESC, id DESC)')
  const others: Contestant[] = []
  const plain = async (
    name: string,
    application: string,
    entryOn: (databaseUrl: string) => Entry,
  ): Promise<Racer> => {
    const contestant = await startContestant(
      entryOn(withApplication(book.databaseUrl, application)),
    )
    atTheEnd(() => contestant.stop())
    others.push(contestant)
    const { port, pid } = contestant
    return { name, application, port, pid, request: () => unsigned }
  }
  const racers = [
    listingRacer(book),
    await plain('c1 ceiling, joined in Node', 'ceiling-rows', (url) => ceilingEntry(url, 'rows')),
    await plain('c2 ceiling, joined in SQL', 'ceiling-joined', (url) =>
      ceilingEntry(url, 'joined'),
    ),
    await plain('d  NestJS with TypeORM', 'nestjs', nestjsEntry),
  ]
  const settings = { ...options, connections: listingConnections }
  const contestants = await measureInTurns(book.owner, racers, settings)
  for (const contestant of others) await contestant.stop()
  await book.owner.query('DROP INDEX bench_newest')

  const [first, ...rest] = contestants
  const ratios =
    first === undefined ? [] : rest.map((to) => ({ to: to.name, ratio: ratioOf(first, to) }))
  return { rows: options.rows, contestants, ratios }
}
