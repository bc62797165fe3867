import type { Operation } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import { type Snapshot, SnapshotCutOffError, type Snapshots } from '../../db/snapshots.ts'
import type { Asker } from '../../edge/operation-pipeline.ts'
import { StreamedText } from '../../edge/streamed-text.ts'
import { csvText } from '../../exports/csv-text.ts'
import { chunksOf } from '../../exports/export-text.ts'
import { exportedList } from '../../exports/exported-list.ts'
import { jsonText } from '../../exports/json-text.ts'
import { Refusal } from '../../refusal.ts'

/** What a report is asked for with. */
export interface ReportCall {
  readonly asker: Asker
  readonly query: { readonly format?: 'json' | 'csv' }
  readonly requestId: string
}

/** The rows of a report in batches, read from a snapshot. */
export type ReadReport<Row> = (snapshot: Snapshot) => Batches<Row>

/** An empty one says that there is no row yet: whoever looks long for the first gives them as it goes. */
type Batches<Row> = AsyncGenerator<readonly Row[], void, undefined>

const texts = { json: jsonText, csv: csvText } as const

/** Answers with reports: all rows of one snapshot of the book, written as they are taken. */
export class ReportAnswers {
  readonly #snapshots: Snapshots
  readonly #logger: FastifyBaseLogger

  constructor(snapshots: Snapshots, logger: FastifyBaseLogger) {
    this.#snapshots = snapshots
    this.#logger = logger
  }

  /** The first batch is read at once, so that what fails at the beginning is an answer of its own. */
  async answer<Row extends object>(
    operation: Operation,
    { asker, query: { format = 'json' }, requestId }: ReportCall,
    read: ReadReport<Row>,
  ): Promise<StreamedText | Refusal> {
    const snapshot = await this.#snapshots.begin(asker)
    if (snapshot instanceof Refusal) return snapshot
    const batches = read(snapshot)
    try {
      const first = await batches.next()
      const text = texts[format](exportedList(operation))
      const chunks = chunksOf(text, beginningWith(first, batches))
      return new StreamedText(
        text.contentType,
        new ReportText(
          chunks,
          () => snapshot.end(),
          (err) => this.#tell(requestId, err),
        ),
      )
    } catch (error) {
      await snapshot.end()
      throw error
    }
  }

  /** The status has gone out long ago: the log is the only place that can say what happened. */
  #tell(requestId: string, err: unknown): void {
    const level = err instanceof SnapshotCutOffError ? 'info' : 'error'
    this.#logger[level]({ request_id: requestId, err }, 'a report was cut off')
  }
}

async function* beginningWith<Row>(
  first: IteratorResult<readonly Row[], void>,
  batches: Batches<Row>,
): Batches<Row> {
  if (first.done === true) return
  yield first.value
  yield* batches
}

/** A text that gives back what it is read from: at its end, when it fails, and when its reader goes, even before its beginning. */
class ReportText implements AsyncIterableIterator<string> {
  readonly #chunks: AsyncGenerator<string, void, undefined>
  readonly #end: () => Promise<void>
  readonly #failed: (error: unknown) => void

  constructor(
    chunks: AsyncGenerator<string, void, undefined>,
    end: () => Promise<void>,
    failed: (error: unknown) => void,
  ) {
    this.#chunks = chunks
    this.#end = end
    this.#failed = failed
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<string>> {
    try {
      const result = await this.#chunks.next()
      if (result.done === true) await this.#end()
      return result
    } catch (error) {
      this.#failed(error)
      await this.#end()
      throw error
    }
  }

  async return(): Promise<IteratorResult<string>> {
    await this.#chunks.return()
    await this.#end()
    return { done: true, value: undefined }
  }
}
