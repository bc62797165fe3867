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

/** The parts of an operation call that an export needs. */
interface ExportCall {
  readonly caller: { readonly organizationId: string }
  readonly query: { readonly format?: 'json' | 'csv' }
  readonly requestId: string
}

/**
 * Small compared with the buffers of a connection, and large enough that a million items need only
 * 2,000 transactions.
 */
const batchItemsMax = 500

const texts = { json: jsonText, csv: csvText } as const

/** An export was cut off. What its reader received is incomplete. */
class ExportCutOffError extends Error {
  override readonly name = 'ExportCutOffError'
}

/** Answers with all items of a list, read in batches at the pace of the reader. */
export class Exports {
  readonly #logger: FastifyBaseLogger
  readonly #shares: Shares

  /**
   * Exports beyond the limits are shed, because each holds a batch in memory while its reader takes
   * it.
   */
  constructor(logger: FastifyBaseLogger, limits: ShareLimits) {
    this.#logger = logger
    this.#shares = new Shares(limits)
  }

  /** The number of open exports. */
  get open(): number {
    return this.#shares.count
  }

  /**
   * Answers with the whole list whose pages `read` returns. Each batch is a separate read, so a
   * caller that loses access gets no further batch. A refusal of the first batch is answered as a
   * refusal. A later one closes the connection.
   */
  async answer<Item extends object>(
    operation: Operation,
    { caller, query: { format = 'json' }, requestId }: ExportCall,
    read: ReadPage<Item>,
  ): Promise<StreamedText | Refusal> {
    const release = this.#shares.take(caller.organizationId)
    if (typeof release === 'string') {
      return new Refusal('OVERLOADED', [], `too many exports of this ${release} at once`)
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
          failed: (err) => this.#logCutOff(requestId, err),
        }),
      )
    } catch (error) {
      release()
      throw error
    }
  }

  /** The status was sent long ago, so only the log can report the failure. */
  #logCutOff(requestId: string, err: unknown): void {
    const isExpected = err instanceof ExportCutOffError || isDatabaseFailure(err)
    this.#logger[isExpected ? 'info' : 'error']({ request_id: requestId, err }, 'export cut off')
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
