import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type RecurringWork, runOnSignal } from '../../platform/recurring-work.ts'
import type { Signal } from '../../platform/signal.ts'
import type { WebhookDeliverer } from './webhook-deliverer.ts'
import type { WebhookFanOut } from './webhook-fan-out.ts'

interface Parts {
  readonly fanOut: WebhookFanOut
  readonly deliverer: WebhookDeliverer
  /** Sent when a log has grown that an endpoint may follow. */
  readonly eventSignal: Signal
  /** Sent when a delivery may be due. */
  readonly deliverySignal: Signal
  readonly logger: Pick<FastifyBaseLogger, 'error'>
  readonly atOnce: number
}

/** How often idle workers look for work: hints can be lost, and retries become due without one. */
const idleMs = 1000
/** How long a stop waits for attempts in progress. An unfinished claim lapses by itself. */
const stopWaitMs = 5000

/** Starts the workers that create deliveries from events and send them. */
export function startWebhooks(parts: Parts): RecurringWork {
  if (parts.atOnce === 0) return { stop: () => Promise.resolve() }
  const works = [followEvents(parts), deliver(parts)]
  return {
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()))
    },
  }
}

function followEvents({ fanOut, eventSignal, deliverySignal, logger }: Parts): RecurringWork {
  return runOnSignal({
    signal: eventSignal,
    run: async () => {
      const hasMoved = (await fanOut.run()) > 0
      if (hasMoved) deliverySignal.send()
      return hasMoved
    },
    idleMs,
    failed: (err) => logger.error({ err }, 'webhook fan-out failed'),
    stopWaitMs,
  })
}

function deliver({ deliverer, deliverySignal, logger, atOnce }: Parts): RecurringWork {
  const underWay = new Set<Promise<void>>()
  const work = runOnSignal({
    signal: deliverySignal,
    run: async () => {
      const free = atOnce - underWay.size
      const begun = free > 0 ? await deliverer.begin(free) : []
      for (const attempt of begun) {
        const done = attempt.done.then(() => {
          underWay.delete(done)
          // The endpoint may take another delivery.
          deliverySignal.send()
        })
        underWay.add(done)
      }
      return begun.length > 0
    },
    idleMs,
    failed: (err) => logger.error({ err }, 'webhook worker failed'),
    stopWaitMs,
  })
  return {
    stop: async () => {
      const ended = work.stop().then(() => Promise.all(underWay))
      await Promise.race([ended, setTimeout(stopWaitMs, undefined, { ref: false })])
    },
  }
}
