import { carriesBody, headerNames } from '@vadium/schema/protocol'
import { signedHeaders, webKeySigner, webSigner, type WebKey } from './core/web-signer.ts'

export type { WebKey } from './core/web-signer.ts'

/**
 * A `fetch` that signs each request, for a client that is generated from the OpenAPI document. A
 * write without an idempotency key gets one of its own. It retries nothing.
 *
 * @param key The private key: base64url of 64 bytes (the seed, then the public key) or of the seed;
 *   or a key of WebCrypto.
 * @param send What sends the request. Default: the `fetch` of the platform.
 * @returns a `fetch` that rejects with a TypeError when the key is malformed.
 * @example
 * ```ts
 * import createClient from 'openapi-fetch'
 * import { signingFetch } from '@vadium/client/signing'
 *
 * const fetch = signingFetch(process.env.VADIUM_PRIVATE_KEY ?? '')
 * const client = createClient<paths>({ baseUrl: process.env.VADIUM_URL, fetch })
 * const { data } = await client.GET('/transfers', { params: { query: { page_size: 10 } } })
 * ```
 */
export function signingFetch(
  key: string | WebKey,
  send: typeof fetch = (input, init) => fetch(input, init),
): typeof fetch {
  const signer = typeof key === 'string' ? webSigner(key) : webKeySigner(key)
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, signal } = request
    const { origin, pathname, search } = new URL(request.url)
    // What is signed has no raw `|`, which a URL may have.
    const target = `${pathname}${search}`.replaceAll('|', '%7C')
    const body = carriesBody(method) ? new Uint8Array(await request.arrayBuffer()) : undefined
    const headers = new Headers(request.headers)
    if (method !== 'GET' && !headers.has(headerNames.idempotencyKey)) {
      headers.set(headerNames.idempotencyKey, crypto.randomUUID())
    }
    const signed = await signedHeaders({ method, target, body }, signer)
    for (const [name, value] of Object.entries(signed)) headers.set(name, value)
    const isEmpty = body === undefined || body.length === 0
    return send(origin + target, { method, headers, signal, ...(!isEmpty && { body }) })
  }
}
