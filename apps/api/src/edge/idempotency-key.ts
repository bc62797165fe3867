import type { IncomingMessage } from 'node:http'
import { headerNames } from '@vadium/schema'
import { Refusal } from '../refusal.ts'

const pattern = /^[\x21-\x7e]{1,255}$/

/** The key of a write, given exactly once. */
export function readIdempotencyKey({ headersDistinct }: IncomingMessage): string | Refusal {
  const given = headersDistinct[headerNames.idempotencyKey.toLowerCase()] ?? []
  const [key] = given
  if (given.length === 1 && key !== undefined && pattern.test(key)) return key
  const issue = given.length > 1 ? 'is given more than once' : 'must be 1 to 255 visible characters'
  return new Refusal('IDEMPOTENCY_KEY_INVALID', [{ field: headerNames.idempotencyKey, issue }])
}
