import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { webhookDisabledReasons } from '@vadium/schema'
import { notify } from '../notifications/index.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { afterAttempt, isDelivered, isGone } from './attempt-schedule.ts'
import {
  type ClaimedDelivery,
  endDeliveries,
  type HeldDelivery,
  holdDeliveries,
  type TriedDelivery,
} from './delivery-claims.ts'
import {
  disableEndpoint,
  type DisabledEndpoint,
  lockServedEndpoint,
  recordAttemptsAt,
  type ServedEndpoint,
} from './served-endpoint.ts'
import type { WebhookAnswer } from './webhook-sender.ts'
import { instantText } from '../../platform/instant.ts'

export interface EndedAttempt {
  readonly delivery: ClaimedDelivery
  readonly answer: WebhookAnswer
  readonly atMs: number
}

interface WaitingAttempt {
  readonly attempt: EndedAttempt
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Each transaction uses a connection that a request could have. */
const transactionsAtOnceMax = 4

/**
 * Records how attempts ended. Attempts at one endpoint that end while it is being written are
 * recorded together, so that many deliveries need one commit.
 */
export class AttemptRecorder {
  readonly #writes: Writes
  readonly #logger: Pick<FastifyBaseLogger, 'info'>
  /** By endpoint, in the order in which the first attempt of each ended. */
  readonly #waiting = new Map<string, WaitingAttempt[]>()
  readonly #busy = new Set<string>()

  constructor(writes: Writes, logger: Pick<FastifyBaseLogger, 'info'>) {
    this.#writes = writes
    this.#logger = logger
  }

  /** Resolves after the commit. An attempt whose claim has lapsed is not recorded. */
  async record(attempt: EndedAttempt): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const { endpointId } = attempt.delivery
      const waiting = this.#waiting.get(endpointId) ?? []
      waiting.push({ attempt, resolve, reject })
      this.#waiting.set(endpointId, waiting)
      this.#goOn()
    })
  }

  #goOn(): void {
    for (const endpointId of this.#waiting.keys()) {
      if (this.#busy.size >= transactionsAtOnceMax) return
      if (!this.#busy.has(endpointId)) void this.#recordWaiting(endpointId)
    }
  }

  async #recordWaiting(endpointId: string): Promise<void> {
    this.#busy.add(endpointId)
    // Attempts that end in the same tick join the batch.
    await setImmediate()
    const batch = this.#waiting.get(endpointId) ?? []
    this.#waiting.delete(endpointId)
    try {
      await this.#recordTogether(batch.map(({ attempt }) => attempt))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    this.#busy.delete(endpointId)
    this.#goOn()
  }

  /** `attempts` belong to one endpoint, in the order in which they ended. */
  async #recordTogether(attempts: readonly EndedAttempt[]): Promise<void> {
    const [first] = attempts
    if (first === undefined) return
    const { endpointId, organizationId } = first.delivery
    await this.#writes.byService(organizationId, async (tx) => {
      const endpoint = await lockServedEndpoint(tx, endpointId)
      const held = await holdDeliveries(
        tx,
        attempts.map(({ delivery }) => delivery),
      )
      const outcome = followAttempts(endpoint, held, attempts)
      if (outcome.tried.length === 0) return
      await endDeliveries(tx, outcome.tried)
      await recordAttemptsAt(tx, endpointId, outcome)
      if (outcome.disabled !== undefined) await this.#disable(tx, outcome.disabled)
    })
  }

  async #disable(tx: WriteTransaction, endpoint: DisabledEndpoint): Promise<void> {
    await disableEndpoint(tx, endpoint)
    await notifyOfDisabled(tx, endpoint)
    const { id, reason } = endpoint
    tx.afterCommit(() => {
      this.#logger.info({ webhook_endpoint: id, reason }, 'webhook endpoint disabled')
    })
  }
}

interface Outcome {
  readonly tried: readonly TriedDelivery[]
  /** RFC 3339, like the other. Null if there was none. */
  readonly succeededAt: string | null
  readonly failedAt: string | null
  readonly disabled: DisabledEndpoint | undefined
}

/** Applies attempts one after the other. */
function followAttempts(
  endpoint: ServedEndpoint,
  held: ReadonlyMap<string, HeldDelivery>,
  attempts: readonly EndedAttempt[],
): Outcome {
  const tried: TriedDelivery[] = []
  const successes: string[] = []
  const failures: string[] = []
  let disabled: DisabledEndpoint | undefined
  for (const { delivery, answer, atMs } of attempts) {
    const before = held.get(delivery.id)
    if (before === undefined) continue
    const one = triedDelivery(before, answer, atMs)
    tried.push(one)
    const lastSuccessAt = latest([...successes, endpoint.lastSuccessAt])
    const reason = disablingReason({ ...endpoint, lastSuccessAt }, before, answer, one)
    if (reason !== undefined) disabled ??= { ...endpoint, reason, disabledAt: one.attemptedAt }
    const times = isDelivered(answer) ? successes : failures
    times.push(one.attemptedAt)
  }
  return { tried, succeededAt: latest(successes), failedAt: latest(failures), disabled }
}

function triedDelivery(before: HeldDelivery, answer: WebhookAnswer, atMs: number): TriedDelivery {
  const { id, attempts: attemptsBefore, firstAttemptAt, isTest } = before
  const attemptedAt = instantText(atMs)
  const firstAtMs = Date.parse(firstAttemptAt ?? attemptedAt)
  const attempt = { answer, atMs, attemptsBefore, firstAtMs, isTest }
  const next = afterAttempt(attempt, Math.random())
  return {
    id,
    state: next.state,
    attemptedAt,
    dueAt: next.state === 'pending' ? instantText(next.dueAtMs) : null,
    status: 'status' in answer ? answer.status : null,
    error: 'error' in answer ? answer.error : null,
  }
}

/**
 * Why the endpoint must be disabled: it answered that it is gone; or a delivery failed for good
 * after a day without any success, since the endpoint was last enabled.
 */
function disablingReason(
  { enabledAt, disabledAt, deletedAt, lastSuccessAt }: ServedEndpoint,
  { isTest, firstAttemptAt }: HeldDelivery,
  answer: WebhookAnswer,
  { state }: TriedDelivery,
): DisabledEndpoint['reason'] | undefined {
  if (disabledAt !== null || deletedAt !== null) return undefined
  if (isGone(answer)) return 'GONE'
  if (state !== 'failed' || isTest || firstAttemptAt === null) return undefined
  const since = Math.max(Date.parse(enabledAt), Date.parse(lastSuccessAt ?? enabledAt))
  return Date.parse(firstAttemptAt) >= since ? 'FAILING' : undefined
}

/** The latest time. RFC 3339 texts with milliseconds sort by time. */
function latest(times: readonly (string | null)[]): string | null {
  return times.reduce(
    (late, time) => (time !== null && (late === null || time > late) ? time : late),
    null,
  )
}

/** Notifies an organization that one of its endpoints was disabled, in the same transaction. */
async function notifyOfDisabled(
  tx: WriteTransaction,
  { id, organizationId, url, reason, disabledAt }: DisabledEndpoint,
): Promise<void> {
  const { host } = new URL(url)
  await notify(tx, [
    {
      organizationId,
      category: 'webhook_disabled',
      severity: 'warning',
      occasion: `${id} ${disabledAt}`,
      title: `The webhook endpoint at ${host} is disabled`,
      body:
        `No events are sent to it: ${webhookDisabledReasons[reason]}. ` +
        'When it is enabled again, it continues where it stopped, as far back as the event log reaches.',
      link: { resource: 'webhook', id, order_id: null },
    },
  ])
}
