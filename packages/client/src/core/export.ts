import type { Export } from './call.ts'
import { parseJson } from './exact-json.ts'
import { ItemSplitter } from './item-splitter.ts'
import { mediaTypes } from './media-types.ts'
import type { Answer, Operation } from './operation.ts'
import type {
  ListItem,
  RequestInput,
  RequestOptions,
  Requests,
  UntypedInput,
} from './operation-call.ts'
import { nextChunk, type OpenReply, type Reading, utf8Decoder } from './open-reply.ts'
import {
  checkMediaType,
  exactMembersOf,
  listMemberOf,
  malformed,
  noFacts,
  responseOf,
  tooLarge,
} from './reply.ts'

export type ExportFormat = 'csv' | 'json'

// How a complete export ends. HTTP framing shows whether all of the answer arrived; this check also
// finds an export that was cut off before it was framed, by a proxy for example.
const endings = { csv: /\n$/, json: /\}\s*$/ } as const
const ENDING_LENGTH_MAX = 64

/** The format that an input asks for. Default: JSON. */
export function exportFormatOf({ query }: UntypedInput): ExportFormat {
  return query !== undefined && 'format' in query && query.format === 'csv' ? 'csv' : 'json'
}

/** Requests an export: the text of a CSV export, or the items of a JSON export. */
export function requestExport<O extends Operation>(
  requests: Requests,
  operation: O,
  input: RequestInput<O>,
  options: RequestOptions,
): Export<string> | Export<ListItem<Answer<O>>> {
  return exportFormatOf(input) === 'csv'
    ? requests.exportText(operation, input, options)
    : requests.exportItems(operation, input, options)
}

/** An export, whose request is sent at the first read or with `withResponse`. */
export function asExport<T>(
  items: AsyncGenerator<T, void, undefined>,
  opened: () => Promise<OpenReply>,
): Export<T> {
  let opening: Promise<OpenReply> | undefined
  const end = items.return.bind(items)
  const made: Export<T> = Object.assign(items, {
    withResponse: async () => {
      opening = opened()
      const { reply, facts } = await opening
      return { answer: made, ...responseOf(reply, facts) }
    },
    // A generator that has not begun would leave the exchange open.
    return: () => {
      opening?.then(({ life }) => life.abort()).catch(() => undefined)
      return end()
    },
  })
  return made
}

/**
 * Streams the text of an export, with one chunk in memory at a time.
 *
 * @throws VadiumConnectionError or VadiumReplyError when the export ends before it is complete,
 *   even if the text so far looks complete. VadiumTimeoutError, VadiumAbortError.
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
      const { done, value } = await nextChunk(bytes, reading, facts)
      const text = decode(done === true ? undefined : value)
      ending = (ending + text).slice(-ENDING_LENGTH_MAX)
      if (text !== '') yield text
      if (done === true) break
    }
    if (reply.endsWithConnection === true || !endings[format].test(ending)) {
      throw malformed('The export is incomplete, or its end is not marked.', facts)
    }
  } finally {
    // Ends the exchange also when the reader stops early or fails.
    life.abort()
    bytes.return?.().catch(() => undefined)
  }
}

/**
 * Streams the items of an export, with one item and one chunk in memory at a time. The export is
 * complete only when the iteration ends without an error.
 *
 * @throws the same errors as `exportedText`.
 */
export async function* exportedItems<O extends Operation>(
  operation: O,
  text: AsyncIterable<string>,
  lengthMax: number,
): AsyncGenerator<ListItem<Answer<O>>, void, undefined> {
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
    if (error instanceof SyntaxError) throw malformed('The export is not JSON.', noFacts, error)
    if (error instanceof RangeError) throw tooLarge('An item', lengthMax, noFacts)
    throw error
  }
}
