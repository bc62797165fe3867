import { withDeadline } from './deadline.ts'
import { type AnswerFacts, asCallError } from './errors.ts'
import { malformed } from './reply.ts'
import type { TransportReply } from './transport.ts'

/** An answer of which the status has come, and which is read as it comes. */
export interface OpenReply {
  readonly reply: TransportReply
  readonly facts: AnswerFacts
  /** Ends the exchange. */
  readonly life: AbortController
}

/** How such an answer is read: `timeoutMs` is how long each further part of it may take. */
export interface Reading {
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** @throws VadiumTimeoutError, VadiumAbortError, VadiumConnectionError. */
export async function nextChunk(
  bytes: AsyncIterator<Uint8Array>,
  { timeoutMs, signal }: Reading,
): Promise<IteratorResult<Uint8Array, unknown>> {
  try {
    return await withDeadline(timeoutMs, signal, () => bytes.next())
  } catch (error) {
    throw asCallError(error)
  }
}

/** Decodes chunk by chunk, and with undefined what is left at the end. */
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
