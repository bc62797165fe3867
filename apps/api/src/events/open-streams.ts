import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { doAgainAndAgain, type RecurringWork } from '../recurring-work.ts'
import type { EventStream } from './event-stream.ts'

/** How long at the most a stream outlives the credential that opened it, with the time of a look. */
const lookMs = 2000

/** The streams that this process has open, each as long as its credential is good. */
export class OpenStreams {
  readonly #pool: Pool
  readonly #logger: FastifyBaseLogger
  readonly #limits: { readonly process: number; readonly credential: number }
  readonly #byCredential = new Map<string, Set<EventStream>>()
  #count = 0

  constructor(
    pool: Pool,
    logger: FastifyBaseLogger,
    limits: { readonly process: number; readonly credential: number },
  ) {
    this.#pool = pool
    this.#logger = logger
    this.#limits = limits
  }

  get count(): number {
    return this.#count
  }

  /** Why one more may not be opened; undefined where it may. */
  refusal(credentialId: string): 'OVERLOADED' | 'STREAMS_EXHAUSTED' | undefined {
    const own = this.#byCredential.get(credentialId)?.size ?? 0
    if (own >= this.#limits.credential) return 'STREAMS_EXHAUSTED'
    return this.#count >= this.#limits.process ? 'OVERLOADED' : undefined
  }

  add(credentialId: string, stream: EventStream): void {
    const own = this.#byCredential.get(credentialId) ?? new Set()
    own.add(stream)
    this.#byCredential.set(credentialId, own)
    this.#count += 1
  }

  remove(credentialId: string, stream: EventStream): void {
    const own = this.#byCredential.get(credentialId)
    if (own?.delete(stream) !== true) return
    this.#count -= 1
    if (own.size === 0) this.#byCredential.delete(credentialId)
  }

  endAll(): void {
    for (const credentialId of [...this.#byCredential.keys()]) this.#endOf(credentialId)
  }

  /** Ends streams whose credential was revoked or has expired, or whose organization was suspended. */
  async endThoseOfEndedCredentials(): Promise<void> {
    const ids = [...this.#byCredential.keys()]
    if (ids.length === 0) return
    const { rows } = await this.#pool.query<{ id: string }>(
      'SELECT id FROM good_credentials($1) AS id',
      [ids],
    )
    const good = new Set(rows.map(({ id }) => id))
    for (const id of ids) if (!good.has(id)) this.#endOf(id)
  }

  /** Looks again and again, until it is stopped. */
  startWatching(): RecurringWork {
    return doAgainAndAgain(async () => {
      try {
        await this.endThoseOfEndedCredentials()
      } catch (err) {
        this.#logger.warn({ err }, 'the credentials of open streams could not be looked at')
      }
      return lookMs
    })
  }

  #endOf(credentialId: string): void {
    for (const stream of [...(this.#byCredential.get(credentialId) ?? [])]) stream.end()
  }
}
