import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorReason, type ErrorReason, headerNames, signingInput } from '@vadium/schema'

/** A request as it arrived. */
export interface Arrived {
  readonly method: string
  readonly target: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** Whether its signature verifies, over the raw target and the raw body. */
  readonly verified: boolean
}

export type Answer = (response: ServerResponse, arrived: Arrived) => void

/** A real HTTP server on loopback that gives scripted answers, and records the requests. */
export interface LoopbackService extends AsyncDisposable {
  readonly url: string
  readonly arrived: readonly Arrived[]
}

/** Each request gets the next answer; the last answer is repeated. */
export async function loopbackService(...answers: Answer[]): Promise<LoopbackService> {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const entry = inspect(request, body)
      const answer = answers[Math.min(arrived.length, answers.length - 1)]
      arrived.push(entry)
      if (answer === undefined) response.destroy()
      else answer(response, entry)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function inspect({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Arrived {
  const header = (name: string) => String(headers[name.toLowerCase()])
  if (headers[headerNames.apiKey.toLowerCase()] === undefined) {
    return { method, target: url, headers, body: body.toString(), verified: false }
  }
  const input = signingInput({
    method,
    target: url,
    body,
    timestamp: header(headerNames.timestamp),
  })
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: header(headerNames.apiKey) },
    format: 'jwk',
  })
  const signature = Buffer.from(header(headerNames.signature), 'base64url')
  const verified = verify(null, input, key, signature)
  return { method, target: url, headers, body: body.toString(), verified }
}

/** Answers JSON: a text unchanged, any other value serialized. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(text)
  }
}

/** Answers a refusal as the service does. */
export function refusal(
  reason: ErrorReason,
  details?: readonly object[],
  headers: Record<string, string> = {},
): Answer {
  const { code, status, message } = errorReason(reason)
  const error = { code, message, reason, ...(details && { details }), request_id: 'request-7' }
  return json({ error }, status, headers)
}

/** Reads the request and closes the connection. */
export const hangUp: Answer = (response) => {
  response.destroy()
}

/** Reads the request and never answers. */
export const silence: Answer = () => undefined
