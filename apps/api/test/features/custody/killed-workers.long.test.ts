import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SimulatedCustody } from '../../../src/features/custody/simulated/simulated-custody.ts'
import type { ScriptChanges } from '../../../src/features/custody/simulated/simulated-script.ts'
import { seedFrom } from '../../harness/long-run.ts'
import { bookOfDeals, simulatedCustodian } from '../../harness/book-of-deals.ts'
import {
  type BuiltService,
  buildProgram,
  type RunningProcess,
} from '../../harness/built-service.ts'
import { decideTransfer, externalIdOf, wantCancelled } from '../../harness/decided-transfer.ts'
import { expectSettledBook } from '../../harness/settled-book.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import type { MortalOrders, MortalWords } from '../../harness/mortal-worker.ts'

const kills = Number(process.env['WORKER_KILLS'] ?? 50)
const aliveAtOnce = 3
const atOnceMax = 4
/** A worker sends about this many statements for one instruction, from its claim to its end. */
const statementsMax = 90
const underWayAtOnce = 12
const tickMs = 250

const { book, deals } = bookOfDeals(4)
let service: RunningService
let custodian: SimulatedCustody
let workers: BuiltService
beforeAll(async () => {
  workers = await buildProgram('mortal-worker')
  service = await startService({ scenario: book.scenario })
  custodian = await simulatedCustodian(service)
}, 120_000)
afterAll(async () => {
  await service.close()
})

const seed = seedFrom('SEED', 20260302)
const chances = fc.sample(fc.nat({ max: 0x7fffffff }), { seed, numRuns: 20_000 }).values()
const below = (bound: number) => Number(chances.next().value) % bound

/**
 * A lost answer, and a custodian that does not recognise ids, would each reveal a worker that sends
 * without asking first.
 */
const randomScript = (): ScriptChanges => ({
  lostSubmissions: Math.max(0, below(4) - 2),
  lostAnswers: Math.max(0, below(4) - 1),
  lostReplies: below(2),
  stages: [
    { word: 'pendingApproval', lastsMs: below(1000) },
    { word: 'confirming', lastsMs: below(3000) },
  ],
  outcome:
    (['completed', 'completed', 'completed', 'failed', 'rejected'] as const)[below(5)] ??
    'completed',
  forgetsIds: true,
})

const decided: string[] = []
const senders = new Map<string, string>()
async function keepBusy(): Promise<void> {
  const { rows } = await service.database.query(
    'SELECT count(*)::int AS count FROM instructions WHERE due_at IS NOT NULL',
  )
  for (let missing = underWayAtOnce - Number(rows[0]?.['count']); missing > 0; missing -= 1) {
    const deal = deals[below(deals.length)]
    if (deal === undefined) throw new Error('there are deals')
    const from = below(3) === 0 ? 'lender' : 'borrower'
    const id = await decideTransfer(service.services, deal, {
      from,
      quantity: `0.${below(99) + 1}`,
    })
    await custodian.script(randomScript(), { externalTransferId: externalIdOf(id) })
    decided.push(id)
    senders.set(id, deal[from].id)
    if (below(6) === 0) await askToCancel(id)
  }
  const underWay = decided.slice(-underWayAtOnce)
  if (below(4) === 0) await askToCancel(underWay[below(underWay.length)])
}

/** As its sender; it may have ended by now. */
async function askToCancel(id = ''): Promise<void> {
  await wantCancelled(service.services, senders.get(id) ?? '', id)
}

class MortalWorker {
  static count = 0
  readonly name = `worker-${(MortalWorker.count += 1)}`
  readonly #idPrefix = MortalWorker.count.toString(16).padStart(8, '0')
  readonly #process: RunningProcess

  constructor(onIdle: (bookTime: number) => void) {
    const url = new URL(service.database.url)
    url.searchParams.set('application_name', this.name)
    this.#process = workers.start(
      {
        DATABASE_URL: url.toString(),
        BOOK_TIME: String(service.clock.now()),
        ID_PREFIX: this.#idPrefix,
        DIES_AT_STATEMENT: String(1 + below(statementsMax)),
        DIES_BEFORE_IT: String(below(2)),
        AT_ONCE_MAX: String(atOnceMax),
        CUSTODY_ATTEMPTS_MAX: '1000',
      },
      true,
    )
    this.#process.child.on('message', (words: MortalWords) => {
      onIdle(words.idleAt)
    })
  }

  send(orders: MortalOrders): void {
    // A worker that has just died receives nothing any more.
    if (this.#process.child.connected) this.#process.child.send(orders, () => undefined)
  }

  /** The last statement before it dies. */
  async death(): Promise<string> {
    const end = await this.#process.ended
    expect(end, this.#process.output()).toBe('SIGKILL')
    await this.#isGone()
    await this.#claimsLapse()
    return this.#process.output().replaceAll(/\s+/g, ' ').slice(0, 90)
  }

  /** Its statements have ended at the database as well. */
  async #isGone(): Promise<void> {
    const here = 'SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1'
    await expect
      .poll(async () => (await service.database.query(here, [this.name])).rows[0]?.['count'], {
        timeout: 10_000,
        interval: 5,
      })
      .toBe(0)
  }

  /** As they would by themselves, a minute later. */
  async #claimsLapse(): Promise<void> {
    await service.database.query(
      `UPDATE instructions SET claimed_until = now() - interval '1 second'
       WHERE left(claim::text, 8) = $1`,
      [this.#idPrefix],
    )
  }
}

it(`loses no transfer and moves none twice with ${kills} workers killed anywhere (SEED=${seed})`, async () => {
  const alive = new Set<MortalWorker>()
  const lastStatements: string[] = []
  let ticking = Promise.resolve()
  /** The clock moves on when no work is due at the present time. */
  const tick = (bookTime: number) => {
    if (bookTime < service.clock.now()) return
    service.clock.set(new Date(bookTime + tickMs).toISOString())
    ticking = ticking.then(keepBusy).then(() => {
      for (const worker of alive) worker.send({ bookTime: service.clock.now() })
    })
  }
  const runUntilKilled = async () => {
    while (MortalWorker.count < kills) {
      const worker = new MortalWorker(tick)
      alive.add(worker)
      lastStatements.push(await worker.death())
      alive.delete(worker)
      tick(service.clock.now())
    }
  }
  await keepBusy()
  await Promise.all(Array.from({ length: aliveAtOnce }, runUntilKilled))
  await ticking
  expect(lastStatements).toHaveLength(kills)

  const lives = `${decided.length} transfers, last words:\n${lastStatements.join('\n')}`
  await expectSettledBook(service, custodian, decided, lives)
}, 180_000)
