import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Connections } from '../../platform/db/connection-shares.ts'
import type { Replicas } from '../../platform/db/replicas.ts'
import { rowsOf } from '../../platform/db/rows-of.ts'

/** A figure of the book. `kind` and `state` are empty if the figure has none. */
export interface BookFigure {
  readonly figure: string
  readonly kind: string
  readonly state: string
  /** Null if there is nothing to measure. */
  readonly value: number | null
}

interface Parts {
  /** A connection of its own: the pool may be fully in use while the database is well. */
  readonly pool: Connections & Pick<Pool, 'end'>
  /** They read the figures where they can. */
  readonly replicas?: Pick<Replicas, 'rows'> | undefined
  readonly clock: Clock
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  /** The age above which a price is stale. */
  readonly priceAgeSecondsMax: number
  readonly times?: FigureTimes | undefined
}

export interface FigureTimes {
  /** The least time between the end of a reading and the next. */
  readonly everyMs: number
  /** How long a scrape waits. A later result is used for the next scrape. */
  readonly waitMsMax: number
}
const productionTimes: FigureTimes = { everyMs: 2000, waitMsMax: 1500 }
/** The largest number of values of the asset label. */
const assetsMax = 200

/** Reads the figures of the book, at most once in two seconds and never twice at the same time. */
export class BookFigures {
  readonly #parts: Parts
  readonly #times: FigureTimes
  #last: { readonly figures: Promise<readonly BookFigure[] | undefined>; endedAtMs: number } = {
    figures: Promise.resolve(undefined),
    endedAtMs: -Infinity,
  }

  constructor(parts: Parts) {
    this.#parts = parts
    this.#times = parts.times ?? productionTimes
  }

  /** Undefined if the database did not answer in time. */
  async read(): Promise<readonly BookFigure[] | undefined> {
    if (performance.now() - this.#last.endedAtMs >= this.#times.everyMs) {
      const current = { figures: this.#ask(), endedAtMs: Infinity }
      this.#last = current
      void current.figures.finally(() => {
        current.endedAtMs = performance.now()
      })
    }
    return inTime(this.#last.figures, this.#times.waitMsMax)
  }

  close(): Promise<void> {
    return this.#parts.pool.end()
  }

  async #ask(): Promise<readonly BookFigure[] | undefined> {
    const { pool, clock, priceAgeSecondsMax, replicas } = this.#parts
    try {
      const statement = {
        name: 'figures of the book',
        text: `SELECT figure, kind, state, value FROM book_figures($1, $2, $3)
               UNION ALL SELECT figure, kind, state, value FROM approval_figures($1)
               UNION ALL SELECT figure, kind, state, value FROM late_transfer_figures($1)
               UNION ALL SELECT figure, kind, state, value FROM webhook_figures()
               UNION ALL SELECT figure, kind, state, value FROM mail_figures()`,
        values: [new Date(clock.now()).toISOString(), priceAgeSecondsMax, assetsMax],
      }
      return await (replicas?.rows<BookFigure>(statement, pool) ??
        rowsOf<BookFigure>(pool, statement))
    } catch (err) {
      this.#parts.logger.warn({ err }, 'reading the figures of the book failed')
      return undefined
    }
  }
}

async function inTime<T>(answer: Promise<T>, waitMsMax: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMsMax)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
