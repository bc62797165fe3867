import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolClient } from 'pg'

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
}

const insertEntries = `
  INSERT INTO audit_entries (id, time, kind, organization_id, credential_id, event, outcome, request_id, subject_id)
  SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[], $5::uuid[], $6::text[],
    $7::text[], $8::text[], $9::uuid[])
  -- Where the answer to a batch was lost, what it wrote is sent again.
  ON CONFLICT DO NOTHING`

export async function insertAuditEntries(
  client: Pick<PoolClient, 'query'> | Pool,
  entries: readonly AuditEntry[],
): Promise<void> {
  await client.query({
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
    ],
  })
}

const flushAfterMs = 250
const flushAfterMsMax = 10_000
const batchMax = 1000
const waitingMax = 20_000

/**
 * The audit trail of what changes nothing: reads and refusals, written in batches behind the answers. What
 * changes something writes its line with the change itself. While the database is away entries wait, up to
 * a bound; beyond it they are told to the log alone, which has a line of every request as well.
 */
export class AuditTrail {
  readonly #pool: Pool
  readonly #logger: Pick<FastifyBaseLogger, 'warn' | 'error'>
  readonly #waiting: AuditEntry[] = []
  #lost = 0
  #pauseMs = flushAfterMs
  #closed = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(pool: Pool, logger: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#pool = pool
    this.#logger = logger
  }

  append(entry: AuditEntry): void {
    if (this.#waiting.length >= waitingMax) {
      this.#lost += 1
      return
    }
    this.#waiting.push(entry)
    this.#schedule()
  }

  /** Tries once to write all that waits; what cannot be written goes on waiting. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.length > 0) this.#writing ??= this.#writeAll()
    await this.#writing
  }

  /** Writes what waits, for the last time. */
  async close(): Promise<void> {
    this.#closed = true
    await this.flush()
    const lost = this.#lost + this.#waiting.length
    if (lost > 0) this.#logger.error({ lost }, 'audit entries were lost')
  }

  #schedule(): void {
    if (this.#closed || this.#writing !== undefined) return
    this.#timer ??= setTimeout(() => void this.flush(), this.#pauseMs)
  }

  async #writeAll(): Promise<void> {
    let isThere = true
    while (isThere && this.#waiting.length > 0) isThere = await this.#writeBatch()
    // A database that is away is not asked by every request that it cannot answer.
    this.#pauseMs = isThere ? flushAfterMs : Math.min(this.#pauseMs * 2, flushAfterMsMax)
    this.#writing = undefined
    if (this.#waiting.length > 0) this.#schedule()
  }

  /** False where the database did not take it. */
  async #writeBatch(): Promise<boolean> {
    const entries = this.#waiting.slice(0, batchMax)
    try {
      await insertAuditEntries(this.#pool, entries)
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
