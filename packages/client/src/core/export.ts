import type { Operation } from '@vadium/schema'
import { withDeadline } from './deadline.ts'
import { type AnswerFacts, asCallError } from './errors.ts'
import { parseJson } from './exact-json.ts'
import { ItemSplitter } from './item-splitter.ts'
import type { Answer, ListItem, UntypedInput } from './operation-call.ts'
import { exactMembersOf, listMemberOf, malformed, tooLarge } from './reply.ts'
import type { TransportReply } from './transport.ts'

export type ExportFormat = 'csv' | 'json'

export const mediaTypes = { json: 'application/json', csv: 'text/csv' } as const

// How each format ends when it is whole. It is the framing of HTTP that tells a whole answer; this also
// catches what was cut off before it was framed.
const endings = { csv: /\n$/, json: /\}\s*$/ } as const
const ENDING_LENGTH_MAX = 64

/** An export of which the status has come, and its text has not. */
export interface OpenExport {
  readonly reply: TransportReply
  readonly facts: AnswerFacts
  /** Ends the exchange. */
  readonly life: AbortController
}

/** How an export is read: `timeoutMs` is how long each further part of it may take. */
interface Reading {
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** The format that an input asks for; JSON unless it says otherwise. */
export function exportFormatOf({ query }: UntypedInput): ExportFormat {
  return query?.['format'] === 'csv' ? 'csv' : 'json'
}

/**
 * The text of an export, chunk by chunk, no more of it in memory than a chunk.
 *
 * @throws VadiumConnectionError or VadiumReplyError when it ends before it is whole: what has been read
 *   until then is a part, whatever it looks like. VadiumTimeoutError, VadiumAbortError.
 */
export async function* exportedText(
  { reply, facts, life }: OpenExport,
  format: ExportFormat,
  reading: Reading,
): AsyncGenerator<string, void, undefined> {
  const bytes = reply.body[Symbol.asyncIterator]()
  const decode = utf8Decoder(facts)
  let ending = ''
  try {
    checkKind(reply, format, facts)
    for (;;) {
      const { done, value } = await nextChunk(bytes, reading)
      const text = decode(done === true ? undefined : value)
      ending = (ending + text).slice(-ENDING_LENGTH_MAX)
      if (text !== '') yield text
      if (done === true) break
    }
    if (reply.endsWithConnection === true || !endings[format].test(ending)) {
      throw malformed('The export is not whole, or does not say that it is.', facts)
    }
  } finally {
    // A reader that has enough, or a failure, also ends what is still under way.
    life.abort()
    bytes.return?.().catch(() => undefined)
  }
}

/**
 * The items of an export, one by one, no more of it in memory than an item and a chunk. That all of
 * them have come is known when the iteration ends without an error, and not before.
 *
 * @throws as `exportedText`.
 */
export async function* exportedItems<O extends Operation>(
  operation: O,
  text: AsyncIterable<string>,
  lengthMax: number,
): AsyncGenerator<ListItem<Answer<O>>, void, undefined> {
  const facts = { status: 200, requestId: undefined, retryAfterMs: undefined }
  const exactMembers = exactMembersOf(operation)
  const splitter = new ItemSplitter(listMemberOf(operation), lengthMax)
  try {
    for await (const chunk of text) {
      for (const item of splitter.push(chunk)) {
        yield parseJson(item, exactMembers) as ListItem<Answer<O>>
      }
    }
    splitter.end()
  } catch (error) {
    if (error instanceof SyntaxError) throw malformed('The export is not JSON.', facts, error)
    if (error instanceof RangeError) throw tooLarge('An item', lengthMax, facts)
    throw error
  }
}

async function nextChunk(
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
function utf8Decoder(facts: AnswerFacts): (chunk: Uint8Array | undefined) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (chunk) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch (error) {
      throw malformed('The export is not UTF-8.', facts, error)
    }
  }
}

/** A page of some proxy would pass for CSV: anything does. */
function checkKind(reply: TransportReply, format: ExportFormat, facts: AnswerFacts): void {
  const type = reply.headers.get('Content-Type') ?? ''
  if (type.split(';')[0]?.trim().toLowerCase() === mediaTypes[format]) return
  throw malformed(`The export is not ${mediaTypes[format]}.`, facts)
}
