import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

export const simulatedSignatureHeader = 'x-simulated-signature'

/** How far the timestamp of a callback may be from the clock, in either direction. */
const ageMsMax = 300_000

const CallbackBody = Type.Object(
  {
    transfers: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 100 }),
  },
  { additionalProperties: false },
)

export interface SignedCallback {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * A callback as the simulated custodian sends it. The header is `t=<Unix
 * milliseconds>,v1=<signature>`. The signature is HMAC-SHA256 in hexadecimal over the digits of the
 * time, a point and the body.
 */
export function signCallback(
  key: Uint8Array,
  externalTransferIds: readonly string[],
  nowMs: number,
): SignedCallback {
  return signBody(key, Buffer.from(JSON.stringify({ transfers: externalTransferIds })), nowMs)
}

/** The same for any body. */
export function signBody(key: Uint8Array, body: Buffer, nowMs: number): SignedCallback {
  const signature = mac(key, String(nowMs), body).toString('hex')
  return {
    headers: {
      'content-type': 'application/json',
      [simulatedSignatureHeader]: `t=${nowMs},v1=${signature}`,
    },
    body,
  }
}

/** The ids in an authentic callback. Undefined if it is forged, changed or too old. */
export function readCallback(
  key: Uint8Array,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  nowMs: number,
): readonly string[] | undefined {
  const header = headers[simulatedSignatureHeader]
  const parts = typeof header === 'string' ? /^t=(\d{13}),v1=([0-9a-f]{64})$/.exec(header) : null
  const [, time, signature] = parts ?? []
  if (time === undefined || signature === undefined) return undefined
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), mac(key, time, body))) return undefined
  if (Math.abs(nowMs - Number(time)) > ageMsMax) return undefined
  return externalTransferIds(body)
}

function mac(key: Uint8Array, time: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${time}.`).update(body).digest()
}

function externalTransferIds(body: Uint8Array): readonly string[] {
  try {
    const content: unknown = JSON.parse(Buffer.from(body).toString())
    return Value.Check(CallbackBody, content) ? content.transfers : []
  } catch {
    return []
  }
}
