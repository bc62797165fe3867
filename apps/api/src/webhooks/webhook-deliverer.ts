import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { WriteTransaction } from '../writes/write-transaction.ts'
import type { Writes } from '../writes/writes.ts'
import { afterAttempt, type AfterAttempt, isDelivered, isGone } from './attempt-schedule.ts'
import {
  claimDelivery,
  type ClaimedDelivery,
  endDelivery,
  type HeldDelivery,
  holdDelivery,
} from './delivery-claims.ts'
import { notifyOfDisabled } from './endpoint-notification.ts'
import {
  disableEndpoint,
  type DisabledEndpoint,
  lockServedEndpoint,
  recordAttemptAt,
  type ServedEndpoint,
} from './served-endpoint.ts'
import type { WebhookAnswer, WebhookSender } from './webhook-sender.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly sender: Pick<WebhookSender, 'send'>
  /** The time of the machine: whoever receives has no other. */
  readonly clock: Clock
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'error'>
}

/** An attempt that is under way; `done` resolves when it is over and written down, and never rejects. */
export interface AttemptUnderWay {
  readonly done: Promise<void>
}

/**
 * Carries out what is due, in one process or several, each of which may die anywhere. A delivery is claimed before it
 * is sent, and its end is written only while the claim stands; a claim that was left behind lapses, and then it is
 * sent again, under the id that it has always had.
 */
export class WebhookDeliverer {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Begins the next attempt that is due; undefined where none may be made now. */
  async begin(): Promise<AttemptUnderWay | undefined> {
    const { pool, clock } = this.#parts
    const claimed = await claimDelivery(pool, clock.now(), randomUUID())
    return claimed && { done: this.#carryOut(claimed) }
  }

  /** Carries out all that is due now. How many attempts were made. */
  async runDue(): Promise<number> {
    for (let count = 0; ;) {
      const underWay: Promise<void>[] = []
      for (let one = await this.begin(); one !== undefined; one = await this.begin()) {
        underWay.push(one.done)
      }
      if (underWay.length === 0) return count
      count += underWay.length
      await Promise.all(underWay)
    }
  }

  async #carryOut(claimed: ClaimedDelivery): Promise<void> {
    const { clock, logger, sender, writes } = this.#parts
    const { id, organizationId } = claimed
    try {
      const atMs = clock.now()
      const answer = await sender.send({ ...claimed, atMs })
      await writes.byService(organizationId, (tx) => this.#record(tx, claimed, answer, atMs))
    } catch (err) {
      // The claim lapses, and it is tried again.
      logger.error({ err, webhook_delivery: id }, 'what became of a webhook could not be recorded')
    }
  }

  async #record(
    tx: WriteTransaction,
    claimed: ClaimedDelivery,
    answer: WebhookAnswer,
    atMs: number,
  ): Promise<void> {
    const endpoint = await lockServedEndpoint(tx, claimed.endpointId)
    const held = await holdDelivery(tx, claimed)
    if (held === undefined) return
    const attemptedAt = timeText(atMs)
    const { attempts: attemptsBefore, isTest, firstAttemptAt } = held
    const firstAtMs = Date.parse(firstAttemptAt ?? attemptedAt)
    const attempt = { answer, atMs, attemptsBefore, firstAtMs, isTest }
    const next = afterAttempt(attempt, Math.random())
    await endDelivery(tx, claimed, {
      state: next.state,
      attemptedAt,
      dueAt: next.state === 'pending' ? timeText(next.dueAtMs) : null,
      status: 'status' in answer ? answer.status : null,
      error: 'error' in answer ? answer.error : null,
    })
    await recordAttemptAt(tx, endpoint.id, isDelivered(answer), attemptedAt)
    const reason = disablingReason(endpoint, held, answer, next)
    if (reason !== undefined)
      await this.#disable(tx, { ...endpoint, reason, disabledAt: attemptedAt })
  }

  async #disable(tx: WriteTransaction, endpoint: DisabledEndpoint): Promise<void> {
    const { logger } = this.#parts
    await disableEndpoint(tx, endpoint)
    await notifyOfDisabled(tx, endpoint)
    const { id, reason } = endpoint
    tx.afterCommit(() => {
      logger.info({ webhook_endpoint: id, reason }, 'a webhook endpoint was disabled')
    })
  }
}

/**
 * An endpoint is disabled when it says that it has gone; and when one delivery was given up after a day in which
 * nothing else arrived either, all since it was last enabled.
 */
function disablingReason(
  { enabledAt, disabledAt, deletedAt, lastSuccessAt }: ServedEndpoint,
  { isTest, firstAttemptAt }: HeldDelivery,
  answer: WebhookAnswer,
  { state }: AfterAttempt,
): DisabledEndpoint['reason'] | undefined {
  if (disabledAt !== null || deletedAt !== null) return undefined
  if (isGone(answer)) return 'GONE'
  if (state !== 'failed' || isTest || firstAttemptAt === null) return undefined
  const since = Math.max(Date.parse(enabledAt), Date.parse(lastSuccessAt ?? enabledAt))
  return Date.parse(firstAttemptAt) >= since ? 'FAILING' : undefined
}

const timeText = (ms: number) => new Date(ms).toISOString()
