import type { Operation } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import { type Snapshot, SnapshotCutOffError, type Snapshots } from '../../platform/db/snapshots.ts'
import type { Caller } from '../../platform/http/operation-pipeline.ts'
import { StreamedText } from '../../platform/http/streamed-text.ts'
import { csvText } from '../../platform/lists/csv-text.ts'
import { chunksOf } from '../../platform/lists/export-text.ts'
import { exportedList } from '../../platform/lists/exported-list.ts'
import { jsonText } from '../../platform/lists/json-export.ts'
import { ReleasedText } from '../../platform/lists/released-text.ts'
import { Refusal } from '../../platform/refusal.ts'

/** What a report is asked for with. */
export interface ReportCall {
  readonly caller: Caller
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
    { caller, query: { format = 'json' }, requestId }: ReportCall,
    read: ReadReport<Row>,
  ): Promise<StreamedText | Refusal> {
    const snapshot = await this.#snapshots.begin(caller)
    if (snapshot instanceof Refusal) return snapshot
    const batches = read(snapshot)
    try {
      const first = await batches.next()
      const text = texts[format](exportedList(operation))
      const chunks = chunksOf(text, beginningWith(first, batches))
      return new StreamedText(
        text.contentType,
        new ReleasedText({
          chunks,
          end: () => snapshot.end(),
          failed: (err) => this.#tell(requestId, err),
          pace: snapshot.pace,
        }),
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
