import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startLocalPostgres } from '../src/index.ts'
import { serverProcess } from '../src/server-process.ts'
import { until } from '../src/until.ts'
import { sharedFolder, startedFolder } from './disposable-folder.ts'
import { query } from './query.ts'
import { killed, spawnStarter, startInProcess } from './starter-process.ts'

const durable = false
const folder = sharedFolder()

function serverPid(): number {
  const server = serverProcess(join(folder, 'data'))
  if (server === undefined) throw new Error(`no server in ${folder}`)
  return server.pid
}

describe('a server whose starter was killed', () => {
  test('is found by the next start, which can stop it', async () => {
    const first = await startInProcess({ folder, durable, database: 'kept' })
    await query(first.url, 'CREATE TABLE IF NOT EXISTS loan AS SELECT 7 AS id')
    const pid = serverPid()
    await killed(first.process)

    const second = await startLocalPostgres({ folder, durable, database: 'kept' })
    expect(second).toMatchObject({ reused: true, url: first.url })
    expect(serverPid()).toBe(pid)
    expect(await query(second.url, 'SELECT id FROM loan')).toBe('7')
    expect(await second.stop()).toBe('stopped')
    expect(serverProcess(join(folder, 'data'))).toBe(undefined)
  })

  test.each([
    ['initdb', () => readdirSync(folder).some((name) => name.startsWith('data.partial'))],
    ['the server coming up', () => existsSync(join(folder, 'data', 'postmaster.pid'))],
    ['the server ready', () => serverProcess(join(folder, 'data'))?.ready],
  ])(
    'in the middle of a start, at %s, does not prevent the next start',
    async (moment, hasCome) => {
      if (moment === 'initdb') rmSync(join(folder, 'data'), { recursive: true })
      const starter = spawnStarter({ folder, durable })
      expect(await until(20_000, () => hasCome() === true || undefined)).toBe(true)
      await killed(starter)

      const next = await startLocalPostgres({ folder, durable })
      expect(next.reused).toBe(moment !== 'initdb')
      expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
      expect(await next.stop()).toBe('stopped')
    },
  )

  test('is found in a folder that was renamed meanwhile', async () => {
    const renamed = `${folder}-renamed`
    const first = await startInProcess({ folder, durable })
    await killed(first.process)
    renameSync(folder, renamed)
    try {
      const second = await startLocalPostgres({ folder: renamed, durable })
      expect(second).toMatchObject({ reused: true, url: first.url })
      expect(await second.stop()).toBe('stopped')
    } finally {
      renameSync(renamed, folder)
    }
  })
})

test('ends the starter at Ctrl-C in the terminal, and not the server', async () => {
  const { process: starter, url } = await startInProcess({ folder, durable })
  // The starter leads its own process group, like a program in the foreground of a terminal.
  const ended = once(starter, 'exit')
  process.kill(-(starter.pid ?? 0), 'SIGINT')
  expect(await ended).toEqual([null, 'SIGINT'])
  expect(await query(url, 'SELECT 1')).toBe('1')
  expect(await (await startLocalPostgres({ folder, durable })).stop()).toBe('stopped')
})

describe('stop()', () => {
  test('leaves the server to another process that also started it, which then stops it', async () => {
    const ours = await startLocalPostgres({ folder, durable })
    const theirs = await startInProcess({ folder, durable })
    expect(theirs).toMatchObject({ reused: true, url: ours.url })
    expect(await ours.stop()).toBe('leftRunning')
    expect(await query(ours.url, 'SELECT 1')).toBe('1')
    expect(await theirs.stop()).toBe('stopped')
    expect(await ours.stop()).toBe('stopped')
  })

  test('leaves the server to any other client, unless forced', async () => {
    const server = await startLocalPostgres({ folder, durable, database: 'used' })
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => undefined)
    await client.connect()
    expect(await server.stop()).toBe('leftRunning')
    expect(await server.stop({ force: true })).toBe('stopped')
    await client.end()
  })

  test('does not count clients that are disconnecting', async () => {
    const server = await startLocalPostgres({ folder, durable })
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    const going = client.end()
    expect(await server.stop()).toBe('stopped')
    await going
  })
})

describe('a start is not prevented by', () => {
  test('a killed server whose clients still wait', async () => {
    const first = await startLocalPostgres({ folder, database: 'kept' })
    await query(first.url, 'CREATE TABLE IF NOT EXISTS loan AS SELECT 7 AS id')
    const client = new pg.Client({ connectionString: first.url })
    client.on('error', () => undefined)
    await client.connect()
    process.kill(serverPid(), 'SIGKILL')

    const second = await startLocalPostgres({ folder, database: 'kept' })
    expect(second.reused).toBe(false)
    expect(await query(second.url, 'SELECT id FROM loan')).toBe('7')
    expect(await second.stop()).toBe('stopped')
    await client.end()
  })

  test('a server whose data were deleted, and which has not noticed yet', async () => {
    await killed((await startInProcess({ folder, durable })).process)
    const pid = serverPid()
    onTestFinished(() => void process.kill(pid, 'SIGQUIT'))
    rmSync(join(folder, 'data'), { recursive: true })
    const server = await startLocalPostgres({ folder, durable })
    expect(server.reused).toBe(false)
    expect(serverPid()).not.toBe(pid)
    expect(await server.stop()).toBe('stopped')
  })

  test('a postmaster.pid whose number belongs to another program now', async () => {
    const stranger = spawn('sleep', ['60'])
    onTestFinished(() => void stranger.kill())
    const lines = [stranger.pid, join(folder, 'data'), 1, 5432, '', '127.0.0.1', '', 'ready']
    writeFileSync(join(folder, 'data', 'postmaster.pid'), lines.join('\n'))

    const server = await startLocalPostgres({ folder, durable })
    expect(server.reused).toBe(false)
    expect(stranger.exitCode).toBe(null)
    expect(await server.stop()).toBe('stopped')
  })

  test('a postmaster.pid that was copied with the folder of a running server', async () => {
    const copy = startedFolder()
    const first = await startLocalPostgres({ folder, durable })
    cpSync(join(folder, 'data', 'postmaster.pid'), join(copy, 'data', 'postmaster.pid'))

    const second = await startLocalPostgres({ folder: copy, durable })
    expect(second.reused).toBe(false)
    expect(second.url).not.toBe(first.url)
    expect(await second.stop()).toBe('stopped')
    expect(await first.stop()).toBe('stopped')
  })

  test('files of processes that were killed in the middle of a start', async () => {
    mkdirSync(join(folder, 'data.partial-0123', 'data', 'base'), { recursive: true })
    writeFileSync(join(folder, 'start.lock'), '')

    const server = await startLocalPostgres({ folder, durable })
    expect(await server.stop()).toBe('stopped')
  })
})
