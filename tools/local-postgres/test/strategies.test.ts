import { chmodSync, chownSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { startLocalPostgres, type StrategyName } from '../src/index.ts'
import { disposableFolder } from './disposable-folder.ts'
import { linkTree } from './link-tree.ts'
import { query } from './query.ts'
import { startInProcess } from './starter-process.ts'
import { hasCapabilities, hasCommonNode, hasNamespaces, isRoot } from './this-machine.ts'
import { nameless, nobody } from './this-machine.ts'

const durable = false

describe.skipIf(!isRoot)('as root (skipped for other users)', () => {
  const available: StrategyName[] = [
    ...(hasNamespaces ? (['userNamespace'] as const) : []),
    'nobody',
    ...(hasCapabilities ? (['nobodyWithAccess'] as const) : []),
    'nobodyElsewhere',
  ]

  /** A checkout that only root enters, as in root's home: the binaries lie in it too. */
  function closedCheckout() {
    const checkout = disposableFolder(0o700)
    const binariesFolder = join(checkout, 'node_modules', 'native')
    linkTree(inject('binariesFolder'), binariesFolder)
    return { binariesFolder, folder: join(checkout, 'data', 'postgres') }
  }

  test('a server starts in an open folder by every default', async () => {
    const server = await startLocalPostgres({ folder: disposableFolder(), durable })
    expect(await server.stop()).toBe('stopped')
  })

  test('a server starts in a closed checkout by every default', async () => {
    const server = await startLocalPostgres({ ...closedCheckout(), durable })
    expect(await server.stop()).toBe('stopped')
  })

  test.each(available)('%s starts in an open folder', async (name) => {
    const folder = disposableFolder()
    const server = await startLocalPostgres({ folder, durable, strategies: [name] })
    expect(await query(server.url, 'SELECT 1')).toBe('1')
    const data = join(folder, 'data')
    expect(statSync(data).uid).toBe(name === 'userNamespace' ? 0 : nobody.uid)
    expect(await server.stop()).toBe('stopped')
  })

  test.each(available.filter((name) => name !== 'nobody'))(
    '%s starts in a closed checkout, again with the same data, and is found by others',
    async (name) => {
      const foldersElsewhere = [disposableFolder()]
      const options = { ...closedCheckout(), durable, strategies: [name], foldersElsewhere }
      const first = await startLocalPostgres(options)
      await query(first.url, 'CREATE TABLE loan AS SELECT 7 AS id')
      expect(await first.stop()).toBe('stopped')

      const second = await startLocalPostgres(options)
      expect(await query(second.url, 'SELECT id FROM loan')).toBe('7')
      const third = await startInProcess(options)
      expect(third).toMatchObject({ reused: true, url: second.url })
      expect(await second.stop()).toBe('leftRunning')
      expect(await third.stop()).toBe('stopped')
    },
  )

  test('the last resort takes the next of its folders where the first is closed', async () => {
    const [closed, open] = [disposableFolder(0o700), disposableFolder()]
    const strategies = ['nobodyElsewhere'] as const
    const foldersElsewhere = [closed, open]
    const options = { ...closedCheckout(), durable, strategies, foldersElsewhere }
    const server = await startLocalPostgres(options)
    const room = join(open, 'vadium-local-postgres')
    expect(readdirSync(room).some((name) => name.startsWith('postgres-'))).toBe(true)
    expect(existsSync(join(options.folder, 'data'))).toBe(false)
    expect(await server.stop()).toBe('stopped')
  })

  test('data live on through every change of strategy, and of what is open to whom', async () => {
    const checkout = disposableFolder()
    const folder = join(checkout, 'data')
    const foldersElsewhere = [disposableFolder()]
    const binariesFolder = inject('binariesFolder')
    let rows = 0
    for (const name of [...available, ...available.toReversed()]) {
      chmodSync(checkout, name === 'nobody' ? 0o755 : 0o700)
      const options = { folder, binariesFolder, foldersElsewhere, strategies: [name] }
      const server = await startLocalPostgres({ ...options, database: 'kept' })
      await query(server.url, 'CREATE TABLE IF NOT EXISTS start (strategy text)')
      await query(server.url, `INSERT INTO start VALUES ('${name}')`)
      rows += 1
      expect(await query(server.url, 'SELECT count(*) FROM start')).toBe(String(rows))
      expect(await server.stop()).toBe('stopped')
    }
  })

  test('a server found running is used by another strategy as it is', async () => {
    const folder = disposableFolder()
    const first = await startLocalPostgres({ folder, durable, strategies: ['nobody'] })
    const second = await startLocalPostgres({ folder, durable, strategies: ['nobodyElsewhere'] })
    expect(second).toMatchObject({ reused: true, url: first.url })
    expect(await first.stop()).toBe('leftRunning')
    expect(await second.stop()).toBe('stopped')
  })

  test('everything that root makes in a folder of nobody belongs to nobody', async () => {
    const home = disposableFolder()
    chownSync(home, nobody.uid, nobody.gid)
    const folder = join(home, 'checkout', 'data')
    const server = await startLocalPostgres({ folder, durable, strategies: ['folderOwner'] })
    for (const name of ['.', ...readdirSync(folder)]) {
      expect([name, statSync(join(folder, name)).uid]).toEqual([name, nobody.uid])
    }
    expect(await server.stop()).toBe('stopped')
  })

  test.skipIf(!hasCommonNode)(
    'a user goes on where root was at work in his folder (skipped where only root can run Node)',
    async () => {
      const home = disposableFolder()
      chownSync(home, nobody.uid, nobody.gid)
      const folder = join(home, 'data')
      const binariesFolder = inject('binariesFolder')
      const root = await startLocalPostgres({ folder, durable, binariesFolder })
      await query(root.url, 'CREATE TABLE loan AS SELECT 7 AS id')
      expect(await root.stop()).toBe('stopped')

      const user = await startInProcess({ folder, durable }, nobody)
      expect(await query(user.url, 'SELECT id FROM loan')).toBe('7')
      const rootAgain = await startLocalPostgres({ folder, durable })
      expect(rootAgain).toMatchObject({ reused: true, url: user.url })
      expect(await user.stop()).toBe('leftRunning')
      expect(await rootAgain.stop()).toBe('stopped')
    },
  )

  test('one error names every way that was tried, and the way out', async () => {
    const { folder, binariesFolder } = closedCheckout()
    const strategies = ['self', 'nobody'] as const
    const start = startLocalPostgres({ folder, binariesFolder, durable, strategies })
    await expect(start).rejects.toThrow(
      /self: PostgreSQL refuses to run as root[^]*nobody: [^]*DATABASE_URL/,
    )
  })
})

describe.skipIf(!hasCommonNode)(
  'as another user (skipped unless root, whose Node all can run)',
  () => {
    test('a plain user starts, stops and starts a server', async () => {
      const folder = disposableFolder()
      chownSync(folder, nobody.uid, nobody.gid)
      const first = await startInProcess({ folder, durable }, nobody)
      await query(first.url, 'CREATE TABLE loan AS SELECT 7 AS id')
      expect(await first.stop()).toBe('stopped')
      const second = await startInProcess({ folder, durable }, nobody)
      expect(await query(second.url, 'SELECT id FROM loan')).toBe('7')
      expect(await second.stop()).toBe('stopped')
    })

    test.skipIf(!hasNamespaces)(
      'a user without a name starts one too (skipped where namespaces are forbidden)',
      async () => {
        const folder = disposableFolder()
        chownSync(folder, nameless.uid, nameless.gid)
        const server = await startInProcess({ folder, durable }, nameless)
        expect(await query(server.url, 'SELECT 1')).toBe('1')
        expect(await server.stop()).toBe('stopped')
      },
    )

    test('a plain user is told who owns data that are not his', async () => {
      const folder = disposableFolder()
      const server = await startLocalPostgres({ folder, durable, strategies: ['nobody'] })
      expect(await server.stop()).toBe('stopped')
      chownSync(folder, nameless.uid, nameless.gid)
      const start = startInProcess({ folder, durable }, nameless)
      await expect(start).rejects.toThrow(
        /LocalPostgresError: [^]*belong to user 65534[^]*DATABASE_URL/,
      )
    })

    test('a plain user is told that the folder is closed to him', async () => {
      const start = startInProcess({ folder: join(disposableFolder(), 'new'), durable }, nobody)
      await expect(start).rejects.toThrow(
        /LocalPostgresError: [^]*closed to this user[^]*DATABASE_URL/,
      )
    })
  },
)

test.skipIf(isRoot)('as this user, who is not root (skipped for root)', async () => {
  const server = await startLocalPostgres({
    folder: disposableFolder(),
    durable,
    strategies: ['self'],
  })
  expect(await query(server.url, 'SELECT 1')).toBe('1')
  expect(await server.stop()).toBe('stopped')
})
