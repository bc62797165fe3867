import type { Duplex } from 'node:stream'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

let database: TestDatabase
let pool: Pool
let client: PoolClient
beforeAll(async () => {
  database = await createDatabase()
  pool = openServicePool({ url: database.url, poolSize: 1 })
  client = await pool.connect()
})
afterAll(async () => {
  client.release()
  await pool.end()
  await database.drop()
})

/** How many packets some work sends. */
async function packetsOf(stream: Duplex, work: () => Promise<unknown>): Promise<number> {
  const [write, writev] = [stream._write.bind(stream), stream._writev?.bind(stream)]
  let packets = 0
  stream._write = (...given) => {
    packets += 1
    write(...given)
  }
  stream._writev = (...given) => {
    packets += 1
    writev?.(...given)
  }
  try {
    await work()
  } finally {
    Object.assign(stream, { _write: write, _writev: writev })
  }
  return packets
}

const prepared = (number: number) =>
  client.query<{ number: number }>({
    name: `number ${number % 2}`,
    text: `SELECT $1::int + ${number % 2} AS number`,
    values: [number],
  })

it('sends statements that are made in one turn as one packet', async () => {
  const packets = await packetsOf(client.connection.stream, async () => {
    const begun = client.query('BEGIN')
    const numbers = [1, 2, 3, 4].map(prepared)
    // What goes on without waiting for the database belongs to the turn.
    await Promise.resolve()
    const ended = client.query('COMMIT')
    const rows = (await Promise.all(numbers)).flatMap((result) => result.rows)
    expect(rows.map(({ number }) => number)).toEqual([2, 2, 4, 4])
    await Promise.all([begun, ended])
  })
  expect(packets).toBe(1)
})

it('sends each statement at once if the next one waits for its answer', async () => {
  const packets = await packetsOf(client.connection.stream, async () => {
    for (const number of [1, 2, 3]) await prepared(number)
  })
  expect(packets).toBe(3)
})

it('answers every statement of a packet after one that fails', async () => {
  const failing = client.query('SELECT 1 / 0').catch((error: unknown) => String(error))
  const [failure, ok] = await Promise.all([failing, prepared(2)])
  expect(failure).toContain('division by zero')
  expect(ok.rows).toEqual([{ number: 2 }])
})

it('fails every statement of a packet whose connection is lost before it is sent', async () => {
  const own = openServicePool({ url: database.url, poolSize: 1 })
  const lost = await own.connect()
  const asked = [lost.query('SELECT 1'), lost.query('SELECT 2')]
  lost.connection.stream.destroy()
  const ends = await Promise.allSettled(asked)
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  lost.release(true)
  expect((await own.query<{ number: number }>('SELECT 3 AS number')).rows).toEqual([{ number: 3 }])
  await own.end()
})
