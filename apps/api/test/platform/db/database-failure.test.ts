import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  isDatabaseFailure,
  isOfPostgres,
  OutcomeUnknownError,
} from '../../../src/platform/db/database-failure.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { commit } from '../../../src/platform/db/transaction.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { freePort } from '@vadium/local-postgres'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const raised = (state: string) =>
  errorOf(
    database.query(`DO $$ BEGIN RAISE EXCEPTION 'as said' USING ERRCODE = '${state}'; END $$`),
  )

describe('an error that a pooler answers in the place of PostgreSQL', () => {
  it('is not one of PostgreSQL, which may have executed the statement', async () => {
    const error = await raised('08P01')
    expect(isOfPostgres(error)).toBe(true)
    if (error instanceof pg.DatabaseError) error.routine = undefined
    expect(isOfPostgres(error)).toBe(false)
    expect(isOfPostgres(new Error('Connection terminated'))).toBe(false)
  })

  it('makes the outcome of a COMMIT behind it unknown', async () => {
    const ofPooler = new pg.DatabaseError('server conn crashed?', 20, 'error')
    ofPooler.code = '08P01'
    const ended = new pg.DatabaseError('terminating connection', 20, 'error')
    Object.assign(ended, { code: '57P01', routine: 'ProcessInterrupts' })
    for (const [failure, outcome] of [
      [ofPooler, OutcomeUnknownError],
      [ended, pg.DatabaseError],
    ] as const) {
      const client = { query: () => Promise.reject(failure) }
      await expect(commit(client, () => failure)).rejects.toBeInstanceOf(outcome)
    }
  })
})

describe('an error of PostgreSQL', () => {
  it.each([
    ...[
      '08006',
      '25006',
      '25P03',
      '25P04',
      '26000',
      '40001',
      '40P01',
      '53100',
      '53200',
      '53300',
      '55P03',
    ],
    ...['57014', '57P01', '57P02', '57P03', '57P04', '57P05', '58000', '58030'],
  ])('%s is a failure of the database', async (state) => {
    expect(isDatabaseFailure(await raised(state))).toBe(true)
  })

  it.each([
    ...['22003', '22P02', '23502', '23503', '23505', '23514', '25P02', '42501', '42601'],
    ...['42703', '42P01', 'P0001', 'XX000', 'XX001'],
  ])('%s is a fault of the service', async (state) => {
    const error = await raised(state)
    expect(error).toMatchObject({ code: state })
    expect(isDatabaseFailure(error)).toBe(false)
  })
})

describe('an error of a connection', () => {
  it('is a failure of the database, whatever its message', async () => {
    const { port } = new URL(database.url)
    const nowhere = database.url.replace(`:${port}/`, `:${await freePort()}/`)
    const noDatabase = database.url.replace(/\/[^/?]+($|\?)/, '/none$1')
    for (const url of [nowhere, noDatabase]) {
      const pool = openServicePool({ url, poolSize: 1 })
      const error = await errorOf(pool.query('SELECT 1'))
      expect(error).toBeInstanceOf(Error)
      expect(isDatabaseFailure(error)).toBe(true)
      await pool.end()
    }
  })

  it('is not confused with the same error of another source', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(isDatabaseFailure(refused)).toBe(false)
    expect(isDatabaseFailure(new OutcomeUnknownError(refused))).toBe(false)
    expect(isDatabaseFailure(undefined)).toBe(false)
  })

  it('is not a failure of the database when the statement could not be sent', async () => {
    const pool = openServicePool({ url: database.url, poolSize: 1 })
    const circle: Record<string, unknown> = {}
    circle['itself'] = circle
    const error = await errorOf(pool.query('SELECT $1::json', [circle]))
    expect(error).toBeInstanceOf(TypeError)
    expect(isDatabaseFailure(error)).toBe(false)
    await pool.end()
  })
})
