import { setTimeout as wait } from 'node:timers/promises'
import { signatureWindowMs } from '@vadium/schema'
import { thisApi } from '../contestants/entries.ts'
import { median, spread, type Spread } from '../cost/statistics.ts'
import type { Options } from '../options.ts'
import {
  type AlternativeFigures,
  measureAlternative,
  openAlternativeOrders,
} from '../writes/alternative-orders.ts'
import { type AppendFigures, measureAppends, openAppenders } from '../writes/appends.ts'
import { CustodyBacklog } from '../writes/custody-steps.ts'
import { type OrderFigures, OrderWriter } from '../writes/orders.ts'
import { startReplicatedPostgres } from '../writes/replicated-postgres.ts'
import { settleOrders } from '../writes/settled-orders.ts'
import { openWriteBook } from '../writes/write-book.ts'
import { type MeasuredCosts, measureWriteCosts } from '../writes/write-costs.ts'
import type { SentWrite, WriteRequests } from '../writes/write-requests.ts'
import { pairCount } from '../writes/write-scenario.ts'

/** Where writes are measured. */
export interface WriteSetting {
  /** Whether commits wait for a synchronous standby. */
  readonly standby: boolean
  /** Pairs of a lender and a borrower. Appends go to the logs of so many organizations. */
  readonly pairs: 1 | typeof pairCount
  /** Who sends one request after the other, or how many custody workers there are. */
  readonly clients: 1 | 16
}

export type MeasuredWrite = SentWrite | 'custody step' | 'order until settled'

/** One write in one setting. */
export interface WriteRates extends WriteSetting {
  readonly write: MeasuredWrite
  readonly perSecond: Spread
  /** Of a custody step, the mean. */
  readonly p50Ms: number
}

export interface WriteFigures {
  readonly appends: readonly (WriteSetting & AppendFigures)[]
  readonly orders: readonly (WriteSetting & OrderFigures)[]
  /** Of NestJS with TypeORM, in the same settings. */
  readonly alternatives: readonly (WriteSetting & AlternativeFigures)[]
  readonly writes: readonly WriteRates[]
  readonly costs: MeasuredCosts
}

const pairNumbers = [pairCount, 1] as const
const clientNumbers = [16, 1] as const
const standbys = [false, true]

/** The writes that need what others have left. `create order` is measured with its delivery. */
const answers = ['accept order', 'create margin call', 'accept margin call'] as const

/** Short rounds, because there are eight settings. */
const sizesOf = ({ quick }: Options) =>
  quick
    ? { rounds: 1, roundSeconds: 0.5, count: 32, countAlone: 20 }
    : { rounds: 5, roundSeconds: 2, count: 64, countAlone: 60 }
type Sizes = ReturnType<typeof sizesOf>

/** Measures writes on databases of their own, with services that run on them. */
export async function measureWrites(options: Options): Promise<WriteFigures> {
  const sizes = sizesOf(options)
  const postgres = await startReplicatedPostgres()
  const { owner, url: databaseUrl } = postgres
  // Each setting has a round of each pair number before the measured ones.
  const calls = standbys.length * clientNumbers.length * (sizes.rounds + 1) * sizes.count
  const positions = { ofTheFirstPair: calls * 2, ofEachOther: Math.ceil(calls / pairCount) + 1 }
  const book = await openWriteBook({ api: thisApi, databaseUrl, owner, positions })
  const begunMs = Date.now()
  const costs = await measureWriteCosts(sizes.countAlone)
  // Until then, the service searches the database for signatures accepted before its start.
  await wait(Math.max(0, begunMs + signatureWindowMs + 1000 - Date.now()))
  const requests = book.requestsFrom(Date.now())
  const [followed] = book.pairs
  if (followed === undefined) throw new Error('there is no pair to follow')
  const orderWriter = new OrderWriter(book, followed, requests)
  const appenders = await openAppenders(databaseUrl, 16)
  const logs = book.pairs.flatMap(({ lender, borrower }) => [lender.id, borrower.id])
  const alternative = await openAlternativeOrders(databaseUrl, book.pairs)
  const appends: (WriteSetting & AppendFigures)[] = []
  const orders: (WriteSetting & OrderFigures)[] = []
  const alternatives: (WriteSetting & AlternativeFigures)[] = []
  const writes: WriteRates[] = []
  for (const setting of settingsOf(clientNumbers)) {
    await postgres.waitForStandby(setting.standby)
    const { pairs, clients } = setting
    const lane = { logs: logs.slice(0, pairs), clients: appenders.slice(0, clients) }
    appends.push({ ...setting, ...(await measureAppends(owner, lane, sizes)) })
    orders.push({ ...setting, ...(await orderWriter.measure(setting, sizes)) })
    const ofAlternative = await measureAlternative(alternative, setting, sizes)
    alternatives.push({ ...setting, ...ofAlternative })
    for (const write of answers) {
      writes.push(
        await ratesOf(write, setting, sizes, () => answerOnce(requests, write, setting, sizes)),
      )
    }
  }
  const backlog = new CustodyBacklog(owner, book.pairs, requests)
  for (const workers of clientNumbers) {
    for (const setting of settingsOf([workers])) {
      await postgres.waitForStandby(setting.standby)
      await backlog.fill(setting.pairs, sizes.count * (sizes.rounds + 1))
      await book.withCustody(workers, async () => {
        writes.push(
          await ratesOf('custody step', setting, sizes, async () => {
            const { perSecond, msEach } = await backlog.work(setting.pairs, sizes.count, workers)
            await backlog.putOff()
            return { perSecond, p50Ms: msEach }
          }),
        )
        // Quick runs leave out the others, because an order takes seconds to settle.
        if (options.quick && (setting.standby || workers === 1)) return
        const settled = await settleOrders(owner, requests, setting)
        writes.push({
          ...{ ...setting, write: 'order until settled' as const },
          perSecond: spread([settled.perSecond]),
          p50Ms: settled.p50Ms,
        })
      })
    }
  }
  await Promise.all([
    requests.close(),
    alternative.stop(),
    ...appenders.map((client) => client.end()),
  ])
  await book.service.stop()
  return { appends, orders, alternatives, writes, costs }
}

const settingsOf = (clients: readonly WriteSetting['clients'][]): WriteSetting[] =>
  standbys.flatMap((standby) =>
    pairNumbers.flatMap((pairs) => clients.map((count) => ({ standby, pairs, clients: count }))),
  )

async function answerOnce(
  requests: WriteRequests,
  write: SentWrite,
  { pairs, clients }: WriteSetting,
  { count }: Sizes,
): Promise<Rate> {
  const { requestsPerSecond, latenciesMs } = await requests.send(
    await requests.prepare(write, pairs, count),
    clients,
  )
  return { perSecond: requestsPerSecond, p50Ms: median(latenciesMs) }
}

interface Rate {
  readonly perSecond: number
  readonly p50Ms: number
}

/** The first round warms up. */
async function ratesOf(
  write: MeasuredWrite,
  setting: WriteSetting,
  { rounds }: Sizes,
  round: () => Promise<Rate>,
): Promise<WriteRates> {
  await round()
  const measured: Rate[] = []
  for (let n = 0; n < rounds; n += 1) measured.push(await round())
  return {
    ...{ ...setting, write },
    perSecond: spread(measured.map(({ perSecond }) => perSecond)),
    p50Ms: median(measured.map(({ p50Ms }) => p50Ms)),
  }
}
