import type { Moved } from '../types/events.ts'
import type { AnswerFacts } from './errors.ts'
import { malformed, objectFrom } from './reply.ts'
import type { StreamFrame } from './stream-frames.ts'

/**
 * What a frame says to have moved.
 *
 * @throws VadiumReplyError if it says no such thing.
 */
export function movedOf({ data }: StreamFrame, facts: AnswerFacts): Moved {
  const { prices, clock } = objectFrom(() => JSON.parse(data) as unknown, 'The frame moved', facts)
  if (Array.isArray(prices) && prices.every(isText) && typeof clock === 'boolean') {
    return { prices, clock }
  }
  throw malformed('The frame moved does not say what has moved.', facts)
}

const isText = (value: unknown): value is string => typeof value === 'string'
