import type { Moved } from '../types/events.ts'
import { isObject, malformed } from './reply.ts'
import type { StreamFrame } from './stream-frames.ts'

const noFacts = { status: 200, requestId: undefined, retryAfterMs: undefined }

/**
 * What a frame says to have moved.
 *
 * @throws VadiumReplyError if it says no such thing.
 */
export function movedOf({ data }: StreamFrame): Moved {
  let content: unknown
  try {
    content = JSON.parse(data)
  } catch (error) {
    throw malformed('A `moved` frame of the stream is not JSON.', noFacts, error)
  }
  if (isMoved(content)) return content
  throw malformed('A `moved` frame of the stream does not say what has moved.', noFacts)
}

function isMoved(content: unknown): content is Moved {
  if (!isObject(content)) return false
  const { prices, clock } = content
  const isList = Array.isArray(prices) && prices.every((asset) => typeof asset === 'string')
  return isList && typeof clock === 'boolean'
}
