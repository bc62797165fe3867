import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { type Column, faultsOf, type Member } from './comparison.ts'
import { Descriptions } from './description.ts'
import { readNotes } from './notes.ts'
import { type RowTypeCall, rowTypeCalls } from './row-type-calls.ts'

/** What a check has found: sentences, each with its place. */
export interface RowTypeReport {
  readonly checked: number
  readonly faults: readonly string[]
  /** The calls whose statement no test has sent. */
  readonly unchecked: readonly string[]
}

/** What is compared. */
export interface Compared {
  /** The folder of the sources, and the configuration of the compiler for them. */
  readonly sources: URL
  readonly config: URL
  /** Where the workers have noted what was sent and received. */
  readonly sentTexts: string
  /** The URL of a database with all migrations. */
  readonly database: string
}

/** Compares row types with what PostgreSQL returns to the statements that were sent. */
export async function checkRowTypes(compared: Compared): Promise<RowTypeReport> {
  const { sources, config, sentTexts, database } = compared
  const texts = await readNotes(sentTexts, 'texts')
  const nulls = await readNotes(sentTexts, 'nulls')
  const { calls, inferred } = rowTypeCalls(sources, config)
  const sent = calls.filter(({ key, rows }) => texts.has(key) && rows.length > 0)
  const found = await withOwnerClient(database, async (client) => {
    const descriptions = await Descriptions.of(client, nulls)
    return Promise.all(sent.map((call) => faultsOfCall(call, texts.get(call.key), descriptions)))
  })
  return {
    checked: sent.length,
    faults: [...inferred.map((place) => `${place} does not name its row type`), ...found.flat()],
    unchecked: calls
      .filter((call) => !sent.includes(call))
      .map(({ place, rowType }) => `${place} ${rowType}`),
  }
}

async function faultsOfCall(
  { place, rowType, rows }: RowTypeCall,
  texts: ReadonlySet<string> = new Set(),
  descriptions: Descriptions,
): Promise<string[]> {
  const faults = await Promise.all(
    [...texts].map(async (text) => {
      const columns = await descriptions.columnsOf(text)
      return columns instanceof Error ? [columns.message] : faultsOfRows(rows, columns)
    }),
  )
  return [...new Set(faults.flat())].map((fault) => `${place} ${rowType}: ${fault}`)
}

/** A statement of a class with a parameter answers the rows of one of its types. */
function faultsOfRows(
  rows: readonly (readonly Member[])[],
  columns: readonly Column[],
): readonly string[] {
  const [fewest = []] = rows
    .map((members) => faultsOf(members, columns))
    .toSorted((a, b) => a.length - b.length)
  return fewest
}
