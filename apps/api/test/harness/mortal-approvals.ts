/**
 * A process that carries out approved requests as the service does, once it receives the time of
 * the book. It is killed when it is about to send, or has just sent, the given statement after
 * that.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { buildApp } from '../../src/compose/app.ts'
import { composeServices } from '../../src/compose/services.ts'
import { ownerUrlOf, readConfig } from '../../src/config/config.ts'
import { openServicePool } from '../../src/platform/db/pool.ts'
import { openSecretBox } from '../../src/platform/secrets/secrets-key.ts'
import { createLogger } from '../../src/platform/telemetry/log.ts'
import { dieAtStatement } from './death-at-a-statement.ts'

/** The messages of the test to the process. */
export interface MortalApprovalOrders {
  /** Unix milliseconds. */
  readonly bookTime: number
}

/** The messages of the process to the test. */
export type MortalApprovalWords = 'ready' | 'nothing left'

const say = (words: MortalApprovalWords) => process.send?.(words)

async function prepare() {
  const config = readConfig(process.env)
  const logger = createLogger('silent', { write: () => undefined })
  const opening = { url: ownerUrlOf(config) }
  const pool = openServicePool({ ...opening, poolSize: 2 })
  const probe = openServicePool({ ...opening, poolSize: 1 })
  let now = 0
  const clock = { now: () => now }
  const services = composeServices({
    config,
    clock,
    bookClock: clock,
    ids: { next: randomUUID },
    logger,
    pool,
    pageTokenKey: randomBytes(32),
    simulatedCallbackKey: randomBytes(32),
    secretBox: openSecretBox(config),
    installationId: randomUUID(),
    sandbox: undefined,
  })
  // The routes say how a stored request is carried out.
  const app = await buildApp({
    config,
    clock,
    logger,
    pool,
    probe,
    services,
    signaturesKnownFromMs: -Infinity,
    firstReadMs: -Infinity,
    isStopping: () => false,
  })
  await app.ready()
  return {
    services,
    setTime: (bookTime: number) => {
      now = bookTime
    },
  }
}

const { services, setTime } = await prepare()
process.on('message', ({ bookTime }: MortalApprovalOrders) => {
  setTime(bookTime)
  dieAtStatement(Number(process.env['DIES_AT_STATEMENT']), process.env['DIES_BEFORE_IT'] === '1')
  void services.approvalWorker.run().then(() => say('nothing left'))
})
say('ready')
