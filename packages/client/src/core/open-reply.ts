import { withDeadline } from './deadline.ts'
import { type AnswerFacts, asCallError } from './errors.ts'
import { malformed } from './reply.ts'
import type { TransportReply } from './transport.ts'

/** An answer whose status has arrived and whose body is read as it arrives. */
export interface OpenReply {
  readonly reply: TransportReply
  readonly facts: AnswerFacts
  /** Ends the exchange. */
  readonly life: AbortController
}

/** How the body of an open answer is read. `timeoutMs` limits the wait for each chunk. */
export interface Reading {
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** @throws VadiumTimeoutError, VadiumAbortError, VadiumConnectionError. */
export async function nextChunk(
  bytes: AsyncIterator<Uint8Array>,
  { timeoutMs, signal }: Reading,
  facts: AnswerFacts,
): Promise<IteratorResult<Uint8Array, unknown>> {
  try {
    return await withDeadline(timeoutMs, signal, () => bytes.next())
  } catch (error) {
    throw asCallError(error, facts)
  }
}

/** Returns a decoder of chunks. Call it with undefined after the last chunk. */
export function utf8Decoder(
  what: string,
  facts: AnswerFacts,
): (chunk: Uint8Array | undefined) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (chunk) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch (error) {
      throw malformed(`${what} is not UTF-8.`, facts, error)
    }
  }
}
