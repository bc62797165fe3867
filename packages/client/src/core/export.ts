import { parseJson } from './exact-json.ts'
import { ItemSplitter } from './item-splitter.ts'
import type { Answer, Operation } from './operation.ts'
import type {
  ListItem,
  RequestInput,
  RequestOptions,
  Requests,
  UntypedInput,
} from './operation-call.ts'
import { nextChunk, type OpenReply, type Reading, utf8Decoder } from './open-reply.ts'
import { checkMediaType, exactMembersOf, listMemberOf, malformed, tooLarge } from './reply.ts'

export type ExportFormat = 'csv' | 'json'

export const mediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  stream: 'text/event-stream',
} as const

// How each format ends when it is whole. It is the framing of HTTP that tells a whole answer; this also
// catches what was cut off before it was framed.
const endings = { csv: /\n$/, json: /\}\s*$/ } as const
const ENDING_LENGTH_MAX = 64

/** The format that an input asks for; JSON unless it says otherwise. */
export function exportFormatOf({ query }: UntypedInput): ExportFormat {
  return query !== undefined && 'format' in query && query.format === 'csv' ? 'csv' : 'json'
}

/** An export as it was asked for: the text of CSV, or the items of JSON. */
export function requestExport<O extends Operation>(
  requests: Requests,
  operation: O,
  input: RequestInput<O>,
  options: RequestOptions,
): AsyncGenerator<string, void, undefined> | AsyncGenerator<ListItem<Answer<O>>, void, undefined> {
  return exportFormatOf(input) === 'csv'
    ? requests.exportText(operation, input, options)
    : requests.exportItems(operation, input, options)
}

/**
 * The text of an export, chunk by chunk, no more of it in memory than a chunk.
 *
 * @throws VadiumConnectionError or VadiumReplyError when it ends before it is whole: what has been read
 *   until then is a part, whatever it looks like. VadiumTimeoutError, VadiumAbortError.
 */
export async function* exportedText(
  { reply, facts, life }: OpenReply,
  format: ExportFormat,
  reading: Reading,
): AsyncGenerator<string, void, undefined> {
  const bytes = reply.body[Symbol.asyncIterator]()
  const decode = utf8Decoder('The export', facts)
  let ending = ''
  try {
    checkMediaType('The export', reply, mediaTypes[format], facts)
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
