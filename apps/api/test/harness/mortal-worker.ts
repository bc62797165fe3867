/**
 * A process that carries out instructions as the service does, by the clock of the test that
 * started it, and is killed when it is about to send, or has just sent, the given statement.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { ownerUrlOf, readConfig } from '../../src/config/config.ts'
import { openServicePool } from '../../src/platform/db/pool.ts'
import { createLogger } from '../../src/platform/telemetry/log.ts'
import { openSecretBox } from '../../src/platform/secrets/secrets-key.ts'
import { composeServices } from '../../src/compose/services.ts'
import { Signal } from '../../src/platform/signal.ts'
import { dieAtStatement } from './death-at-a-statement.ts'

/** The messages of the test to the process. */
export interface MortalOrders {
  /** Unix milliseconds. */
  readonly bookTime: number
}

/** The messages of the process to the test: no work was left at this time. */
export interface MortalWords {
  readonly idleAt: number
}

/** The beginning of its claim ids, so that the test can find the claims of a killed process. */
const idPrefix = process.env['ID_PREFIX'] ?? ''
const diesAtStatement = Number(process.env['DIES_AT_STATEMENT'])
const diesBeforeIt = process.env['DIES_BEFORE_IT'] === '1'
const atOnceMax = Number(process.env['AT_ONCE_MAX'])

const say = (words: MortalWords) => process.send?.(words)

async function work(): Promise<void> {
  let bookTime = Number(process.env['BOOK_TIME'])
  const wake = new Signal()
  process.on('message', (orders: MortalOrders) => {
    bookTime = orders.bookTime
    wake.send()
  })
  const config = readConfig(process.env)
  const pool = openServicePool({ url: ownerUrlOf(config), poolSize: atOnceMax + 1 })
  const { custodyWorker } = composeServices({
    config,
    clock: { now: () => bookTime },
    bookClock: { now: () => bookTime },
    ids: { next: () => idPrefix + randomUUID().slice(idPrefix.length) },
    logger: createLogger('silent', { write: () => undefined }),
    pool,
    pageTokenKey: randomBytes(32),
    simulatedCallbackKey: randomBytes(32),
    secretBox: openSecretBox(config),
    installationId: randomUUID(),
    sandbox: undefined,
  })
  for (;;) {
    const begun = bookTime
    if (await custodyWorker.begin(atOnceMax)) continue
    await custodyWorker.ended()
    say({ idleAt: begun })
    await wake.wait(1000)
  }
}

dieAtStatement(diesAtStatement, diesBeforeIt)
await work()
