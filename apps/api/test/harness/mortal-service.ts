/**
 * A process that serves the API beside the service of a test, by its clock, and is killed when it
 * is about to send, or has just sent, the given statement after it was armed.
 */
import { buildApp } from '../../src/compose/app.ts'
import { prepareDatabase } from '../../src/compose/prepare-database.ts'
import { composeServices } from '../../src/compose/services.ts'
import { ownerUrlOf, readConfig } from '../../src/config/config.ts'
import { openServicePool } from '../../src/platform/db/pool.ts'
import { randomIds } from '../../src/platform/ids.ts'
import { createLogger } from '../../src/platform/telemetry/log.ts'
import { dieAtStatement } from './death-at-a-statement.ts'

/** The messages of the process to the test: where it listens, and that it is armed. */
export type MortalServiceWords = { readonly url: string } | 'armed'

const say = (words: MortalServiceWords) => process.send?.(words)

const config = readConfig(process.env)
const clock = { now: () => Number(process.env['BOOK_TIME']) }
const logger = createLogger('silent', { write: () => undefined })
const keys = await prepareDatabase(config, clock, logger)
const opening = { url: ownerUrlOf(config) }
const pool = openServicePool({ ...opening, poolSize: 3 })
const services = composeServices({
  ...{ config, clock, logger, pool, ids: randomIds },
  bookClock: clock,
  ...keys,
})
const app = await buildApp({
  ...{ config, clock, logger, pool, services },
  probe: openServicePool({ ...opening, poolSize: 1 }),
  signaturesKnownFromMs: -Infinity,
  firstReadMs: -Infinity,
  isStopping: () => false,
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.on('message', () => {
  dieAtStatement(Number(process.env['DIES_AT_STATEMENT']), process.env['DIES_BEFORE_IT'] === '1')
  say('armed')
})
say({ url: `${url}${config.BASE_PATH}` })
