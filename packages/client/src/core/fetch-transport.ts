import type { Transport } from './transport.ts'

/**
 * Sends with `fetch`: in browsers, and wherever there is no undici.
 *
 * @param send Sends in place of the global `fetch`.
 */
export function fetchTransport(send: typeof fetch = fetch): Transport {
  return {
    async send({ method, origin, target, headers, body, signal }) {
      const init = {
        method,
        headers,
        signal,
        ...(body !== undefined && { body }),
        // A signature is for one target, so a redirect cannot be followed.
        redirect: 'manual',
        // Nothing but the signature identifies the caller, and no old answer stands for a new one.
        credentials: 'omit',
        cache: 'no-store',
      } as const
      const reply = await send(`${origin}${target}`, init)
      return { status: reply.status, headers: reply.headers, body: chunks(reply) }
    },
  }
}

// Not every browser can iterate over a stream, but all can read one.
async function* chunks(reply: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = reply.body?.getReader()
  if (reader === undefined) return
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}
