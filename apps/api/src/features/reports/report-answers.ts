import type { Operation } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import { isOfReplica } from '../../platform/db/replicas.ts'
import type { Snapshot, Snapshots } from '../../platform/db/snapshots.ts'
import type { StreamedText } from '../../platform/http/streamed-text.ts'
import {
  type Batches,
  formatOf,
  type ListFormat,
  type StreamedCall,
  StreamedLists,
} from '../../platform/lists/streamed-list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../../platform/signing/caller.ts'

/** The parts of an operation call that a report needs. */
export interface ReportCall extends StreamedCall {
  readonly caller: Caller
}

/** Reads the rows of a report from a snapshot, or writes them in the format of the answer. */
export type ReadReport<Row> = (snapshot: Snapshot, format: ListFormat) => Batches<Row>

/** Answers reports: all rows from one snapshot of the book. */
export class ReportAnswers {
  readonly #snapshots: Snapshots
  readonly #answers: StreamedLists

  constructor(snapshots: Snapshots, logger: FastifyBaseLogger) {
    this.#snapshots = snapshots
    this.#answers = new StreamedLists('report', logger)
  }

  async answer<Row extends object>(
    operation: Operation,
    call: ReportCall,
    read: ReadReport<Row>,
  ): Promise<StreamedText | Refusal> {
    const snapshot = await this.#snapshots.begin(call.caller)
    if (snapshot instanceof Refusal) return snapshot
    try {
      return await this.#answerFrom(snapshot, operation, call, read)
    } catch (error) {
      if (!snapshot.isOnReplica || !isOfReplica(error)) throw error
    }
    // Nothing was sent yet, so the primary begins again.
    const begun = await this.#snapshots.beginOnPrimary(call.caller)
    return begun instanceof Refusal ? begun : this.#answerFrom(begun, operation, call, read)
  }

  #answerFrom<Row extends object>(
    snapshot: Snapshot,
    operation: Operation,
    call: ReportCall,
    read: ReadReport<Row>,
  ): Promise<StreamedText | Refusal> {
    return this.#answers.answer(operation, call, {
      batches: read(snapshot, formatOf(call.query)),
      pace: snapshot.pace,
      end: () => snapshot.end(),
    })
  }
}
