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
  test('has many connections, no durability, and its own folder until stop()', async () => {
    const one = await startTemporaryPostgres()
    const other = await startTemporaryPostgres({ settings: { fsync: 'on' } })
    const folders = [await dataFolderOf(one.url), await dataFolderOf(other.url)]
    expect(folders[0]).not.toBe(folders[1])
    expect(await query(one.url, 'SHOW max_connections')).toBe('300')
    expect(await query(one.url, 'SHOW fsync')).toBe('off')
    expect(await query(other.url, 'SHOW fsync')).toBe('on')

    // Unlike a permanent server, it does not check for clients.
    const client = new pg.Client({ connectionString: one.url })
    client.on('error', () => undefined)
    await client.connect()
    expect([await one.stop(), await other.stop()]).toEqual(['stopped', 'stopped'])
    expect(folders.filter((folder) => existsSync(folder))).toEqual([])
    await client.end()
  })

  test('ends with its process, even without stop()', async () => {
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
