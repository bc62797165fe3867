import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { checkRowTypes, type RowTypeReport } from '../../harness/row-types/check-row-types.ts'
import { readNotes } from '../../harness/row-types/notes.ts'
import { rowTypeCalls } from '../../harness/row-types/row-type-calls.ts'
import '../../harness/row-types/sent-texts.ts'

/** A call: its row type, its statement, and what is said of it. */
type Planted = readonly [title: string, rowType: string, text: string, fault?: string]

const wasNull = 'SELECT max(created_at) AS last FROM orders'

const planted: readonly Planted[] = [
  [
    'accepts what PostgreSQL returns',
    '{ id: string; asset: string }',
    'SELECT id, asset FROM orders',
  ],
  ['accepts a column that the type leaves out', '{ id: string }', 'SELECT id, asset FROM orders'],
  [
    'accepts an optional member without a column',
    '{ id: string; no?: 1 }',
    'SELECT id FROM orders',
  ],
  [
    'accepts a null that the type has',
    '{ terms_id: string | null }',
    'SELECT terms_id FROM orders',
  ],
  [
    'accepts a row of either type of a union',
    "{ id: 'a' } | { id: null }",
    'SELECT id FROM orders',
  ],
  [
    'accepts a null that no member of a union can be read for',
    "{ last: string; id: 'a' } | { id: null }",
    `SELECT id, (${wasNull}) AS last FROM orders`,
  ],
  ['accepts any shape of JSON', '{ a: { b: string }[] }', "SELECT '[]'::json AS a"],
  ['accepts a member of any type', '{ id: unknown }', 'SELECT id FROM orders'],
  [
    'finds a renamed column',
    '{ id: string; token: string }',
    'SELECT id, asset FROM orders',
    'token: PostgreSQL returns no such column, but asset',
  ],
  [
    'finds a missing column',
    '{ id: string; asset: string }',
    'SELECT id FROM orders',
    'asset: PostgreSQL returns no such column',
  ],
  [
    'finds a column that may be null',
    '{ wallet: string }',
    'SELECT lender_asset_wallet_id AS wallet FROM orders',
    'wallet is string, but orders.lender_asset_wallet_id may be null',
  ],
  [
    'finds an expression that was null in a test',
    '{ last: string }',
    wasNull,
    'last is string, but it was null in a test',
  ],
  [
    'finds a bigint that is no string',
    '{ number: string }',
    'SELECT number FROM orders',
    'number is string, but int8 arrives as number',
  ],
  [
    'finds a numeric that is no number',
    '{ rate: number | null }',
    'SELECT rate_percent AS rate FROM orders',
    'rate is number | null, but numeric arrives as string',
  ],
  [
    'finds a timestamptz that is no Date',
    '{ created_at: Date }',
    'SELECT created_at FROM orders',
    'created_at is Date, but timestamptz arrives as string',
  ],
  [
    'finds a timestamptz of an array, which is a Date',
    '{ times: string[] }',
    'SELECT array_agg(created_at) AS times FROM orders',
    'times is string[], but _timestamptz arrives as Date[]',
  ],
  [
    'finds a numeric of an array, which is a float',
    '{ rates: readonly string[] }',
    'SELECT array_agg(rate_percent::numeric) AS rates FROM orders',
    'rates is string[], but _numeric arrives as number[]',
  ],
  [
    'finds bytes that are no text',
    '{ a: string }',
    "SELECT '\\x00'::bytea AS a",
    'a is string, but bytea arrives as Buffer',
  ],
  [
    'finds JSON that is no Date',
    '{ a: Date }',
    "SELECT '1'::jsonb AS a",
    'a is Date, but jsonb arrives as json',
  ],
  [
    'finds a statement that PostgreSQL cannot read',
    '{ id: string }',
    'SELECT id FROM order',
    'syntax error at or near "order"',
  ],
]

const ofTable = 'SELECT id, terms_id FROM orders'

/** The line of the first planted call. */
const firstLine = 4

const source = `interface QueryResultRow {}
declare function read<Row extends QueryResultRow>(text: string): Row[]
declare function other<Value>(text: string): Value
${planted.map(([, rowType]) => `read<${rowType}>('')`).join('\n')}
class Table<Row extends QueryResultRow> {
  rows = read<Row>('')
}
new Table<{ id: string }>()
new Table<{ asset: string }>()
const page = <Row extends QueryResultRow>() => read<Row>('')
page<{ id: string }>()
other<{ id: string }>('')
export const inferred: { id: string }[] = read('')
`

describe('the check of row types', () => {
  let database: TestDatabase
  let folder: string
  let report: RowTypeReport

  beforeAll(async () => {
    database = await createDatabase()
    folder = await mkdtemp(join(tmpdir(), 'vadium-planted-'))
    const compilerOptions = { strict: true, types: [], lib: ['es2023'], module: 'esnext' }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    await writeFile(join(folder, 'planted.ts'), source)
    const sources = pathToFileURL(`${folder}/`)
    const config = new URL('tsconfig.json', sources)
    const { calls } = rowTypeCalls(sources, config)
    const texts = [...planted.map(([, , text]) => text), ofTable]
    const sent = texts.map((text, index) => `${JSON.stringify([calls[index]?.key, text])}\n`)
    await writeFile(join(folder, '1.texts'), sent.join(''))
    const nulls = texts.filter((text) => text.includes(wasNull))
    const received = nulls.map((text) => `${JSON.stringify([text, 'last'])}\n`)
    await writeFile(join(folder, '1.nulls'), received.join(''))
    report = await checkRowTypes({ sources, config, sentTexts: folder, database: database.url })
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await database.drop()
  })

  it.each(planted.map(([title], index) => ({ title, index })))('$title', ({ index }) => {
    const [, rowType, , fault] = planted[index] ?? []
    const place = `planted.ts:${firstLine + index} ${rowType}: `
    const found = report.faults.filter((sentence) => sentence.startsWith(place))
    expect(found).toEqual(fault === undefined ? [] : [place + fault])
  })

  it('names a call whose statement was not sent, and none in a function with a row type', () => {
    const line = firstLine + planted.length + 6
    expect(report.unchecked).toEqual([`planted.ts:${line} { id: string }`])
    expect(report.checked).toBe(planted.length + 1)
  })

  it('finds no other fault', () => {
    const planned = planted.filter(([, , , fault]) => fault !== undefined)
    expect(report.faults).toHaveLength(planned.length + 1)
  })

  it('names a call that infers its row type', () => {
    const line = firstLine + planted.length + 8
    expect(report.faults).toContain(`planted.ts:${line} does not name its row type`)
  })
})

describe('what the tests receive', () => {
  it('is noted where it is null', async () => {
    const database = await createDatabase()
    const text = "SELECT 1 AS one, NULL AS nothing, 'a row of a test' AS text"
    await database.query(text)
    await database.drop()
    const nulls = await readNotes(inject('sentTexts'), 'nulls')
    expect(nulls.get(text)).toEqual(new Set(['nothing']))
  })
})
