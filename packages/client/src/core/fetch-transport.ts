import { neverConnected, NotSentError } from './not-sent.ts'
import { pageOrigin } from './page-origin.ts'
import type { Transport } from './transport.ts'

/**
 * A transport over `fetch`, for browsers and other runtimes without undici.
 *
 * @param send Used instead of the global `fetch`.
 */
export function fetchTransport(send: typeof fetch = fetch): Transport {
  return {
    async send({ method, origin, target, headers, body, signal }) {
      const init = {
        method,
        headers,
        signal,
        ...(body !== undefined && { body }),
        // A signature covers one target, so it is not valid for the target of a redirect.
        redirect: 'manual',
        // Only the signature identifies the caller, and answers must not come from a cache.
        credentials: 'omit',
        cache: 'no-store',
      } as const
      const reply = await send(`${origin}${target}`, init).catch((error: unknown) => {
        // A page does not learn whether its request has been sent.
        const isKnown = pageOrigin() === undefined && neverConnected(error)
        throw isKnown ? new NotSentError(error) : error
      })
      return { status: reply.status, headers: reply.headers, body: chunks(reply) }
    },
  }
}

// Not every browser can iterate over a ReadableStream, but all can use its reader.
async function* chunks(reply: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = reply.body?.getReader()
  if (reader === undefined) return
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}
