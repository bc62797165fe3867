import type { Operation } from '@vadium/schema'
import { membersJson, tsvLines } from '../presentations/members-printer.ts'
import type { MemberPath } from '../schemas/answer-members.ts'

/** So many rows are written together. */
const ROWS_TOGETHER = 100

/**
 * The rows of an export in groups; a complete export has at least one. If it is cut off, the error
 * follows the rows that have arrived.
 */
export async function* rowGroups(
  items: AsyncIterable<unknown>,
): AsyncGenerator<readonly unknown[], void, undefined> {
  let rows: unknown[] = []
  try {
    for await (const item of items) {
      rows.push(item)
      if (rows.length < ROWS_TOGETHER) continue
      yield rows
      rows = []
    }
  } catch (error) {
    if (rows.length > 0) yield rows
    throw error
  }
  yield rows
}

/** Exported resources as lines of values that tabs separate. */
export async function* exportedTsv(
  operation: Operation,
  paths: readonly MemberPath[] | undefined,
  items: AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  const lines = tsvLines(operation, paths)
  for await (const rows of rowGroups(items))
    yield lines(rows)
      .map((line) => `${line}\n`)
      .join('')
}

/** Members of exported resources as an array of JSON, with a line for each. */
export async function* exportedJson(
  operation: Operation,
  paths: readonly MemberPath[],
  items: AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  const text = membersJson(operation, paths)
  let before = '['
  for await (const rows of rowGroups(items)) {
    if (rows.length === 0) continue
    yield `${before}${rows.map(text).join(',\n')}`
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}
