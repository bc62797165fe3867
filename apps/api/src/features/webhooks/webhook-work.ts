import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { RecurringWork } from '../../platform/recurring-work.ts'
import type { Signal } from '../../platform/signal.ts'
import type { WebhookDeliverer } from './webhook-deliverer.ts'
import type { WebhookFanOut } from './webhook-fan-out.ts'

interface Parts {
  readonly fanOut: WebhookFanOut
  readonly deliverer: WebhookDeliverer
  /** Rung when a log has grown. */
  readonly eventSignal: Signal
  /** Rung when something may be due. */
  readonly deliverySignal: Signal
  readonly logger: Pick<FastifyBaseLogger, 'error'>
  readonly atOnce: number
}

/** Hints can be lost, and what is to be tried again falls due without one. */
const idleMs = 1000
const afterFailureMs = 5000
/** How long a stop waits for attempts that are under way; a claim that is left behind lapses by itself. */
const lastAnswerMs = 5000

/** Makes deliveries of events and carries them out, as long as the service runs. */
export function startWebhooks(parts: Parts): RecurringWork {
  if (parts.atOnce === 0) return { stop: () => Promise.resolve() }
  const { eventSignal, deliverySignal } = parts
  const stopping = new AbortController()
  const works = [followEvents(parts, stopping.signal), deliver(parts, stopping.signal)]
  return {
    stop: async () => {
      stopping.abort()
      eventSignal.send()
      deliverySignal.send()
      await Promise.race([Promise.all(works), setTimeout(lastAnswerMs, undefined, { ref: false })])
    },
  }
}

async function followEvents(
  { fanOut, eventSignal, deliverySignal, logger }: Parts,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      const moved = await fanOut.run()
      if (moved > 0) deliverySignal.send()
      else await eventSignal.wait(idleMs)
    } catch (err) {
      logger.error({ err }, 'events for webhooks could not be read')
      await eventSignal.wait(afterFailureMs)
    }
  }
}

async function deliver(
  { deliverer, deliverySignal, logger, atOnce }: Parts,
  stopping: AbortSignal,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  while (!stopping.aborted) {
    try {
      const free = atOnce - underWay.size
      const begun = free > 0 ? await deliverer.begin(free) : []
      for (const attempt of begun) {
        const done = attempt.done.then(() => {
          underWay.delete(done)
          // The endpoint may take the next one.
          deliverySignal.send()
        })
        underWay.add(done)
      }
      if (begun.length === 0) await deliverySignal.wait(idleMs)
    } catch (err) {
      logger.error({ err }, 'webhooks could not be sent')
      await setTimeout(afterFailureMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
  await Promise.all(underWay)
}
