import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LocalPostgresError, startLocalPostgres } from '../src/index.ts'
import { runningOn } from '../src/server.ts'
import { binariesFolder, kill, place, startElsewhere, type StartedElsewhere } from './elsewhere.ts'

const durable = false
const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']

/** When the test ends, its server is killed, and it is removed. */
function newFolder(): string {
  const folder = mkdtempSync(join(place, 'folder-'))
  onTestFinished(async () => {
    const { pid } = runningOn(join(folder, 'data')) ?? {}
    if (pid !== undefined) process.kill(pid, 'SIGQUIT')
    await vi.waitUntil(() => runningOn(join(folder, 'data')) === undefined)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

/** Any number of statements. Returns the first column of the first row of the last one. */
async function query(url: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const result = await client.query<Record<string, unknown>>(sql)
    return String(Object.values([result].flat().at(-1)?.rows[0] ?? {})[0])
  } finally {
    await client.end()
  }
}

describe('a local server', () => {
  it('is durable, reachable with its password alone, and keeps its data and its settings', async () => {
    const folder = newFolder()
    // No process has the first number; the second is that of a start that is not over.
    for (const pid of [99_999_999, process.ppid]) mkdirSync(join(folder, `data.partial-${pid}-x`))
    const options = { folder, database: 'a "quoted" name', settings: { work_mem: '5MB' } }
    const server = await startLocalPostgres(options)
    const beside = readdirSync(folder).filter((name) => name.startsWith('data.partial-'))
    expect(beside).toEqual([`data.partial-${process.ppid}-x`])
    const settings = 'fsync listen_addresses server_encoding timezone work_mem'
    const shown = settings.split(' ').map((name) => query(server.url, `SHOW ${name}`))
    expect(await Promise.all(shown)).toEqual(['on', '127.0.0.1', 'UTF8', 'UTC', '5MB'])
    const wrong = new URL(server.url)
    wrong.password = 'guessed'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    await query(server.url, 'CREATE TABLE loan AS SELECT 7 AS id')
    expect(await server.stop()).toBe('stopped')
    await expect(query(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')

    const again = await startLocalPostgres(options)
    expect(await query(again.url, 'SELECT id FROM loan')).toBe('7')
    expect(await again.stop()).toBe('stopped')
  })

  it('has two logins without special rights, which are the same at the next call', async () => {
    const server = await startLocalPostgres({ folder: newFolder(), durable })
    const logins = await server.logins({ owner: 'the_owner', service: 'the_service' })
    const rights = `SELECT rolname || rolsuper || rolcreaterole || rolbypassrls
      || pg_has_role('the_service', 'USAGE') FROM pg_roles WHERE rolname = session_user`
    expect(await query(logins.ownerUrl, rights)).toBe('the_ownerfalsefalsefalsefalse')
    expect(await query(logins.serviceUrl, rights)).toBe('the_servicefalsefalsefalsetrue')
    await query(logins.ownerUrl, 'CREATE TABLE loans (id int); SET ROLE the_service')
    await expect(query(logins.serviceUrl, 'DROP TABLE loans')).rejects.toThrow('must be owner')
    await expect(query(logins.serviceUrl, 'SELECT lo_create(0)')).rejects.toThrow('denied')
    expect(await server.logins({ owner: 'the_owner', service: 'the_service' })).toEqual(logins)
    await server.stop()
  })

  it('is found by the next start after its process was killed, and then stopped', async () => {
    const folder = newFolder()
    const first = await startElsewhere({ folder })
    await query(first.url, 'CREATE TABLE loan AS SELECT 7 AS id')
    await kill(first)
    const second = await startElsewhere({ folder })
    expect(second).toMatchObject({ reused: true, url: first.url })
    expect(await query(second.url, 'SELECT id FROM loan')).toBe('7')
    expect(await second.stop()).toBe('stopped')
  })

  it('starts again after it was killed too, even if its number is that of another process', async () => {
    const folder = newFolder()
    await kill(await startElsewhere({ folder }))
    const data = join(folder, 'data')
    process.kill(runningOn(data)?.pid ?? 0, 'SIGKILL')
    await vi.waitUntil(() => runningOn(data) === undefined)
    const other = spawn('sleep', ['60'], isRoot ? nobody : {})
    onTestFinished(() => void other.kill())
    const file = join(data, 'postmaster.pid')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)))
    const server = await startLocalPostgres({ folder, durable })
    expect(server.reused).toBe(false)
    expect(await query(server.url, 'SELECT 1')).toBe('1')
    await server.stop()
  })

  it('is one for starts at once, and stays until the last of them stops it', async () => {
    const folder = newFolder()
    const options = { folder, durable, database: 'shared' }
    const starts = [startElsewhere, startElsewhere, startLocalPostgres, startLocalPostgres]
    const servers = await Promise.all(starts.map((start) => start(options)))
    expect(new Set(servers.map(({ url }) => url)).size).toBe(1)
    const outcomes: string[] = []
    for (const server of servers) outcomes.push(await server.stop())
    expect(outcomes).toEqual(['leftRunning', 'leftRunning', 'leftRunning', 'stopped'])
    expect(readdirSync(folder).filter((name) => name.startsWith('data'))).toEqual(['data'])
  })

  it('never ends under a start that comes while it is being stopped', async () => {
    const folder = newFolder()
    for (let round = 0; round < 3; round += 1) {
      const first = await startLocalPostgres({ folder, durable })
      const [, second] = await Promise.all([first.stop(), startLocalPostgres({ folder, durable })])
      expect(await query(second.url, 'SELECT 1')).toBe('1')
      await second.stop()
    }
  })

  it('reports with its log that it has ended by itself', async () => {
    const folder = newFolder()
    const server = await startLocalPostgres({ folder, durable })
    process.kill(runningOn(join(folder, 'data'))?.pid ?? 0, 'SIGINT')
    await once(server.ended, 'abort')
    expect(server.ended.reason).toBeInstanceOf(LocalPostgresError)
    expect(String(server.ended.reason)).toContain('database system is shut down')
    expect(await server.stop()).toBe('stopped')
  })

  it('refuses binaries that do not run, with the way out', async () => {
    const start = startLocalPostgres({ folder: newFolder(), binariesFolder: place })
    await expect(start).rejects.toThrow(/cannot run on this machine:[^]*initdb[^]*DATABASE_URL/)
  })
})

describe.skipIf(!isRoot)('root', () => {
  const docker = 'chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,mknod,setfcap'
  const asInDocker = ['setpriv', `--bounding-set=-all,+${docker.replaceAll(',', ',+')}`, '--']

  it.each([
    ['has all its rights', []],
    ['has the rights of a container alone', asInDocker],
  ])('starts a server below a home of mode 0700 when it %s', async (_what, prefix) => {
    const home = newFolder()
    // Without the links between the libraries, as npm unpacks them.
    const binaries = join(home, 'postgres')
    cpSync(binariesFolder, binaries, {
      recursive: true,
      filter: (path) => !path.endsWith('libpq.so.5'),
    })
    chmodSync(home, 0o700)
    const folder = join(home, 'data', 'postgres')
    const server = await startElsewhere({ folder, binariesFolder: binaries }, prefix)
    expect(await query(server.url, 'SELECT 1')).toBe('1')
    expect(statSync(join(folder, 'data')).uid).toBe(nobody.uid)
    expect(await server.stop()).toBe('stopped')
  })

  it('uses the data of a plain user, who can use them again', async () => {
    const folder = newFolder()
    chownSync(folder, nobody.uid, nobody.gid)
    const first = await startElsewhere({ folder }, asNobody)
    await query(first.url, 'CREATE TABLE loan AS SELECT 7 AS id')
    expect(await first.stop()).toBe('stopped')
    expect(await (await startLocalPostgres({ folder, durable })).stop()).toBe('stopped')
    const again = await startElsewhere({ folder }, asNobody)
    expect(await query(again.url, 'SELECT id FROM loan')).toBe('7')
    expect(await again.stop()).toBe('stopped')
  })

  it('need not be the one to start a server: so does a user without a name', async () => {
    const folder = newFolder()
    chownSync(folder, 54_321, 54_321)
    const asNameless = asNobody.map((word) => word.replace('65534', '54321'))
    const server = await startElsewhere({ folder }, asNameless)
    expect(await query(server.url, 'SELECT 1')).toBe('1')
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'server.log'])
    expect(await server.stop()).toBe('stopped')
  })

  it('reads in one sentence that the disk is full, and finds no data there', async () => {
    const folder = newFolder()
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
    if (mounted.status !== 0) return
    onTestFinished(() => void spawnSync('umount', ['-l', folder]))
    const start = startLocalPostgres({ folder, durable, binariesFolder })
    await expect(start).rejects.toThrow(/^The disk of .* is full\. [^\n]*$/)
    expect(readdirSync(folder)).toEqual([])
  })
})

it.skipIf(isRoot)('an ordinary user starts a server of their own', async () => {
  const server = await startLocalPostgres({ folder: newFolder(), durable })
  expect(await query(server.url, 'SELECT 1')).toBe('1')
  expect(await server.stop()).toBe('stopped')
})

describe('a temporary server', () => {
  it.each([
    ['its process stops it', async (started: StartedElsewhere) => void (await started.stop())],
    ['its process is killed', kill],
  ])('is gone with its folder when %s', async (_what, end) => {
    const started = await startElsewhere({})
    const data = await query(started.url, 'SHOW data_directory')
    const { pid = 0 } = runningOn(data) ?? {}
    expect(pid).toBeGreaterThan(1)
    await end(started)
    await vi.waitUntil(() => !existsSync(dirname(data)), { timeout: 60_000, interval: 20 })
    // It removes its folder first, and then ends.
    await vi.waitFor(() => {
      expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    }, 20_000)
  })
})
