import { existsSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { startTemporaryPostgres } from '../src/index.ts'
import { isAlive } from '../src/process-life.ts'
import { query } from './query.ts'
import { killed, startInProcess } from './starter-process.ts'

async function dataFolderOf(url: string): Promise<string> {
  return query(url, 'SHOW data_directory')
}

async function pidOf(url: string): Promise<number> {
  return Number(await query(url, `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)`))
}

describe('a temporary server', () => {
  test('has many connections and no durability, and another folder than the next', async () => {
    const one = await startTemporaryPostgres()
    const other = await startTemporaryPostgres({ settings: { fsync: 'on' } })
    expect(await query(one.url, 'SHOW max_connections')).toBe('300')
    expect(await query(one.url, 'SHOW fsync')).toBe('off')
    expect(await query(other.url, 'SHOW fsync')).toBe('on')
    expect(await dataFolderOf(one.url)).not.toBe(await dataFolderOf(other.url))
    await one.stop()
    await other.stop()
  })

  test('is gone at stop(), whoever is connected', async () => {
    const server = await startTemporaryPostgres()
    const folder = await dataFolderOf(server.url)
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => undefined)
    await client.connect()
    expect(await server.stop()).toBe('stopped')
    expect(existsSync(folder)).toBe(false)
    await client.end()
  })

  test('ends with a process that ends without stop()', async () => {
    const { url, process: starter } = await startInProcess({})
    const pid = await pidOf(url)
    starter.stdin.end()
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  })

  test('of a killed process is removed when the next one starts', async () => {
    const left = await startInProcess({})
    const folder = await dataFolderOf(left.url)
    const pid = await pidOf(left.url)
    await killed(left.process)
    expect(isAlive(pid)).toBe(true)

    const next = await startTemporaryPostgres()
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(folder)).toBe(false)
    await next.stop()
  })
})
