/**
 * A process that makes margin statements and renders documents as the service does, until it is
 * killed at the given statement.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { ownerUrlOf, readConfig } from '../../src/config/config.ts'
import { sha256Of } from '../../src/features/documents/document-content.ts'
import { DocumentRenderer } from '../../src/features/documents/document-renderer.ts'
import {
  renderStoredContent,
  templateVersion,
} from '../../src/features/documents/pdf/render-document.ts'
import { openServicePool } from '../../src/platform/db/pool.ts'
import { randomIds } from '../../src/platform/ids.ts'
import { createLogger } from '../../src/platform/telemetry/log.ts'
import { openSecretBox } from '../../src/platform/secrets/secrets-key.ts'
import { composeServices } from '../../src/compose/services.ts'
import { dieAtStatement } from './death-at-a-statement.ts'

const bookTime = Number(process.env['BOOK_TIME'])
const clock = { now: () => bookTime }
const config = readConfig(process.env)
const pool = openServicePool({ url: ownerUrlOf(config), poolSize: 3 })
const logger = createLogger('silent', { write: () => undefined })

dieAtStatement(Number(process.env['DIES_AT_STATEMENT']), process.env['DIES_BEFORE_IT'] === '1')
const { marginStatements, writes } = composeServices({
  config,
  clock,
  bookClock: clock,
  ids: randomIds,
  logger,
  pool,
  pageTokenKey: randomBytes(32),
  simulatedCallbackKey: randomBytes(32),
  secretBox: openSecretBox(config),
  installationId: randomUUID(),
  sandbox: undefined,
})
// A thread would be killed with the process, and needs a program of its own.
const thread = {
  render: async (content: string) => {
    const pdf = await renderStoredContent(content)
    return { pdf, templateVersion, contentSha256: sha256Of(content) }
  },
  stop: () => Promise.resolve(),
}
const renderer = new DocumentRenderer({ pool, writes, thread, logger })
await marginStatements.run(bookTime)
renderer.start()
