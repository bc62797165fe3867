import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'

/** One count of what is under way in the book; `kind` and `state` are empty where it has none. */
export interface BookFigure {
  readonly figure: string
  readonly kind: string
  readonly state: string
  /** Null: there is nothing of which it could be told. */
  readonly value: number | null
}

interface Parts {
  /** A connection of its own: the others may all be busy while the database is well. */
  readonly pool: Pick<Pool, 'query' | 'end'>
  readonly clock: Clock
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  /** From which age on a price is stale. */
  readonly priceAgeSecondsMax: number
}

const readEveryMs = 2000
/** A scrape waits no longer. What comes later is there for the next one. */
const patienceMs = 1500
/** A label has no more values than this, however many assets there are. */
const assetsMax = 200

/** Reads the figures of the book, once at a time and once in two seconds, however often it is asked. */
export class BookFigures {
  readonly #parts: Parts
  #last: { readonly figures: Promise<readonly BookFigure[] | undefined>; endedAtMs: number } = {
    figures: Promise.resolve(undefined),
    endedAtMs: -Infinity,
  }

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Undefined where the database does not answer in time. */
  async read(): Promise<readonly BookFigure[] | undefined> {
    if (performance.now() - this.#last.endedAtMs >= readEveryMs) {
      const current = { figures: this.#ask(), endedAtMs: Infinity }
      this.#last = current
      void current.figures.finally(() => {
        current.endedAtMs = performance.now()
      })
    }
    return inTime(this.#last.figures)
  }

  close(): Promise<void> {
    return this.#parts.pool.end()
  }

  async #ask(): Promise<readonly BookFigure[] | undefined> {
    const { pool, clock, priceAgeSecondsMax } = this.#parts
    try {
      const { rows } = await pool.query<BookFigure>({
        name: 'figures of the book',
        text: `SELECT figure, kind, state, value FROM book_figures($1, $2, $3)
               UNION ALL SELECT figure, kind, state, value FROM webhook_figures()`,
        values: [new Date(clock.now()).toISOString(), priceAgeSecondsMax, assetsMax],
      })
      return rows
    } catch (err) {
      this.#parts.logger.warn({ err }, 'the figures of the book could not be read')
      return undefined
    }
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
