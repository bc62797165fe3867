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

/** The parts of an operation call that a report needs. */
export interface ReportCall {
  readonly caller: Caller
  readonly query: { readonly format?: 'json' | 'csv' }
  readonly requestId: string
}

/** Reads the rows of a report from a snapshot, in batches. */
export type ReadReport<Row> = (snapshot: Snapshot) => Batches<Row>

/**
 * An empty batch means that no row is known yet. A report that searches long for its first row
 * yields empty batches.
 */
type Batches<Row> = AsyncGenerator<readonly Row[], void, undefined>

const texts = { json: jsonText, csv: csvText } as const

/** Answers reports: all rows from one snapshot of the book, written at the pace of the reader. */
export class ReportAnswers {
  readonly #snapshots: Snapshots
  readonly #logger: FastifyBaseLogger

  constructor(snapshots: Snapshots, logger: FastifyBaseLogger) {
    this.#snapshots = snapshots
    this.#logger = logger
  }

  /**
   * The first batch is read before the answer starts, so that an early error has an answer of its
   * own.
   */
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
          failed: (err) => this.#logCutOff(requestId, err),
          pace: snapshot.pace,
        }),
      )
    } catch (error) {
      await snapshot.end()
      throw error
    }
  }

  /** The status was sent long ago, so only the log can report the failure. */
  #logCutOff(requestId: string, err: unknown): void {
    const level = err instanceof SnapshotCutOffError ? 'info' : 'error'
    this.#logger[level]({ request_id: requestId, err }, 'report cut off')
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
