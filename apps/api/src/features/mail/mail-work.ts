import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type RecurringWork, runOnSignal } from '../../platform/recurring-work.ts'
import type { Signal } from '../../platform/signal.ts'
import type { MailDeliverer } from './mail-deliverer.ts'
import type { MailFanOut } from './mail-fan-out.ts'
import { mailLanes } from './mail-sender.ts'

interface Parts {
  readonly fanOut: MailFanOut
  readonly deliverer: MailDeliverer
  /** Sent when a log has grown that an address may follow. */
  readonly eventSignal: Signal
  /** Sent when a mail may be due. */
  readonly deliverySignal: Signal
  readonly logger: Pick<FastifyBaseLogger, 'error'>
}

/** How often idle workers look for work: hints can be lost, and retries become due without one. */
const idleMs = 1000
/** How long a stop waits for attempts in progress. An unfinished claim lapses by itself. */
const stopWaitMs = 5000

/** Starts the workers that create mails from notifications and send them. */
export function startMail(parts: Parts): RecurringWork {
  const works = [follow(parts), deliver(parts)]
  return {
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()))
    },
  }
}

function follow({ fanOut, eventSignal, deliverySignal, logger }: Parts): RecurringWork {
  return runOnSignal({
    signal: eventSignal,
    run: async () => {
      const hasMoved = (await fanOut.run()) > 0
      if (hasMoved) deliverySignal.send()
      return hasMoved
    },
    idleMs,
    failed: (err) => logger.error({ err }, 'mail fan-out failed'),
    stopWaitMs,
  })
}

function deliver({ deliverer, deliverySignal, logger }: Parts): RecurringWork {
  const underWay = new Set<Promise<void>>()
  const work = runOnSignal({
    signal: deliverySignal,
    run: async () => {
      const free = mailLanes - underWay.size
      const begun = free > 0 ? await deliverer.begin(free) : []
      for (const attempt of begun) {
        const done = attempt.then(() => {
          underWay.delete(done)
          deliverySignal.send()
        })
        underWay.add(done)
      }
      return begun.length > 0
    },
    idleMs,
    failed: (err) => logger.error({ err }, 'mail worker failed'),
    stopWaitMs,
  })
  return {
    stop: async () => {
      const ended = work.stop().then(() => Promise.all(underWay))
      await Promise.race([ended, setTimeout(stopWaitMs, undefined, { ref: false })])
    },
  }
}
