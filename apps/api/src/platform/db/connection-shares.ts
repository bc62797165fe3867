import type { Pool, PoolClient } from 'pg'
import { PoolOverloadedError } from './database-failure.ts'

export interface ShareSettings {
  /** Of the connections of the pool, so many percent work for one organization at once, rounded up. */
  readonly percent: number
  /** Of these, so many for its lists. */
  readonly lists: number
}

/** Who wants a connection, and whether to list: only who has been verified may be named. */
export interface ShareOwner {
  readonly organizationId: string
  readonly lists?: boolean
}

/** Anything that gives connections, each to be released. */
export interface Connections {
  connect(): Promise<PoolClient>
}

/** Told how long each connection had to be waited for. */
interface WaitMeter {
  waited(ms: number): void
}

/** As long as one waits for a connection of the pool itself. */
const waitMs = 3000
const waitersMax = 256

interface Waiter {
  readonly lists: boolean
  /** Its turn has come. */
  readonly begin: () => void
}

/** What one organization has of the pool at this moment, and who of it waits, in order. */
interface Share {
  held: number
  heldByLists: number
  readonly waiting: Waiter[]
}

/**
 * Shares the connections of a pool among organizations. Each has a queue of its own and at the most its
 * share of the connections, so one that wants more waits for itself, and others find a connection. An
 * organization also stands in the queue of the pool with no more than its share, which makes that queue
 * fair while many organizations want more than there is.
 */
export class ConnectionShares {
  readonly #pool: Pool
  readonly #each: number
  readonly #lists: number
  readonly #shares = new Map<string, Share>()
  readonly #meter: WaitMeter | undefined
  #waiting = 0
  /** How many organizations have somebody waiting. */
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

  /** How many wait for a connection of their own organization. */
  get waiting(): number {
    return this.#waiting
  }

  /** The connections of one organization. */
  of(owner: ShareOwner): Connections {
    return { connect: () => this.connect(owner) }
  }

  /** @throws PoolOverloadedError where the organization has too many waiting, or one of them for too long. */
  async connect({ organizationId, lists = false }: ShareOwner): Promise<PoolClient> {
    const share = this.#shares.get(organizationId) ?? { held: 0, heldByLists: 0, waiting: [] }
    this.#shares.set(organizationId, share)
    let beganMs = performance.now()
    if (this.#fits(share, lists)) this.#take(share, lists)
    else if (!(await this.#turn(share, lists))) beganMs = performance.now()
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

  #fits(share: Share, lists: boolean): boolean {
    return share.held < this.#each && !(lists && share.heldByLists >= this.#lists)
  }

  #take(share: Share, lists: boolean): void {
    share.held += 1
    if (lists) share.heldByLists += 1
  }

  /**
   * Waits until the organization has room for one more. Whether others wait as well: an organization that
   * waits alone wants too much for itself, which is no sign that there is too much to do.
   */
  #turn(share: Share, lists: boolean): Promise<boolean> {
    if (share.waiting.length >= waitersMax) {
      throw new PoolOverloadedError('too many requests of the organization wait')
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#dequeue(share, share.waiting.indexOf(waiter))
        reject(new PoolOverloadedError('waited too long for a connection of the organization'))
      }, waitMs)
      const begin = () => {
        clearTimeout(timer)
        resolve(this.#queues > (share.waiting.length > 0 ? 1 : 0))
      }
      const waiter = { lists, begin }
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

/** The pool gives a client another `release` each time; this one also tells who shares. */
function releasing(client: PoolClient, released: () => void): PoolClient {
  const release = client.release.bind(client)
  client.release = (error) => {
    release(error)
    released()
  }
  return client
}
