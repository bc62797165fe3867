/** A process that sends mails as the service does, until it is killed at the given statement. */
import { randomBytes, randomUUID } from 'node:crypto'
import { ownerUrlOf, readConfig } from '../../src/config/config.ts'
import { openServicePool } from '../../src/platform/db/pool.ts'
import { randomIds } from '../../src/platform/ids.ts'
import { createLogger } from '../../src/platform/telemetry/log.ts'
import { openSecretBox } from '../../src/platform/secrets/secrets-key.ts'
import { composeServices } from '../../src/compose/services.ts'
import { dieAtStatement } from './death-at-a-statement.ts'

const clock = { now: () => Number(process.env['BOOK_TIME']) }
const config = readConfig(process.env)

dieAtStatement(Number(process.env['DIES_AT_STATEMENT']), process.env['DIES_BEFORE_IT'] === '1')
const { mail } = composeServices({
  config,
  clock,
  bookClock: clock,
  ids: randomIds,
  logger: createLogger('silent', { write: () => undefined }),
  pool: openServicePool({ url: ownerUrlOf(config), poolSize: 3 }),
  pageTokenKey: randomBytes(32),
  simulatedCallbackKey: randomBytes(32),
  secretBox: openSecretBox(config),
  installationId: randomUUID(),
  sandbox: undefined,
})
mail.start()
