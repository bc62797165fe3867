import type { VadiumClient } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import { jsonLines, keptCharactersMax } from './answer-text.ts'
import { markedAnswer, type NameOf } from './marked-answer.ts'
import { marked, markNote } from './marked-text.ts'
import { isPreview, type OperationInput } from './tools.ts'

/** What people read of an answer. */
export interface Words {
  readonly lines: readonly string[]
  /** Whether its figures are others when they are recomputed. */
  readonly differs: boolean
}

/** The words that people read of an answer; undefined if the answer has none. */
export type Explain = (
  operationId: string,
  answer: unknown,
  nameOf: NameOf,
) => Promise<Words | undefined>

/** What reading needs. */
export interface Reader {
  readonly client: VadiumClient
  readonly explain: Explain
}

/** Calls an operation that reads, and returns its whole answer as text. */
export async function readText(
  operation: Operation,
  input: OperationInput,
  { client, explain }: Reader,
  names: NameOf,
  signal: AbortSignal,
): Promise<string> {
  if (operation.csv === true) return rowsText(operation, input, client, names, signal)
  const answer: unknown = await client.request(operation, input, { signal })
  const words = isPreview(operation) ? await explain(operation.id, answer, names) : undefined
  return [
    ...(words === undefined ? [] : [markedLines(words.lines)]),
    answerText(answer, operation, names),
    ...nextPage(operation, answer),
  ].join('\n\n')
}

/** An answer as JSON, with what is to be known of its texts. */
export function answerText(answer: unknown, operation: Operation, names: NameOf): string {
  return `${markNote}\n\n${jsonLines(markedAnswer(answer, operation.response, names))}`
}

/** Lines that people read. They have names in them, so that they are data as a whole. */
export function markedLines(lines: readonly string[]): string {
  return marked(lines.join('\n'))
}

/** The rows of a report or an export, as many as are kept. */
async function rowsText(
  operation: Operation,
  input: OperationInput,
  client: VadiumClient,
  names: NameOf,
  signal: AbortSignal,
): Promise<string> {
  const [list = 'rows'] = Object.keys((operation.response['properties'] ?? {}) as object)
  const rows: unknown[] = []
  let characters = 0
  for await (const row of client.exportItems(operation, input, { signal })) {
    rows.push(row)
    characters += JSON.stringify(row).length
    if (characters > keptCharactersMax) break
  }
  return answerText({ [list]: rows }, operation, names)
}

function nextPage({ id }: Operation, answer: unknown): string[] {
  const { next_page_token: token } = answer as { next_page_token?: unknown }
  if (typeof token !== 'string' || !/^[\w-]{1,256}$/.test(token)) return []
  return [
    `There are more items. For the next page, call ${id} with the same arguments and ` +
      `${JSON.stringify({ page_token: token })}.`,
  ]
}
