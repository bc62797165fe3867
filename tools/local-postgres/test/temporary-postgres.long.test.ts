import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { startTemporaryPostgres } from '../src/index.ts'
import { commandLineOf, serverProcess } from '../src/server-process.ts'
import { query } from './query.ts'
import { killed, type Starter, startInProcess } from './starter-process.ts'

async function dataFolderOf(url: string): Promise<string> {
  return query(url, 'SHOW data_directory')
}

describe('a temporary server', () => {
  test('has many connections, no durability, and its own folder until stop()', async () => {
    const server = await startTemporaryPostgres({ settings: { full_page_writes: 'on' } })
    const dataFolder = await dataFolderOf(server.url)
    expect(await query(server.url, 'SHOW max_connections')).toBe('300')
    expect(await query(server.url, 'SHOW fsync')).toBe('off')
    expect(await query(server.url, 'SHOW full_page_writes')).toBe('on')

    // Unlike a permanent server, it does not check for clients.
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => undefined)
    await client.connect()
    expect(await server.stop()).toBe('stopped')
    expect(existsSync(dirname(dataFolder))).toBe(false)
    await client.end()
  })

  test.each([
    ['ends without stop()', async (starter: Starter) => void starter.stdin.end()],
    ['is killed', killed],
  ])('is removed when its process %s', async (_, end) => {
    const { url, process: starter } = await startInProcess({})
    const dataFolder = await dataFolderOf(url)
    const { pid = 0 } = serverProcess(dataFolder) ?? {}
    expect(pid).toBeGreaterThan(1)
    await end(starter)
    await vi.waitUntil(() => !existsSync(dirname(dataFolder)), { timeout: 60_000, interval: 20 })
    expect(commandLineOf(pid)).not.toContain(dataFolder)
  })
})
