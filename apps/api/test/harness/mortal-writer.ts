/**
 * A process that changes the book as the service does, until it is killed at the given statement.
 */
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
const organizationId = process.env['ORGANIZATION_ID'] ?? ''
const life = process.env['LIFE'] ?? ''
const lanes = 3

dieAtStatement(
  Number(process.env['DIES_AT_STATEMENT']),
  process.env['DIES_BEFORE_IT'] === '1',
  process.env['COUNTS'],
)
const { writes } = composeServices({
  config,
  clock,
  bookClock: clock,
  ids: randomIds,
  logger: createLogger('silent', { write: () => undefined }),
  pool: openServicePool({ url: ownerUrlOf(config), poolSize: lanes }),
  pageTokenKey: randomBytes(32),
  simulatedCallbackKey: randomBytes(32),
  secretBox: openSecretBox(config),
  installationId: randomUUID(),
  sandbox: undefined,
})

/** Each change of a lane is an event and a line of the audit trail, and follows the one before. */
async function work(lane: string): Promise<void> {
  for (let n = 1; ; n += 1) {
    await writes.byService(organizationId, async (tx) => {
      await tx.audit({
        id: tx.ids.next(),
        time: tx.now,
        kind: 'request',
        organizationId,
        credentialId: null,
        event: `${lane} ${n}`,
        outcome: 'ok',
        requestId: 'mortal',
        subjectId: null,
      })
      tx.publish({ type: 'chat.updated', readers: [organizationId], data: { deal: lane, n } })
    })
  }
}
await Promise.all(Array.from({ length: lanes }, (_, at) => work(`${life}.${at}`)))
