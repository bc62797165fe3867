import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type ErrorReason, errorReason, headerNames, signingInput } from '@vadium/schema'
import { generateKeyPair } from '../src/index.ts'

/** A request as it arrived. */
export interface Arrived {
  readonly method: string
  readonly target: string
  readonly headers: IncomingMessage['headers']
  readonly body: Uint8Array
  readonly timestamp: string
  /** Whether its signature verifies, over the raw target and the raw body. */
  readonly verified: boolean
}

export type Answer = (response: ServerResponse, arrived: Arrived) => void

/** A real HTTP server on loopback that gives scripted answers, and records the requests. */
export interface ScriptedServer extends AsyncDisposable {
  readonly url: string
  readonly arrived: Arrived[]
  /** Answers the next requests one by one; the last answer is repeated. */
  answer(...answers: Answer[]): void
  /** Resolves as soon as this many requests have arrived. */
  waitFor(count: number): Promise<void>
}

export async function scriptedServer(): Promise<ScriptedServer> {
  const arrived: Arrived[] = []
  const sockets = new Set<Socket>()
  let answers: Answer[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const entry = inspect(request, body)
      arrived.push(entry)
      for (const wake of waiting) wake()
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer === undefined) response.destroy()
      else answer(response, entry)
    })
  })
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    answer: (...given) => {
      answers = given
    },
    waitFor: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (arrived.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readAll(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function inspect({ method = '', url = '', headers }: IncomingMessage, body: Uint8Array): Arrived {
  const timestamp = String(headers[headerNames.timestamp.toLowerCase()])
  const signature = String(headers[headerNames.signature.toLowerCase()])
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: String(headers[headerNames.apiKey.toLowerCase()]) },
    format: 'jwk',
  })
  const input = signingInput({ method, target: url, body, timestamp })
  const verified = verify(null, input, key, Buffer.from(signature, 'base64url'))
  return { method, target: url, headers, body, timestamp, verified }
}

/** Answers a JSON text unchanged, or a value serialized as JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (response) => {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      [headerNames.requestId]: 'from-header',
      ...headers,
    })
    response.end(text)
  }
}

/** Answers server-sent events, unchanged or as the service writes them, and stays open. */
export function frames(...given: (string | Frame)[]): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (const frame of given) response.write(typeof frame === 'string' ? frame : frameText(frame))
  }
}

/** A frame of a stream; `data` is written as JSON. */
export interface Frame {
  readonly id: string
  readonly event: string
  readonly data: object
}

export function frameText({ id, event, data }: Frame): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Answers a refusal as the service does. */
export function refusal(
  reason: ErrorReason,
  { details, headers }: { details?: object[]; headers?: Record<string, string> } = {},
): Answer {
  const { code, status, message } = errorReason(reason)
  const error = { code, message, reason, ...(details && { details }), request_id: 'from-body' }
  return json({ error }, status, headers)
}

export const silence: Answer = () => undefined

/** For tests that do not compare times: no time is used twice with one key in a process. */
export const keys = generateKeyPair()
