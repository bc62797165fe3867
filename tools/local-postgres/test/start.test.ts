import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LocalPostgresError, startLocalPostgres } from '../src/index.ts'
import { serverProcess } from '../src/server-process.ts'
import { disposableFolder, sharedFolder } from './disposable-folder.ts'
import { query } from './query.ts'

describe('a server in a folder', () => {
  const folder = sharedFolder()

  test('is durable, in UTF-8, and reachable from this machine only, with a password', async () => {
    // Longer than the path of a socket may be, with characters that a shell might misread.
    const name = join('x'.repeat(120), `it's a "folder" with  $(spaces) and ünïcode`)
    const made = join(disposableFolder(), name)
    const server = await startLocalPostgres({
      folder: made,
      database: 'a "quoted" name',
      settings: { work_mem: '5MB' },
    })
    const shown = async (setting: string) => query(server.url, `SHOW ${setting}`)

    expect(server.reused).toBe(false)
    expect(await query(server.url, 'SELECT current_database()')).toBe('a "quoted" name')
    expect(await query(server.url, 'SELECT usesuper FROM pg_user')).toBe('true')
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await shown(setting)).toBe('on')
    }
    expect(await shown('server_encoding')).toBe('UTF8')
    expect(await query(server.url, 'SELECT DISTINCT datcollate FROM pg_database')).toBe('C')
    expect(await shown('timezone')).toBe('UTC')
    expect(await shown('work_mem')).toBe('5MB')
    expect(await shown('listen_addresses')).toBe('127.0.0.1')
    expect(await shown('unix_socket_directories')).toBe('')
    expect(await shown('password_encryption')).toBe('scram-sha-256')

    const wrong = new URL(server.url)
    wrong.password = 'guessed'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    expect(statSync(made).mode & 0o777).toBe(0o711)
    const password = join(made, 'password')
    expect(statSync(password).mode & 0o777).toBe(0o600)
    expect(new URL(server.url).password).toBe(readFileSync(password, 'utf8').trim())
    expect(statSync(join(made, 'server.log')).mode & 0o777).toBe(0o600)
    expect(await server.stop()).toBe('stopped')
  })

  test('keeps its data and its password, and the log of one earlier run', async () => {
    const first = await startLocalPostgres({ folder, database: 'kept' })
    await query(first.url, 'CREATE TABLE loan AS SELECT 7 AS id')
    await first.stop()
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')

    const second = await startLocalPostgres({ folder, database: 'kept' })
    expect(second.reused).toBe(false)
    expect(await query(second.url, 'SELECT id FROM loan')).toBe('7')
    expect(new URL(second.url).password).toBe(new URL(first.url).password)
    expect(readFileSync(join(folder, 'server.log'), 'utf8')).not.toContain('is shut down')
    expect(readFileSync(join(folder, 'server.log.previous'), 'utf8')).toContain('is shut down')
    expect(await second.stop()).toBe('stopped')
    expect(await second.stop()).toBe('stopped')
  })

  test('is not durable when that is requested', async () => {
    const server = await startLocalPostgres({ folder, durable: false })
    expect(await query(server.url, 'SHOW fsync')).toBe('off')
    expect(await server.stop()).toBe('stopped')
  })

  test('is not left running when its database cannot be created', async () => {
    await expect(startLocalPostgres({ folder, durable: false, database: '' })).rejects.toThrow()
    expect(serverProcess(join(folder, 'data'))).toBeUndefined()
  })

  test('reports with its log that it has ended without a request', async () => {
    const server = await startLocalPostgres({ folder, durable: false })
    const ended = once(server.ended, 'abort')
    process.kill(serverProcess(join(folder, 'data'))?.pid ?? 0, 'SIGINT')
    await ended
    expect(server.ended.reason).toBeInstanceOf(LocalPostgresError)
    expect(String(server.ended.reason)).toMatch(/PostgreSQL has ended\.[^]*is shut down/)
    expect(await server.stop()).toBe('stopped')
  })
})
