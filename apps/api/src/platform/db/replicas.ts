import type { QueryResultRow } from 'pg'
import { Refusal, refusalOfFull } from '../refusal.ts'
import { Shares } from '../shares.ts'
import type { Connections, ShareOwner } from './connection-shares.ts'
import { isDatabaseFailure, OutcomeUnknownError, PoolOverloadedError } from './database-failure.ts'
import { type LogPosition, positionFor, positionNow } from './log-position.ts'
import type { ReplicaMark } from './replica-mark.ts'
import { type NeededLog, type Replica, ReplicaAbsentError, TripEndedError } from './replica.ts'
import { credentialChanged, isTimeOut, type Reading, type ReplicaRead } from './tenant.ts'
import { rowsOf } from './rows-of.ts'
import type { Statement } from './tenant-query.ts'
import { untilWritersEnd } from './writers-end.ts'

/**
 * Why the primary answered. `left_out`: no replica is in use. `behind`: it did not replay in time.
 * `away`: it did not answer. `failed`: it broke the read off. `unsure`: it knows the credential as
 * no longer good, or no position was found.
 */
export type FallbackCause = 'left_out' | 'behind' | 'away' | 'failed' | 'unsure'

/** Is notified of how reads end. */
export interface ReplicaMeter {
  /** Where a read was answered, or that it was refused. */
  read(outcome: 'replica' | 'refused' | FallbackCause): void
  /** How long a read waited for a replica to replay the log. */
  waited(ms: number): void
}

interface ReplicasParts {
  readonly replicas: readonly Replica[]
  /** Connections of the primary, for the trip that each read makes there. */
  readonly primary: { of(owner: ShareOwner): Connections }
  readonly mark: ReplicaMark
  /** How many reads of one organization may fall back to the primary at once. */
  readonly fallbacksMax: number
  readonly meter: ReplicaMeter
}

/** What became of a read on a replica. */
type Attempt<T> = { readonly answer: T | Refusal } | FallbackCause

/**
 * Reads from replicas that show everything the primary showed when the request came. One trip to
 * the primary confirms the credential and returns the position of its log; a replica answers once
 * it has replayed the log up to there. Otherwise the primary does.
 */
export class Replicas {
  readonly #parts: ReplicasParts
  readonly #fallbacks: Shares
  #turn = 0

  constructor(parts: ReplicasParts) {
    this.#parts = parts
    this.#fallbacks = new Shares({ process: Infinity, organization: parts.fallbacksMax })
  }

  /** How many replicas are in use, and how many are left out. */
  get counts(): { readonly used: number; readonly leftOut: number } {
    const leftOut = this.#parts.replicas.filter(({ isLeftOut }) => isLeftOut).length
    return { used: this.#parts.replicas.length - leftOut, leftOut }
  }

  /** The answer of a replica, or of the primary. A refusal if the credential is no longer valid. */
  async answer<T>(read: ReplicaRead<T>): Promise<T | Refusal> {
    const attempt = await this.#attempt(read)
    if (typeof attempt === 'string') return this.answerByPrimary(read, attempt)
    this.#parts.meter.read('replica')
    return attempt.answer
  }

  /** The answer of the primary to a read that no replica can answer. */
  async answerByPrimary<T>(
    { tenant, reading, primary }: ReplicaRead<T>,
    cause: FallbackCause,
  ): Promise<T | Refusal> {
    const { meter } = this.#parts
    const release = this.#fallbacks.take(tenant.organizationId)
    if (typeof release === 'string') {
      meter.read('refused')
      return refusalOfFull(release, 'too many reads of the organization fall back to the primary')
    }
    try {
      meter.read(cause)
      await untilWritersEnd(this.#parts.primary.of(tenant))
      return await reading(primary)
    } finally {
      release()
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#parts.replicas.map((replica) => replica.close()))
  }

  /** The rows of a statement that belongs to no organization, of a replica or of the primary. */
  async rows<Row extends QueryResultRow>(
    statement: Statement,
    primary: Connections,
  ): Promise<Row[]> {
    const replica = this.#next()
    const reading = (connections: Connections) => rowsOf<Row>(connections, statement)
    if (replica === undefined) return reading(primary)
    const { mark } = this.#parts
    const needed = () =>
      neededAt(
        () => positionNow(primary),
        (position) => mark.idOn(position),
      )
    const attempt = await this.#onReplica(replica, { kind: 'lists' }, needed, reading).catch(
      (error: unknown) => {
        // Lists of organizations have all connections of the replica.
        if (error instanceof PoolOverloadedError) return undefined
        throw error
      },
    )
    const isAnswered = typeof attempt === 'object' && !(attempt.answer instanceof Refusal)
    return isAnswered ? attempt.answer : reading(primary)
  }

  async #attempt<T>({ tenant, kind, reading }: ReplicaRead<T>): Promise<Attempt<T>> {
    const replica = this.#next()
    if (replica === undefined) return 'left_out'
    const { mark, primary } = this.#parts
    const needed = async () => {
      const own = primary.of({ ...tenant, lists: false })
      const log = await neededAt(
        () => positionFor(own, tenant),
        (position) => mark.idOn(position),
      )
      tenant.verified = true
      return log
    }
    return this.#onReplica(replica, { kind, tenant }, needed, reading)
  }

  async #onReplica<T>(
    replica: Replica,
    { kind, tenant }: Pick<ReplicaRead<T>, 'kind'> & Partial<Pick<ReplicaRead<T>, 'tenant'>>,
    needed: () => Promise<NeededLog>,
    reading: Reading<T>,
  ): Promise<Attempt<T>> {
    const waited = (ms: number) => this.#parts.meter.waited(ms)
    try {
      const answer = await reading(replica.connections(kind, tenant, needed, waited))
      // The primary has confirmed the credential. If the replica does not, the primary decides.
      const isUnsure = answer instanceof Refusal && answer.reason === 'UNAUTHENTICATED'
      return isUnsure ? 'unsure' : { answer }
    } catch (error) {
      if (error instanceof TripEndedError) return afterTrip(error)
      if (error instanceof ReplicaAbsentError) return error.absence
      if (!isOfReplica(error)) throw error
      return 'failed'
    }
  }

  /** The replicas in use, in turns. */
  #next(): Replica | undefined {
    const used = this.#parts.replicas.filter(({ isLeftOut }) => !isLeftOut)
    this.#turn += 1
    return used[this.#turn % used.length]
  }
}

/**
 * What a replica needs to have replayed to show all that lies before a position of the primary.
 * @throws TripEndedError
 */
export async function neededAt(
  positionOf: () => Promise<LogPosition | 'unconfirmed' | undefined>,
  markOn: (position: LogPosition) => Promise<string | undefined>,
): Promise<NeededLog> {
  const position = await ofPrimary(positionOf())
  if (position === 'unconfirmed') throw new TripEndedError(position)
  if (position === undefined) throw new TripEndedError('unsure')
  const markId = await markOn(position)
  if (markId === undefined) throw new TripEndedError('unsure')
  return { lsn: position.lsn, markId }
}

async function ofPrimary<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw new TripEndedError('failed', error)
  }
}

/** An error of the primary is that of the read. */
function afterTrip({ why, cause }: TripEndedError): { readonly answer: Refusal } | 'unsure' {
  if (why === 'failed') throw cause
  return why === 'unsure' ? why : { answer: credentialChanged() }
}

/**
 * Whether a read that failed on a replica with this error may succeed on the primary. A read that
 * takes too long would take as long there, and a replica that is busy does not make it less busy.
 */
export function isOfReplica(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError) return true
  return isDatabaseFailure(error) && !isTimeOut(error) && !(error instanceof PoolOverloadedError)
}
