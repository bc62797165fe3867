import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { ConnectionShares, Connections } from './connection-shares.ts'
import { breaksConnection, PoolOverloadedError } from './database-failure.ts'
import type { ReadKind, Tenant } from './tenant.ts'

/** What a read needs a replica to have replayed. */
export interface NeededLog {
  /** The log up to this place. */
  readonly lsn: string
  /** The mark of the primary whose log it is. */
  readonly markId: string
}

/** Why a replica cannot answer. */
export type Absence = 'behind' | 'away'

/** A replica cannot answer a read. The primary can. */
export class ReplicaAbsentError extends Error {
  override readonly name = 'ReplicaAbsentError'
  readonly absence: Absence

  constructor(absence: Absence, cause?: unknown) {
    super(`a replica is ${absence}`, { cause })
    this.absence = absence
  }
}

/** The trip to the primary has ended a read before a replica could be read. */
export class TripEndedError extends Error {
  override readonly name = 'TripEndedError'
  readonly why: 'unconfirmed' | 'unsure' | 'failed'

  /**
   * @param why `unconfirmed`: the credential is no longer valid. `unsure`: no position was found.
   * `failed`: the primary did not answer; the cause is its error.
   */
  constructor(why: TripEndedError['why'], cause?: unknown) {
    super(`the trip to the primary has ended a read: ${why}`, { cause })
    this.why = why
  }
}

/** How long a replica may take to replay what a read needs. */
const replayMsMax = 200
const pollMs = 3
/** How often a replica that is left out is looked at. */
const lookEveryMs = 250

/**
 * Checked before the transaction of the read begins, whose snapshot is therefore at least as new.
 * A server that was promoted keeps the position at which it was.
 */
const hasReplayed = {
  name: 'replica has replayed',
  text: `SELECT WHERE pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn
    AND EXISTS (SELECT FROM replica_marks WHERE id = $2)`,
}

interface ReplicaParts {
  /** Connections for pages and searches, shared among organizations. */
  readonly shares: ConnectionShares
  readonly pools: Readonly<Record<ReadKind, Pool>>
  /** What the log of the primary holds now. */
  readonly neededNow: () => Promise<NeededLog>
  /** Called when it is left out, and when it is used again. */
  readonly onChange: (isLeftOut: boolean, why?: unknown) => void
}

/** One host of DATABASE_REPLICA_URL: a standby, or a proxy in front of several. */
export class Replica {
  readonly #parts: ReplicaParts
  readonly #open: Readonly<Record<ReadKind, ReadonlySet<PoolClient>>>
  #isLeftOut = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(parts: ReplicaParts) {
    this.#parts = parts
    const { lists, reports } = parts.pools
    this.#open = { lists: openOf(lists), reports: openOf(reports) }
  }

  /** It was behind or away, and has not been seen to have caught up. */
  get isLeftOut(): boolean {
    return this.#isLeftOut
  }

  /**
   * Connections on which a read sees at least the log that it needs. One that breaks leaves the
   * replica out.
   *
   * @param tenant Whose share of the connections for lists it is. Undefined: nobody's.
   * @param needed Asks the primary what is needed, once there is a connection: however long the
   * read has waited for that, what it shows and its credential are of that moment.
   * @param waited Called with how long a connection waited for the log, in milliseconds.
   * @throws ReplicaAbsentError from `connect`, and leaves the replica out.
   */
  connections(
    kind: ReadKind,
    tenant: Tenant | undefined,
    needed: () => Promise<NeededLog>,
    waited: (ms: number) => void,
  ): Connections {
    const { shares, pools } = this.#parts
    const source = kind === 'lists' && tenant !== undefined ? shares.of(tenant) : pools[kind]
    return {
      connect: async () => {
        try {
          const client = await connectionWith(source, needed, waited)
          return noticing(client, (error) => this.#leaveOut(error))
        } catch (error) {
          // Its connections are not in use by others: it has not answered, or is left out by now.
          const isAway = this.#isLeftOut || this.#open[kind].size === 0
          const isInVain = error instanceof PoolOverloadedError && isAway
          const absence = isInVain ? new ReplicaAbsentError('away', error) : error
          if (absence instanceof ReplicaAbsentError) this.#leaveOut(absence)
          throw absence
        }
      },
    }
  }

  /** Uses it no more until it has caught up. */
  #leaveOut(why: unknown): void {
    if (this.#isLeftOut || this.#isClosed) return
    this.#isLeftOut = true
    this.#parts.onChange(true, why)
    this.#lookLater()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.all(Object.values(this.#parts.pools).map((pool) => pool.end()))
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => void this.#look(), lookEveryMs).unref()
  }

  /** It has caught up once it replays in time what is written now. */
  async #look(): Promise<void> {
    try {
      const { pools, neededNow } = this.#parts
      const client = await connectionWith(pools.lists, neededNow, () => undefined)
      client.release()
      this.#isLeftOut = false
      this.#parts.onChange(false)
    } catch {
      if (!this.#isClosed) this.#lookLater()
    }
  }
}

/** The connections of a pool that have been opened and are not known to be broken. */
function openOf(pool: Pool): ReadonlySet<PoolClient> {
  const open = new Set<PoolClient>()
  pool.on('connect', (client) => open.add(client))
  pool.on('release', (error: unknown, client) => {
    if (error) open.delete(client)
  })
  pool.on('remove', (client) => open.delete(client))
  return open
}

/** Calls back if the connection is released because it broke. */
function noticing(client: PoolClient, hasBroken: (error: unknown) => void): PoolClient {
  const release = client.release.bind(client)
  client.release = (error) => {
    release(error)
    if (breaksConnection(error)) hasBroken(error)
  }
  return client
}

/**
 * @throws ReplicaAbsentError, TripEndedError, and PoolOverloadedError if too many wait for a
 * connection.
 */
async function connectionWith(
  source: Connections,
  needed: () => Promise<NeededLog>,
  waited: (ms: number) => void,
): Promise<PoolClient> {
  const client = await source.connect().catch((error: unknown) => {
    throw error instanceof PoolOverloadedError ? error : new ReplicaAbsentError('away', error)
  })
  const log = await needed().catch((error: unknown) => {
    client.release()
    throw error
  })
  const beganMs = performance.now()
  let absence: ReplicaAbsentError
  try {
    if (await inTime(waitFor(client, log, beganMs + replayMsMax))) {
      waited(performance.now() - beganMs)
      return client
    }
    absence = new ReplicaAbsentError('behind')
  } catch (error) {
    absence = new ReplicaAbsentError('away', error)
  }
  // A proxy may lead the next connection to another server.
  client.release(absence)
  throw absence
}

async function waitFor(
  client: PoolClient,
  { lsn, markId }: NeededLog,
  endMs: number,
): Promise<boolean> {
  const statement = { ...hasReplayed, values: [lsn, markId] }
  for (;;) {
    if ((await client.query(statement)).rowCount === 1) return true
    if (performance.now() + pollMs > endMs) return false
    await pause(pollMs)
  }
}

/** False also if the server does not answer in time. */
async function inTime(hasReached: Promise<boolean>): Promise<boolean> {
  const ending = new AbortController()
  const isLate = pause(replayMsMax, false, { signal: ending.signal })
  try {
    return await Promise.race([hasReached, isLate])
  } finally {
    ending.abort()
  }
}
