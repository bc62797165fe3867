import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Statement } from '../db/tenant-query.ts'
import { DelayedWrite } from './delayed-write.ts'

/** One line of the audit trail. */
export interface AuditEntry {
  readonly id: string
  /** RFC 3339. */
  readonly time: string
  readonly kind: 'request' | 'credential'
  readonly organizationId: string
  readonly credentialId: string | null
  /** The operation, or what happened to the credential. */
  readonly event: string
  /** `ok`, or the reason of the refusal. */
  readonly outcome: string
  readonly requestId: string
  readonly subjectId: string | null
  /** The request changed nothing and was not refused. Such lines are deleted after a time. */
  readonly isRead?: boolean
}

/**
 * How long before or after the time in the id of a request its entry is written at most. A clock
 * may be set back.
 */
export const entryTimes = { beforeMs: 1000, afterMs: 120_000 } as const

/** The most entries of an organization that one request looks at. */
export const entriesLookedAtMax = 10_000

const insertEntries = `
  INSERT INTO audit_entries (id, time, kind, organization_id, credential_id, event, outcome,
    request_id, subject_id,
    is_read)
  SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[], $5::uuid[], $6::text[],
    $7::text[], $8::text[], $9::uuid[], $10::boolean[])
  -- Where the answer to a batch was lost, what it wrote is sent again.
  ON CONFLICT DO NOTHING`

export const auditStatement = (entries: readonly AuditEntry[]): Statement => ({
  name: 'audit entries',
  text: insertEntries,
  values: [
    entries.map(({ id }) => id),
    entries.map(({ time }) => time),
    entries.map(({ kind }) => kind),
    entries.map(({ organizationId }) => organizationId),
    entries.map(({ credentialId }) => credentialId),
    entries.map(({ event }) => event),
    entries.map(({ outcome }) => outcome),
    entries.map(({ requestId }) => requestId),
    entries.map(({ subjectId }) => subjectId),
    entries.map(({ isRead = false }) => isRead),
  ],
})

const flushAfterMs = 250
const flushAfterMsMax = 10_000
const batchMax = 1000
const waitingMax = 20_000

/**
 * Writes the audit lines of reads and refusals, in batches after the answers. A change writes its
 * line in its own transaction. While the database is unavailable, lines wait up to a bound. Beyond
 * the bound they are lost, and the log, which has a line for every request, records how many.
 */
export class AuditTrail {
  readonly #pool: Pool
  readonly #logger: Pick<FastifyBaseLogger, 'warn' | 'error'>
  readonly #waiting: AuditEntry[] = []
  #lost = 0
  #pauseMs = flushAfterMs
  readonly #written = new DelayedWrite({
    write: () => this.#writeAll(),
    waits: () => this.#waiting.length > 0,
    pauseMs: () => this.#pauseMs,
  })

  constructor(pool: Pool, logger: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#pool = pool
    this.#logger = logger
  }

  /** False if the line is lost. */
  append(entry: AuditEntry): boolean {
    if (this.#waiting.length >= waitingMax) {
      this.#lost += 1
      return false
    }
    this.#waiting.push(entry)
    this.#written.schedule()
    return true
  }

  /** Tries once to write all waiting lines. Lines that cannot be written keep waiting. */
  flush(): Promise<void> {
    return this.#written.flush()
  }

  /** Makes a last attempt to write the waiting lines. */
  async close(): Promise<void> {
    await this.#written.close()
    const lost = this.#lost + this.#waiting.length
    if (lost > 0) this.#logger.error({ lost }, 'audit entries were lost')
  }

  async #writeAll(): Promise<void> {
    let isThere = true
    while (isThere && this.#waiting.length > 0) isThere = await this.#writeBatch()
    // The pause grows while the database is unavailable, so that it is not asked after every
    // request.
    this.#pauseMs = isThere ? flushAfterMs : Math.min(this.#pauseMs * 2, flushAfterMsMax)
  }

  /** False if the database did not accept the lines. */
  async #writeBatch(): Promise<boolean> {
    const entries = this.#waiting.slice(0, batchMax)
    try {
      await this.#pool.query(auditStatement(entries))
    } catch (err) {
      this.#logger.warn({ err }, 'audit entries could not be written; they wait')
      return false
    }
    this.#waiting.splice(0, entries.length)
    if (this.#lost > 0) this.#logger.error({ lost: this.#lost }, 'audit entries were lost')
    this.#lost = 0
    return true
  }
}
