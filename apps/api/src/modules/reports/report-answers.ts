import type { Operation } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import { type Snapshot, SnapshotCutOffError, type Snapshots } from '../../db/snapshots.ts'
import type { Asker } from '../../edge/operation-pipeline.ts'
import { StreamedText } from '../../edge/streamed-text.ts'
import { csvText } from '../../exports/csv-text.ts'
import type { ExportText } from '../../exports/export-text.ts'
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

/** None of them is empty. */
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

  /** The first rows are read at once, so that what fails at the beginning is an answer of its own. */
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
      const chunks = chunksOf(text, first.value ?? undefined, batches)
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

async function* chunksOf<Row extends object>(
  text: ExportText,
  first: readonly Row[] | undefined,
  batches: Batches<Row>,
): AsyncGenerator<string, void, undefined> {
  yield text.begin(first ?? [])
  while (first !== undefined) {
    const next = await batches.next()
    if (next.done === true) break
    yield text.more(next.value)
  }
  if (text.end !== '') yield text.end
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
