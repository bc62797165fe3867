import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { allowedOrigins } from '../config/allowed-origins.ts'
import type { Config } from '../config/config.ts'
import { whyAway } from '../platform/db/database-away.ts'
import { ClientErrors } from '../platform/http/client-errors.ts'
import { CrossOrigin } from '../platform/http/cross-origin.ts'
import { fixedHeaders } from '../platform/http/fixed-headers.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { LoadShedding } from '../platform/http/load-shedding.ts'
import { aliveText, unreadyText } from '../platform/http/plugins/health.ts'
import { jsonType } from '../platform/http/refuse.ts'
import { connectionLimits, rateLimits } from './server-limits.ts'

const retryMs = 1000

/** Between two log lines of the same reason. */
const repeatMs = 60_000

/** The metrics begin with the service itself. */
const uncounted = { refused: () => undefined }

/**
 * Answers while a start waits for its database: `/healthz` that the process is alive, `/readyz` why
 * it is not ready, and 429 `OVERLOADED` to everything else. A start that need not wait opens
 * nothing.
 */
export class WaitingServer {
  readonly #config: Config
  readonly #logger: FastifyBaseLogger
  #server: Server | undefined
  #why = 'starting'

  constructor(config: Config, logger: FastifyBaseLogger) {
    this.#config = config
    this.#logger = logger
  }

  /**
   * Prepares the database. While it is away, tries again each second, without an end.
   *
   * @throws every error of the preparation that waiting cannot mend.
   */
  async untilPrepared<T>(prepare: () => Promise<T>): Promise<T> {
    let loggedAtMs = -Infinity
    for (;;) {
      try {
        const prepared = await prepare()
        if (this.#server !== undefined) this.#logger.info('the database answers')
        this.#why = 'starting'
        return prepared
      } catch (err) {
        const why = whyAway(err)
        if (why === undefined) throw err
        const now = performance.now()
        if (why !== this.#why || now - loggedAtMs >= repeatMs) {
          this.#logger.warn({ err, why }, 'waiting for the database')
          loggedAtMs = now
        }
        this.#why = why
        await this.#open()
        await pause(retryMs)
      }
    }
  }

  /**
   * Frees the port for the service: connections that have been accepted get their answers, and no
   * further one is accepted.
   *
   * @returns the port that the service should listen on.
   */
  close(): number {
    const address = this.#server?.address()
    this.#server?.close()
    return typeof address === 'object' && address !== null ? address.port : this.#config.PORT
  }

  async #open(): Promise<void> {
    if (this.#server !== undefined) return
    const config = this.#config
    const crossOrigin = new CrossOrigin(allowedOrigins(config.CORS_ORIGINS))
    const shedding = new LoadShedding({
      crossOrigin,
      meter: uncounted,
      addressLimit: config.RATE_LIMIT_ADDRESS,
    })
    const server = createHttpServer((request, response) => {
      // Its connection must not stay with this server when the service takes the port.
      response.setHeader('Connection', 'close')
      if (!this.#answersHealth(request, response)) shedding.shed(request, response)
    }, connectionLimits(config))
    const limits = rateLimits(config)
    new ClientErrors({ crossOrigin, limits, log: this.#logger, meter: uncounted }).attach(server)
    this.#server = server
    server.listen({ host: config.HOST, port: config.PORT, backlog: config.CONNECTIONS_MAX })
    await once(server, 'listening')
  }

  #answersHealth({ method = '', url = '' }: IncomingMessage, response: ServerResponse): boolean {
    const [path] = url.split('?', 1)
    const isAlive = path === '/healthz'
    if (!['GET', 'HEAD'].includes(method) || !(isAlive || path === '/readyz')) return false
    const text = isAlive ? aliveText : unreadyText(this.#why)
    const headers = { ...fixedHeaders, 'Content-Type': jsonType, 'Content-Length': text.length }
    response.writeHead(isAlive ? 200 : 503, headers).end(text)
    return true
  }
}
