import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { runPeriodically, type RecurringWork } from '../recurring-work.ts'
import { type Release, type ShareLimits, Shares } from '../shares.ts'
import type { EventStream } from './event-stream.ts'

/** The interval of the credential check: a stream outlives its credential by at most this long. */
const lookMs = 2000

interface StreamOwner {
  readonly credentialId: string
  readonly organizationId: string
}

/** Why a stream is refused: by the limits of its credential or organization, or of the process. */
type FullStreams = 'OVERLOADED' | 'STREAMS_EXHAUSTED'

interface StreamLimits extends ShareLimits {
  readonly credential: number
}

/** The open streams of this process. Each ends when its credential is no longer valid. */
export class OpenStreams {
  readonly #pool: Pool
  readonly #logger: FastifyBaseLogger
  readonly #credentialMax: number
  readonly #shares: Shares
  readonly #byCredential = new Map<string, Map<EventStream, Release>>()
  #isStopped = false

  constructor(pool: Pool, logger: FastifyBaseLogger, limits: StreamLimits) {
    this.#pool = pool
    this.#logger = logger
    this.#credentialMax = limits.credential
    this.#shares = new Shares(limits)
  }

  get count(): number {
    return this.#shares.count
  }

  /** Which limit one more stream would exceed. Undefined if none. */
  full({ credentialId, organizationId }: StreamOwner): FullStreams | undefined {
    const own = this.#byCredential.get(credentialId)?.size ?? 0
    if (own >= this.#credentialMax) return 'STREAMS_EXHAUSTED'
    const share = this.#shares.full(organizationId)
    if (share === undefined) return undefined
    return share === 'organization' ? 'STREAMS_EXHAUSTED' : 'OVERLOADED'
  }

  /** Adds a stream, or returns the limit that is reached. */
  add(owner: StreamOwner, stream: EventStream): FullStreams | undefined {
    const full = this.full(owner)
    if (full !== undefined) return full
    const { credentialId, organizationId } = owner
    const own = this.#byCredential.get(credentialId) ?? new Map<EventStream, Release>()
    const release = this.#shares.take(organizationId)
    if (typeof release === 'string') return 'OVERLOADED'
    own.set(stream, release)
    this.#byCredential.set(credentialId, own)
    if (this.#isStopped) stream.end()
    return undefined
  }

  remove(credentialId: string, stream: EventStream): void {
    const own = this.#byCredential.get(credentialId)
    own?.get(stream)?.()
    own?.delete(stream)
    if (own?.size === 0) this.#byCredential.delete(credentialId)
  }

  /** Ends all streams, and each that is opened later. */
  stop(): void {
    this.#isStopped = true
    this.endAll()
  }

  endAll(): void {
    for (const credentialId of [...this.#byCredential.keys()]) this.#endOf(credentialId)
  }

  /**
   * Ends streams whose credential was revoked or has expired, or whose organization was suspended.
   */
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

  /** Checks the credentials periodically until it is stopped. */
  startWatching(): RecurringWork {
    return runPeriodically(async () => {
      try {
        await this.endThoseOfEndedCredentials()
      } catch (err) {
        this.#logger.warn({ err }, 'credential check of open streams failed')
      }
      return lookMs
    })
  }

  #endOf(credentialId: string): void {
    for (const stream of [...(this.#byCredential.get(credentialId)?.keys() ?? [])]) stream.end()
  }
}
