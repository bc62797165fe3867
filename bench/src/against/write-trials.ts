import { startTemporaryPostgres } from '@vadium/local-postgres'
import pg from 'pg'
import { atTheEnd } from '../cleanup.ts'
import { withCost } from '../cost/processor-time.ts'
import { median } from '../cost/statistics.ts'
import type { Options } from '../options.ts'
import { ownerApplication, postgresSettings, withApplication } from '../running/bench-book.ts'
import { CustodyBacklog } from '../writes/custody-steps.ts'
import { settleOrders } from '../writes/settled-orders.ts'
import { openWriteBook } from '../writes/write-book.ts'
import { sentWrites } from '../writes/write-requests.ts'
import { pairCount } from '../writes/write-scenario.ts'
import type { Measured, Trial } from './trial.ts'

const roundsMax = 5
const lanes = [
  { name: '16 clients, one pair', pairs: 1, clients: 16 },
  { name: `16 clients, ${pairCount} pairs`, pairs: pairCount, clients: 16 },
  { name: 'one client', pairs: 1, clients: 1 },
] as const

/** Each commit has a book of its own for this, whatever its schema is, and no standby. */
export function writeTrial({ quick }: Options): Trial {
  const count = quick ? 32 : 64
  return {
    title: `Writes, ${count} of each kind at a time`,
    roundsMax,
    begin: async ({ api }) => {
      const postgres = await startTemporaryPostgres({ durable: true, settings: postgresSettings })
      atTheEnd(() => postgres.stop())
      const connectionString = withApplication(postgres.url, ownerApplication)
      const owner = new pg.Client({ connectionString })
      owner.on('error', () => undefined)
      await owner.connect()
      atTheEnd(() => owner.end())
      const calls = count * (roundsMax + 1)
      // Two lanes have one pair, two writes need a position each, and so does a custody step.
      const positions = {
        ofTheFirstPair: calls * 5,
        ofEachOther: Math.ceil((calls * 3) / pairCount),
      }
      const book = await openWriteBook({ api, databaseUrl: postgres.url, owner, positions })
      const requests = book.requestsFrom(Date.now())
      const backlog = new CustodyBacklog(owner, book.pairs, requests)
      return async () => {
        const measured: Record<string, number | undefined> = {}
        for (const { name, pairs, clients } of lanes) {
          for (const write of sentWrites) {
            const prepared = await requests.prepare(write, pairs, count)
            const sent = await withCost(owner, book.metered, () => requests.send(prepared, clients))
            if (clients === 1) measured[`${write}, ${name}, p50 ms`] = median(sent.latenciesMs)
            else measured[`${write}, ${name}, /s`] = sent.requestsPerSecond
            measured[`${write}, ${name}, server µs`] = sent.serverMicroseconds
            measured[`${write}, ${name}, PostgreSQL µs`] = sent.databaseMicroseconds
          }
        }
        await backlog.fill(pairCount, count)
        return book.withCustody(16, async (): Promise<Measured> => {
          const steps = await backlog.work(pairCount, count, 16)
          await backlog.putOff()
          const settled = await settleOrders(owner, requests, { pairs: pairCount, clients: 16 })
          return {
            ...measured,
            'custody step, 16 workers, /s': steps.perSecond,
            'order until settled, 16 clients, /s': settled.perSecond,
            'order until settled, 16 clients, p50 ms': settled.p50Ms,
          }
        })
      }
    },
  }
}
