import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type RunAsName, startLocalPostgres } from '../src/index.ts'
import { disposableFolder, sharedFolder } from './disposable-folder.ts'
import { query } from './query.ts'
import { startInProcess } from './starter-process.ts'
import { hasCapabilities, hasCommonNode, hasNamespaces, isRoot } from './this-machine.ts'
import { nameless, nobody } from './this-machine.ts'
import { unpackBinaries } from './unpacked-binaries.ts'

const durable = false

/** Every user can enter it, and the server runs as several of them in turn. */
const openFolder = sharedFolder()

/** Every user can run the binaries as well: those that npm installed may be in root's home. */
const inOpenFolder = () => ({
  folder: openFolder,
  binariesFolder: inject('binariesFolder'),
  durable,
})

describe.skipIf(!isRoot)('as root (skipped for other users)', () => {
  const ofNamespaceOrCapability: RunAsName[] = [
    ...(hasNamespaces ? (['userNamespace'] as const) : []),
    ...(hasCapabilities ? (['nobodyWithAccess'] as const) : []),
  ]
  const available: RunAsName[] = ['nobody', ...ofNamespaceOrCapability]

  test('starts a server in an open folder by every default', async () => {
    const server = await startLocalPostgres(inOpenFolder())
    expect(await server.stop()).toBe('stopped')
  })

  test.each(available)('starts in an open folder by %s', async (name) => {
    const server = await startLocalPostgres({ ...inOpenFolder(), runAs: [name] })
    expect(await query(server.url, 'SELECT 1')).toBe('1')
    const { uid } = statSync(join(openFolder, 'data'))
    expect(uid).toBe(name === 'userNamespace' ? 0 : nobody.uid)
    expect(await server.stop()).toBe('stopped')
  })

  test('uses a server that runs as another user unchanged', async () => {
    const options = inOpenFolder()
    const first = await startLocalPostgres({ ...options, runAs: ['nobody'] })
    const second = await startLocalPostgres({ ...options, runAs: ['userNamespace'] })
    expect(second).toMatchObject({ reused: true, url: first.url })
    expect(await first.stop()).toBe('leftRunning')
    expect(await second.stop()).toBe('stopped')
  })

  test('keeps the data through every change of user, and of who can enter the folder', async () => {
    const checkout = disposableFolder()
    const options = { folder: join(checkout, 'data'), binariesFolder: inject('binariesFolder') }
    let rows = 0
    for (const name of [...available, ...available.toReversed()]) {
      chmodSync(checkout, name === 'nobody' ? 0o755 : 0o700)
      const server = await startLocalPostgres({ ...options, durable, runAs: [name] })
      await query(server.url, 'CREATE TABLE IF NOT EXISTS start (name text)')
      await query(server.url, `INSERT INTO start VALUES ('${name}')`)
      rows += 1
      expect(await query(server.url, 'SELECT count(*) FROM start')).toBe(String(rows))
      expect(await server.stop()).toBe('stopped')
    }
  })

  describe('in a checkout that only root can enter, such as one in its home', () => {
    // Programs cannot be run from every file system in memory.
    const checkout = sharedFolder(tmpdir())
    const binariesFolder = join(checkout, 'node_modules', 'native')
    beforeAll(() => {
      chmodSync(checkout, 0o700)
      unpackBinaries(inject('binariesFolder'), binariesFolder)
    })

    test('starts a server by every default', async () => {
      const server = await startLocalPostgres({ folder: checkout, binariesFolder, durable })
      expect(await server.stop()).toBe('stopped')
    })

    test.each(ofNamespaceOrCapability)('starts by %s, and is found by others', async (name) => {
      const options = { folder: checkout, binariesFolder, durable, runAs: [name] }
      const first = await startLocalPostgres(options)
      const second = await startInProcess(options)
      expect(second).toMatchObject({ reused: true, url: first.url })
      expect(await first.stop()).toBe('leftRunning')
      expect(await second.stop()).toBe('stopped')
    })

    test('names in one error every way that was tried, and a solution', async () => {
      const runAs = ['self', 'nobody'] as const
      const start = startLocalPostgres({ folder: checkout, binariesFolder, durable, runAs })
      await expect(start).rejects.toThrow(
        /self: PostgreSQL refuses to run as root[^]*nobody: [^]*DATABASE_URL/,
      )
    })
  })

  test.skipIf(!hasCapabilities)(
    'finds the server where root may not inspect other processes, as in a container',
    async () => {
      const options = { ...inOpenFolder(), runAs: ['nobody'] as const }
      const first = await startLocalPostgres(options)
      const restricted = [
        'setpriv',
        '--bounding-set=-sys_ptrace',
        '--inh-caps=-sys_ptrace',
      ] as const
      const second = await startInProcess(options, undefined, restricted)
      expect(second).toMatchObject({ reused: true, url: first.url })
      expect(await first.stop()).toBe('leftRunning')
      expect(await second.stop()).toBe('stopped')
    },
  )

  test("gives the files that root creates in a user's folder to that user", async () => {
    const home = disposableFolder()
    chownSync(home, nobody.uid, nobody.gid)
    const options = { ...inOpenFolder(), folder: join(home, 'checkout', 'data') }
    const { folder } = options
    const server = await startLocalPostgres({ ...options, runAs: ['folderOwner'] })
    for (const name of ['..', '.', ...readdirSync(folder)]) {
      expect([name, statSync(join(folder, name)).uid]).toEqual([name, nobody.uid])
    }
    expect(await server.stop()).toBe('stopped')
  })
})

describe.skipIf(!hasCommonNode)(
  'as other users (skipped unless root, whose Node all can run)',
  () => {
    test('starts a server as a plain user, continues as root, and as the user again', async () => {
      const folder = disposableFolder()
      chownSync(folder, nobody.uid, nobody.gid)
      const first = await startInProcess({ folder, durable }, nobody)
      await query(first.url, 'CREATE TABLE loan AS SELECT 7 AS id')
      const root = await startLocalPostgres({ folder, durable })
      expect(root).toMatchObject({ reused: true, url: first.url })
      expect(await first.stop()).toBe('leftRunning')
      expect(await root.stop()).toBe('stopped')

      const binariesFolder = inject('binariesFolder')
      const rootAgain = await startLocalPostgres({ folder, durable, binariesFolder })
      expect(rootAgain.reused).toBe(false)
      expect(await rootAgain.stop()).toBe('stopped')

      const last = await startInProcess({ folder, durable }, nobody)
      expect(await query(last.url, 'SELECT id FROM loan')).toBe('7')
      expect(await last.stop()).toBe('stopped')
    })

    test.skipIf(!hasNamespaces)(
      'starts as a user without a name, in a namespace where it is the first (skipped where those are forbidden)',
      async () => {
        const folder = disposableFolder()
        chownSync(folder, nameless.uid, nameless.gid)
        const server = await startInProcess({ folder, durable }, nameless)
        expect(await query(server.url, 'SELECT 1')).toBe('1')
        expect(await server.stop()).toBe('stopped')
      },
    )

    test('names the owner of the data to another plain user', async () => {
      const server = await startLocalPostgres({ ...inOpenFolder(), runAs: ['nobody'] })
      expect(await server.stop()).toBe('stopped')
      chownSync(openFolder, nameless.uid, nameless.gid)
      try {
        const start = startInProcess({ folder: openFolder, durable }, nameless)
        await expect(start).rejects.toThrow(
          /LocalPostgresError: [^]*belong to user 65534[^]*DATABASE_URL/,
        )
      } finally {
        chownSync(openFolder, 0, 0)
      }
    })

    test('refuses a folder that a plain user cannot write to', async () => {
      const start = startInProcess({ folder: join(openFolder, 'new'), durable }, nobody)
      await expect(start).rejects.toThrow(
        /LocalPostgresError: [^]*this user cannot write to the data folder[^]*DATABASE_URL/,
      )
    })
  },
)

test.skipIf(isRoot)('as this user, who is not root (skipped for root)', async () => {
  const server = await startLocalPostgres({ folder: openFolder, durable, runAs: ['self'] })
  expect(await query(server.url, 'SELECT 1')).toBe('1')
  expect(await server.stop()).toBe('stopped')
})
