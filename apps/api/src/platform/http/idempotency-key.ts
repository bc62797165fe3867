import type { IncomingMessage } from 'node:http'
import { headerNames } from '@vadium/schema'
import { Refusal } from '../refusal.ts'

const pattern = /^[\x21-\x7e]{1,255}$/

/** The idempotency key of a write. It must be given exactly once. */
export function readIdempotencyKey({ headersDistinct }: IncomingMessage): string | Refusal {
  const [key, ...more] = headersDistinct[headerNames.idempotencyKey.toLowerCase()] ?? []
  if (more.length > 0) return invalid('is given more than once')
  if (key === undefined) return invalid('is required: 1 to 255 visible characters')
  return pattern.test(key) ? key : invalid('must be 1 to 255 visible characters')
}

function invalid(issue: string): Refusal {
  return new Refusal('IDEMPOTENCY_KEY_INVALID', [{ field: headerNames.idempotencyKey, issue }])
}
