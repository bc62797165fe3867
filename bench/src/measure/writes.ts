import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { signatureWindowMs } from '@vadium/schema'
import { atTheEnd } from '../cleanup.ts'
import { startContestant } from '../contestants/contestant.ts'
import { thisApi, writingServiceEntry } from '../contestants/entries.ts'
import type { Options } from '../options.ts'
import { measureAppends, openAppenders } from '../writes/appends.ts'
import { type OrderFigures, OrderWriter } from '../writes/orders.ts'
import { startReplicatedPostgres } from '../writes/replicated-postgres.ts'
import { writingBook } from '../writes/write-scenario.ts'
import type { Spread } from '../cost/statistics.ts'

/** Where writes are measured. */
export interface WriteSetting {
  /** Whether commits wait for a synchronous standby. */
  readonly standby: boolean
  readonly organizations: 1 | 64
  readonly clients: 1 | 16
}

/** Commits a second that append two events each. */
export interface AppendFigures extends WriteSetting {
  readonly before: Spread
  readonly now: Spread
  /** `now` to `before`, round by round. */
  readonly ratio: Spread
  /** How long after the last commit of a round its last event had its position. */
  readonly numberedAfterMs: number
}

export interface WriteFigures {
  readonly appends: readonly AppendFigures[]
  readonly orders: readonly (WriteSetting & OrderFigures)[]
}

const settings: readonly WriteSetting[] = [false, true].flatMap((standby) =>
  ([64, 1] as const).flatMap((organizations) =>
    ([16, 1] as const).map((clients) => ({ standby, organizations, clients })),
  ),
)

/** Short rounds, because there are eight settings. */
const roundsOf = ({ quick }: Options) =>
  quick ? { rounds: 2, roundSeconds: 1 } : { rounds: 5, roundSeconds: 2 }

/** Measures writes on a database of their own, with the service running on it. */
export async function measureWrites(options: Options): Promise<WriteFigures> {
  const postgres = await startReplicatedPostgres()
  const { scenario, pairs } = writingBook()
  const folder = await mkdtemp(join(tmpdir(), 'vadium-bench-writes-'))
  atTheEnd(() => rm(folder, { recursive: true, force: true }))
  const scenarioPath = join(folder, 'scenario.json')
  await writeFile(scenarioPath, JSON.stringify(scenario))
  const served = { api: thisApi, databaseUrl: postgres.url, scenarioPath }
  const service = await startContestant(writingServiceEntry(served))
  atTheEnd(() => service.stop())
  // Until then, the service searches the database for signatures accepted before its start.
  await wait(signatureWindowMs + 1000)
  const notBeforeMs = Date.now()

  const logs = pairs.flatMap(({ lenderId, borrowerId }) => [lenderId, borrowerId])
  const appenders = await openAppenders(postgres.url, 16)
  const orderWriter = new OrderWriter(postgres.owner, service, pairs, notBeforeMs)
  const appends: AppendFigures[] = []
  const orders: (WriteSetting & OrderFigures)[] = []
  for (const setting of settings) {
    await postgres.waitForStandby(setting.standby)
    const { organizations, clients } = setting
    const lane = { logs: logs.slice(0, organizations), clients: appenders.slice(0, clients) }
    appends.push({ ...setting, ...(await measureAppends(postgres.owner, lane, roundsOf(options))) })
    const writing = { pairs: organizations === 1 ? 1 : pairs.length, clients }
    orders.push({ ...setting, ...(await orderWriter.measure(writing, roundsOf(options))) })
  }
  await Promise.all(appenders.map((client) => client.end()))
  await service.stop()
  return { appends, orders }
}
