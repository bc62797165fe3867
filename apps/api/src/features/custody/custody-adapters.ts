import { custodyAdapters } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../config/config.ts'
import type { CustodyMeter } from './custody-meter.ts'
import { StartError } from '../../platform/start-error.ts'
import type { CustodyAdapter } from './custody-adapter.ts'
import { readFireblocksSettings } from './fireblocks/fireblocks-settings.ts'
import { SimulatedCustody } from './simulated/simulated-custody.ts'

export interface CustodySettings {
  readonly config: Config
  readonly pool: Pool
  readonly clock: Clock
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  /** The key with which the simulated custodian signs its callbacks. */
  readonly simulatedCallbackKey: Uint8Array
  /** Measures the calls to an adapter of a kind. */
  readonly meter?: Pick<CustodyMeter, 'measured'>
}

interface Custodian {
  readonly id: string
  readonly name: string
  readonly adapter: string
}

interface OpenAdapter {
  readonly bare: CustodyAdapter
  readonly measured: CustodyAdapter
}

/**
 * The adapters of the custodians, by the name in their rows. A custodian that another process added
 * is found at its first use. Its name and adapter are read once.
 */
export class CustodyAdapters {
  readonly #settings: CustodySettings
  readonly #adapters = new Map<string, Promise<OpenAdapter>>()

  constructor(settings: CustodySettings) {
    this.#settings = settings
  }

  /**
   * Opens the adapters of all custodians.
   * @throws {StartError} that names a custodian without a usable adapter.
   */
  async openAll(): Promise<void> {
    const { rows } = await this.#settings.pool.query<Custodian>(
      'SELECT id, name, adapter FROM custodians ORDER BY id',
    )
    await Promise.all(rows.map((custodian) => this.#keep(custodian)))
  }

  /** Undefined if there is no such custodian. */
  async of(custodianId: string): Promise<CustodyAdapter | undefined> {
    const open = this.#adapters.get(custodianId)
    if (open !== undefined) return (await open).measured
    const { rows } = await this.#settings.pool.query<Custodian>({
      name: 'adapter of a custodian',
      text: 'SELECT id, name, adapter FROM custodians WHERE id = $1',
      values: [custodianId],
    })
    const [custodian] = rows
    return custodian && (await this.#keep(custodian)).measured
  }

  /**
   * The simulated custodian with this id, for its script. Undefined if there is none, or it is not
   * simulated.
   */
  async simulated(custodianId: string): Promise<SimulatedCustody | undefined> {
    await this.of(custodianId)
    const adapter = (await this.#adapters.get(custodianId))?.bare
    return adapter instanceof SimulatedCustody ? adapter : undefined
  }

  #keep(custodian: Custodian): Promise<OpenAdapter> {
    const open = this.#adapters.get(custodian.id) ?? this.#openMeasured(custodian)
    this.#adapters.set(custodian.id, open)
    // An adapter that failed to open is tried again at its next use.
    open.catch(() => this.#adapters.delete(custodian.id))
    return open
  }

  async #openMeasured(custodian: Custodian): Promise<OpenAdapter> {
    const bare = await this.#open(custodian)
    const { meter } = this.#settings
    return { bare, measured: meter?.measured(custodian.adapter, bare) ?? bare }
  }

  async #open(custodian: Custodian): Promise<CustodyAdapter> {
    const { config, pool, clock, logger, simulatedCallbackKey } = this.#settings
    switch (custodian.adapter) {
      case 'simulated':
        return new SimulatedCustody({
          custodian,
          pool,
          clock,
          seed: config.SANDBOX ? config.SANDBOX_SEED : config.SIMULATED_CUSTODY_SEED,
          callbackKey: simulatedCallbackKey,
        })
      case 'fireblocks': {
        const settings = await readFireblocksSettings(config)
        if (settings !== undefined) {
          // Imported only if a custodian needs it, because the Fireblocks SDK is large.
          const { FireblocksCustody } = await import('./fireblocks/fireblocks-custody.ts')
          return FireblocksCustody.open(custodian, settings, logger)
        }
        throw new StartError(
          `The custodian ${custodian.id} has the adapter fireblocks, which needs FIREBLOCKS_API_KEY, ` +
            'FIREBLOCKS_SECRET_KEY_FILE, FIREBLOCKS_BASE_URL and FIREBLOCKS_ASSETS.',
        )
      }
      default:
        throw new StartError(
          `The custodian ${custodian.id} has the adapter ${custodian.adapter}. ` +
            `Expected one of: ${custodyAdapters.join(', ')}.`,
        )
    }
  }
}
