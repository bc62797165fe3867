import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that arrived at a receiver, with its raw body. */
export interface ReceivedWebhook {
  readonly id: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How a receiver answers: a status, or a function. */
export type ReceiverAnswer = number | ((response: ServerResponse) => void)

/** A receiver of webhooks on this machine. */
export class WebhookReceiver implements AsyncDisposable {
  readonly url: string
  /** In the order of their arrival. */
  readonly received: ReceivedWebhook[] = []
  readonly #server: ReturnType<typeof createServer>
  readonly #answers = new Map<string, ReceiverAnswer>()

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { url: path = '', headers } = request
        const id = headers['webhook-id']?.toString() ?? ''
        this.received.push({ id, path, headers, body: Buffer.concat(chunks).toString() })
        const answer = this.#answers.get(path) ?? 204
        if (typeof answer === 'number') response.writeHead(answer).end()
        else answer(response)
      })
    })
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new WebhookReceiver(server)
  }

  /** Sets the answer of a path from now on; without it, 204. */
  answer(path: string, answer: ReceiverAnswer): void {
    this.#answers.set(path, answer)
  }

  at(path: string): readonly ReceivedWebhook[] {
    return this.received.filter((one) => one.path === path)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }
}
