import { createHmac, timingSafeEqual } from 'node:crypto'

const macBytes = 16

/**
 * Seals a text for the purpose: its holder can read it, but can neither create nor change one, nor
 * use it for another purpose.
 */
export function seal(key: Uint8Array, purpose: string, text: string): string {
  const bytes = Buffer.from(text)
  return Buffer.concat([bytes, macOf(key, purpose, bytes)]).toString('base64url')
}

/** The sealed text; undefined if it was not sealed for this purpose. */
export function unseal(key: Uint8Array, purpose: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= macBytes || bytes.toString('base64url') !== token) return undefined
  const text = bytes.subarray(0, bytes.length - macBytes)
  const mac = bytes.subarray(bytes.length - macBytes)
  return timingSafeEqual(mac, macOf(key, purpose, text)) ? text.toString() : undefined
}

function macOf(key: Uint8Array, purpose: string, text: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(`${text.length}\n`)
    .update(text)
    .update(purpose)
    .digest()
    .subarray(0, macBytes)
}
