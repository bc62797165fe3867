import type { Transport, TransportReply } from '@vadium/client'

/** What the last reply had besides its answer. */
export interface Observed {
  readonly headers: TransportReply['headers']
  /** When the request was sent, and when its reply began, in Unix milliseconds. */
  readonly sentMs: number
  readonly repliedMs: number
}

/** A transport that keeps what the last reply had besides its answer. */
export interface ObservedTransport extends Transport {
  /** Undefined before the first reply. */
  last(): Observed | undefined
}

export function observedTransport(inner: Transport, now: () => number): ObservedTransport {
  let last: Observed | undefined
  return {
    async send(request) {
      const sentMs = now()
      const reply = await inner.send(request)
      last = { headers: reply.headers, sentMs, repliedMs: now() }
      return reply
    },
    close: async () => {
      await inner.close?.()
    },
    last: () => last,
  }
}
