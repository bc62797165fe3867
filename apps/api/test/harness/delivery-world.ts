import { WebhookReceiver } from './webhook-receiver.ts'
import { ownMachine, WebhookWorld } from './webhook-world.ts'

/** Few enough at once for a test to hold them all. */
export const perEndpointMax = 4

/** The same with somebody who takes what is sent, each endpoint at a path of its own. */
export class DeliveryWorld extends WebhookWorld {
  #receiver: WebhookReceiver | undefined
  #paths = 0

  get receiver(): WebhookReceiver {
    if (this.#receiver === undefined) throw new Error('the receiver has not been started')
    return this.#receiver
  }

  override async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const own = { ...ownMachine, WEBHOOKS_PER_ENDPOINT_MAX: String(perEndpointMax) }
    await super.start({ ...own, ...settings })
    this.#receiver = await WebhookReceiver.start()
  }

  override async close(): Promise<void> {
    await this.#receiver?.[Symbol.asyncDispose]()
    await super.close()
  }

  /** A path that nothing was sent to. */
  newPath(): string {
    this.#paths += 1
    return `/${this.#paths}`
  }

  /** An endpoint at a path of its own. */
  async endpointAt(
    path: string,
    event_types?: ('order.updated' | 'chat.updated')[],
  ): Promise<{ readonly id: string; readonly secret: string }> {
    return this.endpoint({
      target_url: `${this.receiver.url}${path}`,
      ...(event_types && { event_types }),
    })
  }

  /** From here on nothing is sent to the endpoints that there are. */
  async deleteEndpoints(): Promise<void> {
    await this.service.database.query(
      'UPDATE webhook_endpoints SET deleted_at = now(), sealed_url = NULL',
    )
  }
}
