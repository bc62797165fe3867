import type pg from 'pg'
import { types } from '../../../src/platform/db/pool.ts'
import { type Kind, simpleKinds } from './kind.ts'

/** A type of PostgreSQL. */
export interface PostgresType {
  readonly oid: number
  /** `timestamptz`, and `_timestamptz` for its arrays. */
  readonly name: string
  /** As in pg_type: `A` for arrays, `N` for numbers. */
  readonly category: string
  readonly item: PostgresType | null
}

/** What the type parsers of the service make of a value of a type. */
export function kindOfColumn(type: PostgresType): Kind {
  // Its declared parameter is the number of the type, not the text that it parses.
  const parsed: unknown = Reflect.apply(types.getTypeParser(type.oid), undefined, [sampleOf(type)])
  return kindOf(parsed, type)
}

const samples: Readonly<Record<string, string>> = {
  bool: 't',
  bytea: '\\x00',
  date: '2026-03-02',
  interval: '1 day',
  json: '{}',
  jsonb: '{}',
  timestamp: '2026-03-02 16:00:00',
  timestamptz: '2026-03-02 16:00:00+00',
}

function sampleOf({ name, category, item }: PostgresType): string {
  if (item !== null) return `{"${sampleOf(item).replaceAll('\\', '\\\\')}"}`
  return samples[name] ?? (category === 'N' ? '1' : 'a')
}

function kindOf(value: unknown, type: PostgresType): Kind {
  if (Array.isArray(value)) {
    return { items: value.map((item) => kindOf(item, type.item ?? type)) }
  }
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  if (typeof value === 'object') return type.name.startsWith('json') ? 'json' : 'object'
  const kind = simpleKinds.find((one) => one === typeof value)
  if (kind === undefined) throw new Error(`${type.name} is read as ${typeof value}`)
  return kind
}

/** The types of PostgreSQL by their numbers, as a database knows them. */
export async function typesOf(client: pg.ClientBase): Promise<ReadonlyMap<number, PostgresType>> {
  const { rows } = await client.query<{
    oid: number
    name: string
    category: string
    item: number
  }>(
    `SELECT oid, typname AS name, typcategory AS category,
       CASE typcategory WHEN 'A' THEN typelem ELSE 0 END AS item
     FROM pg_type`,
  )
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  const typeOf = (oid: number): PostgresType | null => {
    const row = byOid.get(oid)
    return row === undefined ? null : { ...row, item: typeOf(row.item) }
  }
  return new Map(rows.flatMap(({ oid }) => [[oid, typeOf(oid)] as const]).filter(isKnown))
}

const isKnown = (entry: readonly [number, PostgresType | null]): entry is [number, PostgresType] =>
  entry[1] !== null
