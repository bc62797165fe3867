import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LoadShedding } from './load-shedding.ts'
import type { RequestTurns } from './request-turns.ts'

/** These must be answered especially under overload: they show the state of the service. */
const neverWaits = /^\/(?:healthz|readyz|metrics)(?:\?|$)/

interface Parts {
  /** Finds the organization of a request before its signature is verified. */
  readonly callers: { organizationOf(request: IncomingMessage): string | undefined }
  readonly shedding: Pick<LoadShedding, 'shed'>
  readonly turns: Pick<RequestTurns, 'arrived'>
}

/** Where requests wait for their turn: before their path, signature or body is read. */
export class RequestDoor {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Lets the request begin, at once or at its turn, or sheds it. */
  arrived(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    if (neverWaits.test(request.url ?? '')) {
      begin()
      return
    }
    const { callers, shedding, turns } = this.#parts
    const organizationId = callers.organizationOf(request)
    const refuse = () => shedding.shed(request, response)
    const drop = turns.arrived(organizationId, { begin, refuse })
    if (drop !== undefined) response.once('close', drop)
  }
}
