import type { FastifyBaseLogger } from 'fastify'
import type { CreatedDocument } from '@vadium/schema'
import type { Pool } from 'pg'
import { type RecurringWork, runOnSignal } from '../../platform/recurring-work.ts'
import { Signal } from '../../platform/signal.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { sha256Of } from './document-content.ts'
import type { RenderedContent } from './pdf/render-thread.ts'
import type { RenderingThread } from './rendering-thread.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly thread: Pick<RenderingThread, 'render' | 'stop'>
  readonly logger: Pick<FastifyBaseLogger, 'error'>
}

interface ClaimedDocument {
  readonly id: string
  readonly lenderId: string
  readonly content: string
  readonly attempts: number
}

/** How often an idle worker looks for documents. */
const idleMs = 1000
const stopWaitMs = 5000

/**
 * Renders documents. Several processes may run it, and each may die at any point: a claim lapses,
 * and then any process renders the same bytes. Only the first that stores them publishes the
 * document. One that cannot be rendered is tried again less and less often.
 */
export class DocumentRenderer {
  readonly #parts: Parts
  #isStopping = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): RecurringWork {
    const { thread, logger } = this.#parts
    const work = runOnSignal({
      signal: new Signal(),
      run: () => this.runNext(),
      idleMs,
      failed: (err) => logger.error({ err }, 'rendering documents failed'),
      stopWaitMs,
    })
    return {
      stop: async () => {
        await work.stop()
        this.#isStopping = true
        await thread.stop()
      },
    }
  }

  /** Renders everything that may be rendered now. */
  async runDue(): Promise<void> {
    while (await this.runNext());
  }

  /** Renders one document. False if there is none to be rendered now. */
  async runNext(): Promise<boolean> {
    const { thread, logger } = this.#parts
    const claimed = await this.#claim()
    if (claimed === undefined) return false
    try {
      await this.#store(claimed, await thread.render(claimed.content))
    } catch (err) {
      // The stop has ended the thread. Another process renders the document once the claim lapses.
      if (this.#isStopping) return false
      const { id: document, attempts } = claimed
      logger.error({ err, document, attempts }, 'a document could not be rendered')
    }
    return true
  }

  async #claim(): Promise<ClaimedDocument | undefined> {
    const { rows } = await this.#parts.pool.query<ClaimedDocument>({
      name: 'claim document',
      text: `SELECT document AS id, lender AS "lenderId", content, attempts FROM claim_document()`,
    })
    return rows[0]
  }

  async #store(
    { id, lenderId }: ClaimedDocument,
    { pdf, templateVersion, contentSha256 }: RenderedContent,
  ): Promise<void> {
    await this.#parts.writes.byService(lenderId, async (tx) => {
      const stored = await tx.row<CreatedDocument & { lender_id: string; borrower_id: string }>(
        `UPDATE documents SET pdf = $2, pdf_sha256 = $3, template_version = $4
         WHERE id = $1 AND pdf IS NULL AND content_sha256 = $5
         RETURNING id, kind, revision, order_id, subject_id, cut_at AS cut_time, content_sha256,
           $3::text AS pdf_sha256, lender_id, borrower_id`,
        [id, Buffer.from(pdf), sha256Of(pdf), templateVersion, contentSha256],
      )
      if (stored === undefined) return
      const { lender_id, borrower_id, ...document } = stored
      tx.publish({
        type: 'document.created',
        readers: [lender_id, borrower_id],
        data: { document },
      })
    })
  }
}
