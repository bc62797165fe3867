import type { FastifyBaseLogger } from 'fastify'
import type { Moved } from '@vadium/schema'
import type { Clock } from '../../platform/clock.ts'
import type { MovesReader, Moving } from '../../platform/events/moves.ts'
import { type RecurringWork, runPeriodically } from '../../platform/recurring-work.ts'
import type { PriceBook, PriceReading } from './price-book.ts'

/** The assets that the positions of an organization rest on. */
export interface PositionAssets {
  of(organizationId: string): Promise<ReadonlySet<string>>
}

interface Parts {
  readonly prices: Pick<PriceBook, 'readAll'>
  /** The clock of the book. */
  readonly clock: Clock
  /** Whether the clock stands still until it is moved. */
  readonly isSandbox: boolean
  readonly positionAssets: PositionAssets
  readonly logger: FastifyBaseLogger
}

/** A stream names what has moved at most so often. */
const lookMs = 1000

/**
 * Looks at the prices in the database once a second, while a stream of this process wants to know
 * what has moved. It compares prices, so it does not matter which process has stored a quote, and
 * nothing is lost with a message between them. A price that has become stale has moved too.
 */
export class MovedPrices implements Moving {
  readonly #parts: Parts
  readonly #readers = new Set<MovesReader>()
  #looks = 0
  /** What the last look has found. Undefined while nobody wants to know. */
  #known: ReadonlyMap<string, PriceReading> | undefined
  /** The look that has found each price to have moved. */
  #movedAt = new Map<string, number>()
  #timeMs: number | undefined
  #timeMovedAt = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get count(): number | undefined {
    return this.#known === undefined ? undefined : this.#looks
  }

  follow(reader: MovesReader): void {
    this.#readers.add(reader)
  }

  forget(reader: MovesReader): void {
    this.#readers.delete(reader)
  }

  since(count: number | undefined, names: ReadonlySet<string>): Moved {
    const isAfter = (look: number) => count === undefined || look > count
    return {
      prices: [...names].filter((asset) => isAfter(this.#movedAt.get(asset) ?? 0)).sort(),
      clock: this.#parts.isSandbox && isAfter(this.#timeMovedAt),
    }
  }

  namesOf(organizationId: string): Promise<ReadonlySet<string>> {
    return this.#parts.positionAssets.of(organizationId)
  }

  /** Looks once a second until it is stopped. */
  start(): RecurringWork {
    return runPeriodically(async () => {
      try {
        await this.look()
      } catch (err) {
        this.#parts.logger.warn({ err }, 'looking at what has moved failed')
      }
      return lookMs
    })
  }

  /** Compares the prices with those of the last look, and wakes the streams if some have moved. */
  async look(): Promise<void> {
    if (this.#readers.size === 0) {
      this.#known = undefined
      return
    }
    const { prices, clock, isSandbox } = this.#parts
    const nowMs = clock.now()
    const readings = await prices.readAll(nowMs)
    const known = this.#known
    const moved = [...readings]
      .filter(([asset, reading]) => !isSame(reading, known?.get(asset)))
      .map(([asset]) => asset)
    const isLater = isSandbox && nowMs !== this.#timeMs
    this.#known = readings
    this.#timeMs = nowMs
    if (known !== undefined && moved.length === 0 && !isLater) return
    this.#looks += 1
    for (const asset of moved) this.#movedAt.set(asset, this.#looks)
    if (isLater) this.#timeMovedAt = this.#looks
    for (const reader of [...this.#readers]) reader.moved()
  }
}

function isSame(one: PriceReading, other: PriceReading | undefined): boolean {
  if (other === undefined || one.kind !== other.kind) return false
  return shown(one) === shown(other)
}

const shown = (reading: PriceReading) =>
  JSON.stringify([
    reading.kind === 'current' ? reading.priceUsd : null,
    reading.kind === 'missing' ? null : reading.observedAt,
  ])
