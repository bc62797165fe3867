import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'

const names = new Map<string, string>()

const digestLength = 22

/**
 * A name for a statement, the same in each process: its subject and a digest of its text, so that
 * equal names mean equal texts and each connection prepares it once. At most 63 characters. No name
 * is forgotten, so the number of texts must not depend on what callers send.
 */
export function statementName(text: string, subject = verbAndTable(text).slice(0, 40)): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, digestLength)
  const name = `${subject} ${digest}`
  names.set(text, name)
  return name
}

const digestAtEnd = new RegExp(` [\\w-]{${digestLength}}$`)

/** The subject of a name made by {@link statementName}; any other name as it is. */
export const withoutDigest = (name: string) => name.replace(digestAtEnd, '')

const verb =
  /^\s*(?:WITH\b[^]*?\)\s*)?(SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|SET|LISTEN)\b/i
const table = /\b(?:FROM|INTO|UPDATE)\s+([a-z_]{1,63})\b/i

/** `INSERT orders` for a statement that inserts orders. */
export function verbAndTable(text: string): string {
  const does = verb.exec(text)?.[1]?.toUpperCase() ?? 'statement'
  const which = table.exec(text)?.[1]
  return which === undefined ? does : `${does} ${which}`
}

/** A plan for all values assumes lists of this length. */
const plannedListLength = 10

/** With more values, a statement inserts as many rows as its caller has: each number is a text. */
const preparedValuesMax = 200

/**
 * A statement that each connection parses once, and after five executions plans no more if a plan
 * for all values is as good. A statement with a longer list, or with very many values, is planned
 * for its values each time.
 */
export function preparedByText(text: string, values: readonly unknown[]): QueryConfig {
  const isPlannedEachTime = values.some(
    (value) => Array.isArray(value) && value.length > plannedListLength,
  )
  const statement = { text, values: [...values] }
  const isPrepared = values.length > 0 && values.length <= preparedValuesMax
  if (!isPrepared || isPlannedEachTime) return statement
  return { ...statement, name: statementName(text) }
}
