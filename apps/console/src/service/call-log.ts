import type { Transport } from '@vadium/client'
import { noteDate } from './now.ts'

/** A call of the page, as the developer drawer shows it. */
export interface LoggedCall {
  readonly number: number
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly time: string
  readonly durationMs: number
  /** Undefined if no answer arrived. */
  readonly status: number | undefined
  readonly requestId: string | undefined
}

const keptMax = 50

/** The last calls of the page. It keeps no body, no header and no signature. */
export class CallLog {
  #calls: readonly LoggedCall[] = []
  #count = 0
  readonly #listeners = new Set<() => void>()

  /** The newest call first. The same array until there is another call. */
  readonly read = (): readonly LoggedCall[] => this.#calls

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** A transport that sends as another one does, and logs. */
  logged(transport: Transport): Transport {
    return {
      send: async (request) => {
        const begin = performance.now()
        const sentMs = Date.now()
        const call = {
          method: request.method,
          target: request.target,
          time: new Date(sentMs).toISOString(),
        }
        try {
          const reply = await transport.send(request)
          noteDate(reply.headers.get('date'), sentMs)
          const requestId = reply.headers.get('x-request-id') ?? undefined
          this.#add({ ...call, status: reply.status, requestId }, begin)
          return reply
        } catch (error) {
          this.#add({ ...call, status: undefined, requestId: undefined }, begin)
          throw error
        }
      },
    }
  }

  #add(call: Omit<LoggedCall, 'number' | 'durationMs'>, begin: number): void {
    this.#count += 1
    const durationMs = Math.round(performance.now() - begin)
    this.#calls = [
      { ...call, number: this.#count, durationMs },
      ...this.#calls.slice(0, keptMax - 1),
    ]
    for (const listener of this.#listeners) listener()
  }
}
