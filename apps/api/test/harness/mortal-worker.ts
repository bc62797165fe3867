/**
 * A process that carries out instructions as the service does, by the clock of the test that started it, and
 * is killed when it is about to send, or has just sent, the statement that the test has counted out for it.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { openServicePool } from '../../src/db/pool.ts'
import { createLogger } from '../../src/log.ts'
import { composeServices } from '../../src/services.ts'
import { Wake } from '../../src/wake.ts'

/** What the test says to the process. */
export interface MortalOrders {
  /** Unix milliseconds. */
  readonly bookTime: number
}

/** What the process says to the test: nothing was left to do at this time. */
export interface MortalWords {
  readonly idleAt: number
}

/** Claims begin with it, so that it is known afterwards which of them the dead one held. */
const idPrefix = process.env['ID_PREFIX'] ?? ''
const diesAtStatement = Number(process.env['DIES_AT_STATEMENT'])
const diesBeforeIt = process.env['DIES_BEFORE_IT'] === '1'
const lanes = Number(process.env['LANES'])

const say = (words: MortalWords) => process.send?.(words)

function dieAtAStatement(): void {
  // The client of PostgreSQL is not ours; each statement of the process passes here.
  const { query } = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
  let count = 0
  const counted = function (this: pg.Client, ...given: unknown[]): unknown {
    count += 1
    if (count !== diesAtStatement) return query.apply(this, given)
    const [statement] = given as [string | { text: string }]
    const sent = diesBeforeIt ? undefined : query.apply(this, given)
    const text = typeof statement === 'string' ? statement : statement.text
    process.stdout.write(`${diesBeforeIt ? 'before' : 'after'} ${text.trim()}`)
    process.kill(process.pid, 'SIGKILL')
    return sent
  }
  pg.Client.prototype.query = counted as typeof pg.Client.prototype.query
}

async function work(): Promise<void> {
  let bookTime = Number(process.env['BOOK_TIME'])
  const wake = new Wake()
  process.on('message', (orders: MortalOrders) => {
    bookTime = orders.bookTime
    wake.call()
  })
  const config = readConfig(process.env)
  const pool = openServicePool({ url: config.DATABASE_URL, poolSize: lanes + 1 })
  const { custodyWorker } = composeServices({
    config,
    bookClock: { now: () => bookTime },
    ids: { next: () => idPrefix + randomUUID().slice(idPrefix.length) },
    logger: createLogger('silent', { write: () => undefined }),
    pool,
    pageTokenKey: randomBytes(32),
    simulatedCallbackKey: randomBytes(32),
    sandbox: undefined,
  })
  const lane = async () => {
    for (;;) {
      const begun = bookTime
      if (await custodyWorker.runNext()) continue
      say({ idleAt: begun })
      await wake.wait(1000)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

dieAtAStatement()
await work()
