import type { Operation } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { StreamedText } from '../http/streamed-text.ts'
import { CutOffError, type PlaceLimits, ReaderPlaces } from '../reader-places.ts'
import { Refusal, refusalOfFull } from '../refusal.ts'
import type { ReadPage } from './list.ts'
import { type RowSource, type StreamedCall, StreamedLists } from './streamed-list.ts'

/** The parts of an operation call that an export needs. */
interface ExportCall extends StreamedCall {
  readonly caller: { readonly organizationId: string }
}

/**
 * Small compared with the buffers of a connection, and large enough that a million items need only
 * 2,000 transactions.
 */
const batchItemsMax = 500

/** Answers with all items of a list, read in batches at the pace of the reader. */
export class Exports {
  readonly #answers: StreamedLists
  readonly #places: ReaderPlaces

  /**
   * Exports beyond the limits are shed, because each holds a batch in memory while its reader takes
   * it.
   */
  constructor(logger: FastifyBaseLogger, limits: PlaceLimits) {
    this.#answers = new StreamedLists('export', logger)
    this.#places = new ReaderPlaces(limits)
  }

  get open(): number {
    return this.#places.taken
  }

  /**
   * Answers with the whole list whose pages `read` returns. Each batch is a separate read, so a
   * caller that loses access gets no further batch.
   */
  async answer<Item extends object>(
    operation: Operation,
    call: ExportCall,
    read: ReadPage<Item>,
  ): Promise<StreamedText | Refusal> {
    const reading = new AbortController()
    const place = this.#places.take(call.caller.organizationId, (why) => {
      reading.abort(new CutOffError(why))
      if (typeof place !== 'string') place.release()
    })
    if (typeof place === 'string') {
      return refusalOfFull(place, `too many exports of this ${place} at once`)
    }
    const batches = pagesOf(read, reading.signal)
    return this.#answers.answer(operation, call, { batches, pace: place.pace, end: place.release })
  }
}

/** The pages of a list as batches, until the signal cuts them off. */
async function* pagesOf<Item>(
  read: ReadPage<Item>,
  signal: AbortSignal,
): RowSource<Item>['batches'] {
  let after: string | undefined
  do {
    signal.throwIfAborted()
    const page = await read(after, batchItemsMax)
    if (page instanceof Refusal) {
      yield page
      return
    }
    yield page.items
    after = page.end
  } while (after !== undefined)
}
