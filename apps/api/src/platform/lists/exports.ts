import type { Operation } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseFailure } from '../db/database-failure.ts'
import { StreamedText } from '../http/streamed-text.ts'
import type { ListPage, ReadPage } from './list.ts'
import { Refusal } from '../refusal.ts'
import { type ShareLimits, Shares } from '../shares.ts'
import { csvText } from './csv-text.ts'
import { chunksOf } from './export-text.ts'
import { exportedList } from './exported-list.ts'
import { jsonText } from './json-export.ts'
import { ReleasedText } from './released-text.ts'

/** What an export is asked for with. */
interface ExportCall {
  readonly caller: { readonly organizationId: string }
  readonly query: { readonly format?: 'json' | 'csv' }
  readonly requestId: string
}

/** Few enough to be small beside a connection's buffers, and enough that a million need no million transactions. */
const batchItemsMax = 500

const texts = { json: jsonText, csv: csvText } as const

/** A reader whose export could not go on. What it has got is a part. */
class ExportCutOffError extends Error {
  override readonly name = 'ExportCutOffError'
}

/** Answers with all items of a list at once, read in batches as they are taken. */
export class Exports {
  readonly #logger: FastifyBaseLogger
  readonly #shares: Shares

  /** One more than the limits is shed: each holds a batch in memory for as long as its reader takes. */
  constructor(logger: FastifyBaseLogger, limits: ShareLimits) {
    this.#logger = logger
    this.#shares = new Shares(limits)
  }

  /** How many are being read by someone. */
  get open(): number {
    return this.#shares.count
  }

  /**
   * The whole list that a page of `read` is a part of, as the operation answers it. Each batch is a read of its
   * own, so that who may no longer read it gets no further. What is refused at once is a refusal; what is
   * refused later cuts the connection.
   */
  async answer<Item extends object>(
    operation: Operation,
    { caller, query: { format = 'json' }, requestId }: ExportCall,
    read: ReadPage<Item>,
  ): Promise<StreamedText | Refusal> {
    const release = this.#shares.take(caller.organizationId)
    if (typeof release === 'string') {
      return new Refusal('OVERLOADED', [], `too many exports at once of this ${release}`)
    }
    try {
      const first = await read(undefined, batchItemsMax)
      if (first instanceof Refusal) {
        release()
        return first
      }
      const text = texts[format](exportedList(operation))
      const chunks = chunksOf(text, batchesOf(first, read))
      return new StreamedText(
        text.contentType,
        new ReleasedText({
          chunks,
          end: release,
          failed: (err) => this.#tell(requestId, err),
        }),
      )
    } catch (error) {
      release()
      throw error
    }
  }

  /** The status has gone out long ago: the log is the only place that can say what happened. */
  #tell(requestId: string, err: unknown): void {
    const isExpected = err instanceof ExportCutOffError || isDatabaseFailure(err)
    this.#logger[isExpected ? 'info' : 'error'](
      { request_id: requestId, err },
      'an export was cut off',
    )
  }
}

async function* batchesOf<Item>(
  first: ListPage<Item>,
  read: ReadPage<Item>,
): AsyncGenerator<readonly Item[], void, undefined> {
  yield first.items
  let { end } = first
  while (end !== undefined) {
    const page = await nextPage(read, end)
    yield page.items
    end = page.end
  }
}

async function nextPage<Item>(read: ReadPage<Item>, after: string): Promise<ListPage<Item>> {
  const page = await read(after, batchItemsMax)
  if (page instanceof Refusal) throw new ExportCutOffError(`the export was refused: ${page.reason}`)
  return page
}
