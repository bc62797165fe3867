import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { DelayedWrite } from '../writes/delayed-write.ts'

/**
 * Within this time, further uses of a credential are not written. `note_credential_uses` has it as
 * well.
 */
const writtenEveryMs = 60_000
const flushAfterMs = 1000

/**
 * Records when credentials were last used: after the answers, together, and for each credential at
 * most once a minute. A use that cannot be written is forgotten, because the next one replaces it.
 */
export class CredentialUses {
  readonly #pool: Pool
  readonly #logger: Pick<FastifyBaseLogger, 'warn'>
  /** Uses of the last minute that are written or wait to be, in Unix milliseconds. */
  readonly #noted = new Map<string, number>()
  readonly #waiting = new Map<string, number>()
  readonly #written = new DelayedWrite({
    write: () => this.#write(),
    waits: () => this.#waiting.size > 0,
    pauseMs: () => flushAfterMs,
  })

  constructor(pool: Pool, logger: Pick<FastifyBaseLogger, 'warn'>) {
    this.#pool = pool
    this.#logger = logger
  }

  note(credentialId: string, nowMs: number): void {
    const noted = this.#noted.get(credentialId)
    if (noted !== undefined && Math.abs(nowMs - noted) < writtenEveryMs) return
    this.#noted.set(credentialId, nowMs)
    this.#waiting.set(credentialId, nowMs)
    this.#written.schedule()
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.#written.flush()
  }

  /** Makes a last attempt to write what waits. */
  close(): Promise<void> {
    return this.#written.close()
  }

  async #write(): Promise<void> {
    const uses = [...this.#waiting]
    this.#waiting.clear()
    try {
      await this.#pool.query({
        name: 'credential uses',
        text: 'SELECT note_credential_uses($1, $2)',
        values: [uses.map(([id]) => id), uses.map(([, ms]) => new Date(ms).toISOString())],
      })
    } catch (err) {
      this.#logger.warn({ err }, 'the last uses of credentials could not be written')
      for (const [id] of uses) this.#noted.delete(id)
    }
    this.#forget(Math.max(...uses.map(([, ms]) => ms)))
  }

  #forget(nowMs: number): void {
    for (const [id, ms] of this.#noted) {
      if (Math.abs(nowMs - ms) >= writtenEveryMs) this.#noted.delete(id)
    }
  }
}
