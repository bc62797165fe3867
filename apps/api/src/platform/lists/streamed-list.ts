import type { Operation } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import { StreamedText } from '../http/streamed-text.ts'
import type { ReaderPace } from '../reader-pace.ts'
import { CutOffError } from '../reader-places.ts'
import { Refusal } from '../refusal.ts'
import { csvText } from './csv-text.ts'
import { type Batch, chunksOf } from './export-text.ts'
import { exportedList } from './exported-list.ts'
import { jsonText } from './json-export.ts'
import { ReleasedText } from './released-text.ts'

export type ListFormat = 'json' | 'csv'

/** The parts of an operation call that a streamed list needs. */
export interface StreamedCall {
  readonly query: { readonly format?: ListFormat }
  readonly requestId: string
}

/** The rows of a list, in batches. An empty batch means that the search for rows continues. */
export type Batches<Row> = AsyncGenerator<Batch<Row>, void, undefined>

/** What a streamed list is read from. */
export interface RowSource<Row> {
  /** A refusal instead of a batch is the last. */
  readonly batches: AsyncGenerator<Batch<Row> | Refusal, void, undefined>
  readonly pace: ReaderPace
  /** Releases the source. It may be called more than once. */
  readonly end: () => Promise<void> | void
}

export const formatOf = ({ format = 'json' }: StreamedCall['query']): ListFormat => format

const texts = { json: jsonText, csv: csvText } as const

/** Answers exports and reports: a whole list, written at the pace of its reader. */
export class StreamedLists {
  readonly #kind: 'export' | 'report'
  readonly #logger: FastifyBaseLogger

  constructor(kind: 'export' | 'report', logger: FastifyBaseLogger) {
    this.#kind = kind
    this.#logger = logger
  }

  /**
   * The first batch is read before the answer starts, so that an early refusal or error has an
   * answer of its own. After a later one the connection is closed. The source is released in any
   * case.
   */
  async answer<Row extends object>(
    operation: Operation,
    { query, requestId }: StreamedCall,
    { batches, pace, end }: RowSource<Row>,
  ): Promise<StreamedText | Refusal> {
    try {
      const first = await batches.next()
      if (first.value instanceof Refusal) {
        await end()
        return first.value
      }
      const text = texts[formatOf(query)](exportedList(operation))
      const chunks = chunksOf(text, unrefused(first, batches))
      const failed = (err: unknown) => this.#logCutOff(requestId, err)
      return new StreamedText(text.contentType, new ReleasedText({ chunks, end, failed, pace }))
    } catch (error) {
      await end()
      throw error
    }
  }

  /** The status was sent long ago, so only the log can report the failure. */
  #logCutOff(requestId: string, err: unknown): void {
    const level = err instanceof CutOffError ? 'info' : 'error'
    this.#logger[level]({ request_id: requestId, err }, `${this.#kind} cut off`)
  }
}

/** The batches from the first one on. A refusal cuts them off. */
async function* unrefused<Row>(
  first: IteratorResult<Batch<Row> | Refusal, void>,
  batches: RowSource<Row>['batches'],
): Batches<Row> {
  try {
    for (let result = first; result.done !== true; result = await batches.next()) {
      const { value } = result
      if (value instanceof Refusal) throw new CutOffError(`it was refused: ${value.reason}`)
      yield value
    }
  } finally {
    await batches.return()
  }
}
