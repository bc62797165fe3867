import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { placeOfWebhookSecret } from '../../platform/secrets/stored-secrets.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { AttemptRecorder } from './attempt-recorder.ts'
import { claimDeliveries, type ClaimedDelivery } from './delivery-claims.ts'
import type { WebhookSender } from './webhook-sender.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly sender: Pick<WebhookSender, 'send'>
  /** The time of the machine: whoever receives has no other. */
  readonly clock: Clock
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'error'>
  readonly secretBox: SecretBox
  /** Attempts under way to one endpoint, from all processes together. */
  readonly perEndpointMax: number
}

/** An attempt that is under way; `done` resolves when it is over and written down, and never rejects. */
export interface AttemptUnderWay {
  readonly done: Promise<void>
}

/** More are not claimed by one statement, so that its claims end well before they lapse. */
const batchMax = 200

/**
 * Carries out what is due, in one process or several, each of which may die anywhere. A delivery is claimed before it
 * is sent, and its end is written only while the claim stands; a claim that was left behind lapses, and then it is
 * sent again, under the id that it has always had.
 */
export class WebhookDeliverer {
  readonly #parts: Parts
  readonly #recorder: AttemptRecorder

  constructor(parts: Parts) {
    this.#parts = parts
    this.#recorder = new AttemptRecorder(parts.writes, parts.logger)
  }

  /** Begins attempts that are due, `countMax` at the most. None where no more may be made now. */
  async begin(countMax: number): Promise<AttemptUnderWay[]> {
    const { pool, clock, perEndpointMax } = this.#parts
    const bounds = { perEndpointMax, countMax: Math.min(countMax, batchMax) }
    const claimed = await claimDeliveries(pool, clock.now(), randomUUID(), bounds)
    return claimed.map((delivery) => ({ done: this.#carryOut(delivery) }))
  }

  /** Carries out all that is due now. How many attempts were made. */
  async runDue(): Promise<number> {
    for (let count = 0; ;) {
      const underWay: Promise<void>[] = []
      for (let begun = await this.begin(batchMax); begun.length > 0;) {
        underWay.push(...begun.map(({ done }) => done))
        begun = await this.begin(batchMax)
      }
      if (underWay.length === 0) return count
      count += underWay.length
      await Promise.all(underWay)
    }
  }

  async #carryOut(delivery: ClaimedDelivery): Promise<void> {
    const { clock, logger, secretBox, sender } = this.#parts
    try {
      const atMs = clock.now()
      const place = placeOfWebhookSecret(delivery.endpointId)
      const secrets = delivery.sealedSecrets.map((sealed) => secretBox.unseal(place, sealed))
      const answer = await sender.send({ ...delivery, secrets, atMs })
      await this.#recorder.record({ delivery, answer, atMs })
    } catch (err) {
      // The claim lapses, and it is tried again.
      const facts = { err, webhook_delivery: delivery.id }
      logger.error(facts, 'a webhook could not be signed, or what became of it be recorded')
    }
  }
}
