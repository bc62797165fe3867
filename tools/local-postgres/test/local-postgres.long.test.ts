import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { installedBinaries } from '../src/binaries.ts'
import { StartError, startLocalPostgres } from '../src/index.ts'
import { runningOn } from '../src/server.ts'
import { place, startElsewhere, type StartedElsewhere } from './elsewhere.ts'

const durable = false

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
    await server.stop()
    await expect(query(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')

    const asAnother = vi.spyOn(process, 'getuid').mockReturnValue(54_321)
    await expect(startLocalPostgres(options)).rejects.toThrow('belong to another user')
    asAnother.mockRestore()
    const again = await startLocalPostgres(options)
    expect(await query(again.url, 'SELECT id FROM loan')).toBe('7')
    await again.stop()
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
    expect(server.ended.reason).toBeInstanceOf(StartError)
    expect(String(server.ended.reason)).toContain('database system is shut down')
    await server.stop()
  })

  it('refuses binaries that do not run, with the way out', async () => {
    const start = startLocalPostgres({ folder: newFolder(), binariesFolder: place })
    await expect(start).rejects.toThrow(/cannot run on this machine:[^]*initdb[^]*DATABASE_URL/)
  })
})

const docker = 'chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,mknod,setfcap'
const asInDocker = ['setpriv', `--bounding-set=-all,+${docker.replaceAll(',', ',+')}`, '--']
const [root, nobody, nameless] = [0, 65_534, 54_321].map((id) => ({ uid: id, gid: id }))

describe.skipIf(process.getuid?.() !== 0)('a server below a home of mode 0700', () => {
  it.each([
    ['root', root, []],
    ['root with the rights of a container alone', root, asInDocker],
    ['a plain user', nobody, []],
    ['a user without a name', nameless, []],
  ])('is started by %s, then by root, and by the first again', async (_who, user, prefix) => {
    const home = newFolder()
    const [folder, binariesFolder] = [join(home, 'data'), join(home, 'postgres')]
    // Without the links between the libraries, as npm unpacks them.
    const filter = (path: string) => !/libicu\w+\.so\.60$/.test(path)
    cpSync(installedBinaries(), binariesFolder, { recursive: true, filter })
    execFileSync('chown', ['-R', `${user?.uid}:${user?.gid}`, home])
    const server = await startElsewhere({ folder, binariesFolder }, user, prefix)
    await query(server.url, 'CREATE TABLE loan AS SELECT 7 AS id')
    await server.stop()
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'server.log'])
    expect(statSync(join(folder, 'data')).uid).toBe(user === root ? nobody?.uid : user?.uid)
    for (const by of [root, user]) {
      const again = await startElsewhere({ folder, binariesFolder }, by, prefix)
      expect(await query(again.url, 'SELECT id FROM loan')).toBe('7')
      await again.stop()
    }
  })
})

describe('a temporary server', () => {
  it.each([
    ['its process stops it', (started: StartedElsewhere) => started.stop()],
    ['its process is killed', (started: StartedElsewhere) => started.kill()],
  ])('is gone with its folder when %s', async (_what, end) => {
    const started = await startElsewhere({})
    const data = await query(started.url, 'SHOW data_directory')
    const { pid = 0 } = runningOn(data) ?? {}
    expect(pid).toBeGreaterThan(1)
    await end(started)
    await vi.waitUntil(() => !existsSync(dirname(data)), { timeout: 60_000, interval: 20 })
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 20_000)
  })
})
