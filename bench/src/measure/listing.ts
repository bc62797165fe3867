import type { BenchBook } from '../book/bench-book.ts'
import { atTheEnd } from '../cleanup.ts'
import { type Contestant, type Entry, startContestant } from '../contestants/contestant.ts'
import { ceilingEntry, nestjsEntry } from '../contestants/entries.ts'
import type { Options } from '../options.ts'
import { type Measured, measureInTurns, type Racer } from './rounds.ts'

const target = '/transfers?page_size=50'
const unsigned = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)

/** Requests a second of the same page from each contestant, in turns. */
export async function measureListing(book: BenchBook, options: Options): Promise<Measured[]> {
  await book.fillTo(options.rows)
  // The best that TypeORM's query can be given. No other query of the bench is planned to use it.
  await book.owner.query('CREATE INDEX bench_newest ON transfers (create_time DESC, id DESC)')
  const others: Contestant[] = []
  const open = async (entry: Entry) => {
    const contestant = await startContestant(entry)
    atTheEnd(() => contestant.stop())
    others.push(contestant)
    return contestant
  }
  const plain = async (name: string, application: string, entry: Entry): Promise<Racer> => {
    const { port, pid } = await open(entry)
    return { name, application, port, pid, request: () => unsigned }
  }
  const racers = [
    {
      name: 'service',
      application: 'vadium',
      port: book.service.port,
      pid: book.service.pid,
      request: () => book.requests.get(target),
    },
    await plain(
      'ceiling, joined in the program',
      'ceiling-rows',
      ceilingEntry(book.databaseUrl, 'rows'),
    ),
    await plain(
      'ceiling, joined in SQL',
      'ceiling-joined',
      ceilingEntry(book.databaseUrl, 'joined'),
    ),
    await plain('NestJS and TypeORM', 'nestjs', nestjsEntry(book.databaseUrl)),
  ]
  const measured = await measureInTurns(book.owner, racers, { ...options, connections: 32 })
  for (const contestant of others) await contestant.stop()
  await book.owner.query('DROP INDEX bench_newest')
  return measured
}
