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
    $7::text[], $8::text[], $9::uuid[])`

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
const batchMax = 1000
const waitingMax = 20_000

/**
 * The audit trail of what changes nothing: reads and refusals, written in batches behind the answers. What
 * changes something writes its line with the change itself. While the database is away entries wait, up to
 * a bound; beyond it they are told to the log alone, which has a line of every request as well.
 */
export class AuditTrail {
  readonly #pool: Pool
  readonly #logger: FastifyBaseLogger
  #waiting: AuditEntry[] = []
  #lost = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(pool: Pool, logger: FastifyBaseLogger) {
    this.#pool = pool
    this.#logger = logger
  }

  append(entry: AuditEntry): void {
    if (this.#waiting.length >= waitingMax) {
      this.#lost += 1
      return
    }
    this.#waiting.push(entry)
    this.#timer ??= setTimeout(() => void this.#flush(), flushAfterMs)
  }

  /** Writes what waits; for a stop, and for who must see it now. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#flush()
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    await this.#writing
    if (this.#waiting.length === 0) return
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined
      if (this.#waiting.length > 0)
        this.#timer ??= setTimeout(() => void this.#flush(), flushAfterMs)
    })
    await this.#writing
  }

  async #write(): Promise<void> {
    const entries = this.#waiting.splice(0, batchMax)
    try {
      await insertAuditEntries(this.#pool, entries)
      if (this.#lost > 0) this.#logger.error({ lost: this.#lost }, 'audit entries were lost')
      this.#lost = 0
    } catch (err) {
      this.#logger.warn({ err }, 'audit entries could not be written; they wait')
      this.#waiting.unshift(...entries)
    }
  }
}
