import type { Pool, PoolClient } from 'pg'
import { PoolOverloadedError } from './database-failure.ts'

export interface ShareSettings {
  /** The share of the pool that one organization may use at once, in percent, rounded up. */
  readonly percent: number
  /** How many of these connections may run its lists. */
  readonly lists: number
}

/** The organization that needs a connection. The id must come from a verified caller. */
export interface ShareOwner {
  readonly organizationId: string
  readonly lists?: boolean
  /** Whether its wait may end early under overload: its caller is refused, and tries again. */
  readonly mayBeRefused?: boolean
}

/** A source of connections. The caller must release each of them. */
export interface Connections {
  connect(): Promise<PoolClient>
}

/** Is notified of the time that each request waited for a connection, in milliseconds. */
interface WaitMeter {
  waited(ms: number): void
}

/** The same limit as for a connection of the pool itself. */
const waitMs = 3000
const waitersMax = 256

interface Waiter {
  readonly lists: boolean
  readonly mayBeRefused: boolean
  readonly sinceMs: number
  /** Ends the wait: the organization has room. */
  readonly begin: () => void
  readonly refuse: (reason: string) => void
}

/** The connections that one organization holds now, and its waiting requests in order. */
interface Share {
  held: number
  heldByLists: number
  readonly waiting: Waiter[]
}

/**
 * Shares the connections of a pool among organizations. No organization holds more than its share.
 * Its further requests wait in a queue of its own, so other organizations still find a connection.
 * An organization has no more than its share in the queue of the pool either, which keeps that
 * queue fair while many organizations want more connections than there are.
 */
export class ConnectionShares {
  readonly #pool: Pool
  readonly #each: number
  readonly #lists: number
  readonly #shares = new Map<string, Share>()
  readonly #meter: WaitMeter | undefined
  #waiting = 0
  /** The number of organizations with waiting requests. */
  #queues = 0

  constructor(
    pool: Pool,
    { percent, lists }: ShareSettings = { percent: 100, lists: 200 },
    meter?: WaitMeter,
  ) {
    this.#pool = pool
    this.#meter = meter
    this.#each = Math.ceil((pool.options.max * percent) / 100)
    this.#lists = lists
  }

  /** The number of requests that wait for a connection of their own organization. */
  get waiting(): number {
    return this.#waiting
  }

  of(owner: ShareOwner): Connections {
    return { connect: () => this.connect(owner) }
  }

  /**
   * @throws PoolOverloadedError if too many requests of the organization wait, or this one waited
   * too long.
   */
  async connect(owner: ShareOwner): Promise<PoolClient> {
    const { organizationId, lists = false } = owner
    const share = this.#shares.get(organizationId) ?? { held: 0, heldByLists: 0, waiting: [] }
    this.#shares.set(organizationId, share)
    let beganMs = performance.now()
    if (this.#fits(share, lists)) this.#take(share, lists)
    else if (!(await this.#waitForRoom(share, owner))) beganMs = performance.now()
    const leave = () => this.#leave(organizationId, share, lists)
    try {
      return releasing(await this.#pool.connect(), leave)
    } catch (error) {
      leave()
      throw error
    } finally {
      this.#meter?.waited(performance.now() - beganMs)
    }
  }

  /**
   * Refuses some of the requests that have waited longer than this, the oldest first. A caller
   * that has waited for so long under overload has often left, and all behind it wait as long.
   */
  refuseOldest(count: number, waitedMs: number): void {
    const latestMs = performance.now() - waitedMs
    const late = [...this.#shares.values()]
      .flatMap(({ waiting }) => waiting)
      .filter(({ mayBeRefused, sinceMs }) => mayBeRefused && sinceMs <= latestMs)
      .toSorted((one, other) => one.sinceMs - other.sinceMs)
    for (const { refuse } of late.slice(0, count)) refuse('waited too long under overload')
  }

  #fits(share: Share, lists: boolean): boolean {
    return share.held < this.#each && !(lists && share.heldByLists >= this.#lists)
  }

  #take(share: Share, lists: boolean): void {
    share.held += 1
    if (lists) share.heldByLists += 1
  }

  /**
   * Waits until the organization has room for one more connection.
   *
   * @returns whether other organizations wait as well. If only this one waits, it asks for more
   * than its share, and that is no sign of an overload.
   */
  #waitForRoom(
    share: Share,
    { lists = false, mayBeRefused = false }: ShareOwner,
  ): Promise<boolean> {
    if (share.waiting.length >= waitersMax) {
      const why = 'too many requests of the organization wait'
      throw new PoolOverloadedError(why, { isOwnShare: true })
    }
    return new Promise((resolve, reject) => {
      const refuse = (reason: string, isOwnShare = false) => {
        clearTimeout(timer)
        this.#dequeue(share, share.waiting.indexOf(waiter))
        reject(new PoolOverloadedError(reason, { isOwnShare }))
      }
      const timer = setTimeout(
        () => refuse('waited too long for a connection of the organization', true),
        waitMs,
      )
      const begin = () => {
        clearTimeout(timer)
        resolve(this.#queues > (share.waiting.length > 0 ? 1 : 0))
      }
      const waiter = { lists, mayBeRefused, sinceMs: performance.now(), begin, refuse }
      if (share.waiting.length === 0) this.#queues += 1
      this.#waiting += 1
      share.waiting.push(waiter)
    })
  }

  #dequeue(share: Share, index: number): Waiter | undefined {
    const [waiter] = index === -1 ? [] : share.waiting.splice(index, 1)
    if (waiter === undefined) return undefined
    this.#waiting -= 1
    if (share.waiting.length === 0) this.#queues -= 1
    return waiter
  }

  #leave(organizationId: string, share: Share, lists: boolean): void {
    share.held -= 1
    if (lists) share.heldByLists -= 1
    const index = share.waiting.findIndex((waiter) => this.#fits(share, waiter.lists))
    const next = this.#dequeue(share, index)
    if (next !== undefined) {
      this.#take(share, next.lists)
      next.begin()
    } else if (share.held === 0) {
      this.#shares.delete(organizationId)
    }
  }
}

/** pg's pool gives a client a new `release` each time. This one also gives the share back. */
function releasing(client: PoolClient, released: () => void): PoolClient {
  const release = client.release.bind(client)
  client.release = (error) => {
    release(error)
    released()
  }
  return client
}
