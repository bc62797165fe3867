import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { placeOfWebhookSecret, placeOfWebhookUrl } from '../../platform/secrets/stored-secrets.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { AttemptRecorder } from './attempt-recorder.ts'
import { claimDeliveries, type ClaimedDelivery } from './delivery-claims.ts'
import type { WebhookSender } from './webhook-sender.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly sender: Pick<WebhookSender, 'send'>
  /** The clock of the machine, because receivers compare timestamps with real time. */
  readonly clock: Clock
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'error'>
  readonly secretBox: SecretBox
  /** The largest number of attempts in progress at one endpoint, by all processes together. */
  readonly perEndpointMax: number
}

/** An attempt in progress. `done` resolves when it has ended and is recorded, and never rejects. */
export interface AttemptUnderWay {
  readonly done: Promise<void>
}

/** The largest number claimed by one statement, so that the claims end well before they lapse. */
const batchMax = 200

/**
 * Sends due deliveries. Several processes may run it, and each may die at any point. A delivery is
 * claimed before it is sent, and its result is recorded only while the claim is held. An unfinished
 * claim lapses, and the delivery is sent again under the same id.
 */
export class WebhookDeliverer {
  readonly #parts: Parts
  readonly #recorder: AttemptRecorder

  constructor(parts: Parts) {
    this.#parts = parts
    this.#recorder = new AttemptRecorder(parts.writes, parts.logger)
  }

  /** Starts due attempts, at most `countMax`. None if nothing may start now. */
  async begin(countMax: number): Promise<AttemptUnderWay[]> {
    const { pool, clock, perEndpointMax } = this.#parts
    const bounds = { perEndpointMax, countMax: Math.min(countMax, batchMax) }
    const claimed = await claimDeliveries(pool, clock.now(), randomUUID(), bounds)
    return claimed.map((delivery) => ({ done: this.#carryOut(delivery) }))
  }

  /**
   * Sends everything that is due now.
   * @returns the number of attempts.
   */
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

  #urlOf({ endpointId, url, sealedUrl }: ClaimedDelivery): string {
    if (sealedUrl === null) return url
    return this.#parts.secretBox.unseal(placeOfWebhookUrl(endpointId), sealedUrl).toString('utf8')
  }

  async #carryOut(delivery: ClaimedDelivery): Promise<void> {
    const { clock, logger, secretBox, sender } = this.#parts
    try {
      const atMs = clock.now()
      const place = placeOfWebhookSecret(delivery.endpointId)
      const secrets = delivery.sealedSecrets.map((sealed) => secretBox.unseal(place, sealed))
      const { id, body } = delivery
      const answer = await sender.send({ id, url: this.#urlOf(delivery), body, secrets, atMs })
      await this.#recorder.record({ delivery, answer, atMs })
    } catch (err) {
      // The claim lapses, and the delivery is attempted again.
      const facts = { err, webhook_delivery: delivery.id }
      logger.error(facts, 'signing or recording a webhook failed')
    }
  }
}
