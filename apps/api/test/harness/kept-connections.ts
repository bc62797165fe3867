import { once } from 'node:events'
import type { Client, Pool } from 'pg'
import { openOwnerClient, openServicePool } from '../../src/platform/db/pool.ts'

/** The connections of one service. */
export interface LentConnections {
  readonly pool: Pool
  readonly probe: Pool
  readonly giveBack: () => Promise<void>
}

/** Of a service of a test: a few requests at once. */
export const servicePoolSize = 4

/**
 * The connections of a service, kept for the next service on the same database. A new backend reads
 * the catalogs again for the first statement of each kind, which takes longer than most tests.
 */
export class KeptConnections {
  readonly #url: string
  readonly #pools: { readonly pool: Pool; readonly probe: Pool }
  #owner: Client | undefined
  #isLent = false

  constructor(url: string) {
    this.#url = url
    this.#pools = {
      pool: openServicePool({ url, poolSize: servicePoolSize }),
      probe: openServicePool({ url, poolSize: 1 }),
    }
  }

  /**
   * The connections for one service at an address; undefined while another one has them, and for
   * another address, which leads through a link that breaks or through a pooler.
   */
  lend(url: string): (LentConnections & Pick<KeptConnections, 'withOwner'>) | undefined {
    if (this.#isLent || url !== this.#url) return undefined
    this.#isLent = true
    const giveBack = async () => {
      await this.#untilIdle()
      this.#isLent = false
    }
    return { ...this.#pools, withOwner: (work) => this.withOwner(work), giveBack }
  }

  /** Gives the owner's connection to some work, after a failure of which it is not used again. */
  async withOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const owner = (this.#owner ??= await this.#openOwner())
    try {
      return await work(owner)
    } catch (error) {
      await this.#endOwner()
      throw error
    }
  }

  /** How many connections are open; undefined while a service has them. */
  get count(): number | undefined {
    if (this.#isLent) return undefined
    const { pool, probe } = this.#pools
    return pool.totalCount + probe.totalCount + (this.#owner === undefined ? 0 : 1)
  }

  async end(): Promise<void> {
    const { pool, probe } = this.#pools
    await Promise.all([pool.end(), probe.end(), this.#endOwner()])
  }

  async #untilIdle(): Promise<void> {
    for (const pool of Object.values(this.#pools)) {
      while (pool.idleCount < pool.totalCount) await once(pool, 'release')
    }
  }

  async #openOwner(): Promise<Client> {
    const owner = await openOwnerClient(this.#url)
    owner.on('error', () => {
      this.#owner = undefined
    })
    return owner
  }

  async #endOwner(): Promise<void> {
    const owner = this.#owner
    this.#owner = undefined
    await owner?.end()
  }
}
