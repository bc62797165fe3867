import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { isDatabaseFailure } from '../db/database-failure.ts'
import { type RecurringWork, runPeriodically } from '../recurring-work.ts'
import { channels } from './event-hints.ts'

const eventsMax = 2000
/**
 * How many of the oldest unnumbered events are searched for logs to number. So many that the events
 * of a log that cannot be numbered now do not hide those of others.
 */
const searchedMax = 100_000
/** How often each process looks for events that another did not number, because it ended. */
const sweepMs = 500
const sweepsPerRaise = 4
/**
 * How long to wait for a transaction that has locked a log. It usually numbers the same events, so
 * the first wait is short. Each wait after it is twice as long, up to the maximum.
 */
const busyMs = { first: 3, max: 100 }
/** How long a caller waits for such a log. The log is numbered by a sweep later. */
const waitMsMax = 5000
/** How long a reader waits for the events that were committed before it asked. */
const readerMsMax = 1000

interface Waiter {
  readonly sinceMs: number
  readonly numbered: () => void
  readonly failed: (error: unknown) => void
}

interface Round {
  /** Logs that are locked, or of which there may be more events. */
  readonly unfinished: ReadonlySet<string>
  readonly hasNumbered: boolean
}

/** Those who wait for each log. */
type Waiters = Map<string, Waiter[]>

/**
 * Gives committed events their positions, and then notifies the listeners of all processes. Any
 * number of processes may do so at once. In one process a round follows the other, and what is
 * committed meanwhile is numbered by the next round, all of it in one transaction.
 */
export class EventNumbering {
  readonly #pool: pg.Pool
  readonly #logger: Pick<FastifyBaseLogger, 'warn'>
  #next: Waiters = new Map()
  #working: Promise<void> | undefined
  #busyMs = busyMs.first

  /** @param pool Of this class only: a connection that requests neither wait for nor keep. */
  constructor(pool: pg.Pool, logger: Pick<FastifyBaseLogger, 'warn'>) {
    this.#pool = pool
    this.#logger = logger
  }

  /** Events of these logs were committed. After a failure, a sweep numbers them. */
  committed(logs: Iterable<string>): void {
    this.number(logs).catch((err: unknown) => {
      this.#logger.warn({ err }, 'numbering events failed')
    })
  }

  /** Numbers the events of these logs that were committed before the call. */
  async number(logs: Iterable<string>): Promise<void> {
    const waits = [...logs].map((log) => this.#numbered(log))
    this.#working ??= this.#work()
    await Promise.all(waits)
  }

  /**
   * As `number`, for a reader of one log. It waits for a second at most, and fails never: behind
   * many unnumbered events, or a log that is locked, it reads the events that have positions, and
   * later the others.
   */
  async catchUp(log: string): Promise<void> {
    const limit = new AbortController()
    const numbered = this.number([log]).catch((err: unknown) => {
      this.#logger.warn({ err }, 'numbering events for a reader failed')
    })
    const late = pause(readerMsMax, undefined, { signal: limit.signal }).catch(() => undefined)
    await Promise.race([numbered, late])
    limit.abort()
  }

  /** Numbers the oldest unnumbered events of all logs. */
  async sweep(): Promise<void> {
    const text = 'SELECT log FROM unnumbered_logs($1)'
    const { rows } = await this.#pool.query<{ log: string }>(text, [searchedMax])
    if (rows.length > 0) await this.number(rows.map(({ log }) => log))
  }

  /** Sweeps until it is stopped: a process that has ended may have left events. */
  start(): RecurringWork {
    let sweeps = 0
    return runPeriodically(async () => {
      sweeps += 1
      try {
        await this.sweep()
        const raise = 'SELECT raise_numbering_start()'
        if (sweeps % sweepsPerRaise === 0) await this.#pool.query(raise)
      } catch (err) {
        this.#logger.warn({ err }, 'sweep of unnumbered events failed')
      }
      return sweepMs
    })
  }

  /** Resolves when the events committed in this process are numbered. No other call may follow. */
  async close(): Promise<void> {
    await this.#working
    await this.#pool.end()
  }

  #numbered(log: string): Promise<void> {
    return new Promise((numbered, failed) => {
      this.#wait(log, [{ sinceMs: performance.now(), numbered, failed }])
    })
  }

  #wait(log: string, waiters: readonly Waiter[]): void {
    this.#next.set(log, [...(this.#next.get(log) ?? []), ...waiters])
  }

  async #work(): Promise<void> {
    while (this.#next.size > 0) {
      const round = this.#next
      this.#next = new Map()
      await this.#numberAll(round)
    }
    this.#working = undefined
  }

  async #numberAll(round: Waiters): Promise<void> {
    try {
      const { unfinished, hasNumbered } = await this.#send([...round.keys()])
      for (const [log, waiters] of round) {
        if (unfinished.has(log)) this.#waitOn(log, waiters)
        else for (const { numbered } of waiters) numbered()
      }
      if (hasNumbered || unfinished.size === 0) this.#busyMs = busyMs.first
      else {
        await pause(this.#busyMs)
        this.#busyMs = Math.min(2 * this.#busyMs, busyMs.max)
      }
    } catch (error) {
      if (round.size === 1 || isDatabaseFailure(error)) {
        for (const waiters of round.values()) for (const { failed } of waiters) failed(error)
        return
      }
      // One log that cannot be numbered does not hold up the others.
      for (const one of round) await this.#numberAll(new Map([one]))
    }
  }

  /** Waits on for a log that is not finished. */
  #waitOn(log: string, waiters: readonly Waiter[]): void {
    const isLate = ({ sinceMs }: Waiter) => performance.now() - sinceMs > waitMsMax
    const late = waiters.filter(isLate)
    for (const { failed } of late)
      failed(new Error(`log ${log} was not numbered within ${waitMsMax} ms`))
    const others = waiters.filter((waiter) => !late.includes(waiter))
    if (others.length > 0) this.#wait(log, others)
  }

  /**
   * One message with two transactions: the listeners are notified even if this process ends as soon
   * as the message has arrived. A NOTIFY in the first one would hold a lock of the whole database
   * while the commit waits for the disk and a standby. The second one writes nothing, so it waits
   * for neither. It also sees the webhook endpoints that were added before the events were numbered.
   */
  async #send(logs: readonly string[]): Promise<Round> {
    const list = pg.escapeLiteral(`{${logs.join(',')}}`)
    const client = await this.#pool.connect()
    let broken: Error | undefined
    try {
      const results: unknown = await client.query(
        `BEGIN;
         SELECT log FROM number_events(${list}::uuid[], ${eventsMax}) AS log;
         COMMIT;
         SELECT pg_notify('${channels.events}', log)
         FROM unnest(current_setting('vadium.numbered_logs')::text[]) AS log
         UNION ALL SELECT pg_notify('${channels.webhooks}', '')
         WHERE have_webhooks(current_setting('vadium.numbered_logs')::uuid[])`,
      )
      return roundOf(results)
    } catch (error) {
      // The connection may be in a transaction that has failed.
      broken = error instanceof Error ? error : new Error(String(error))
      throw broken
    } finally {
      client.release(broken)
    }
  }
}

/** The result of the four statements: the second returns logs, the last a row for each NOTIFY. */
function roundOf(results: unknown): Round {
  const each: readonly unknown[] = Array.isArray(results) ? results : []
  const [, numbered, , notified] = each
  if (!(numbered instanceof pg.Result && notified instanceof pg.Result)) {
    throw new Error('numbering events had no result')
  }
  return {
    unfinished: new Set(numbered.rows.map(({ log }: { log: string }) => log)),
    hasNumbered: notified.rows.length > 0,
  }
}
