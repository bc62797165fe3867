import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { startLocalPostgres } from '../src/index.ts'
import { disposableFolder, sharedFolder } from './disposable-folder.ts'
import { unpackBinaries } from './unpacked-binaries.ts'

const durable = false
const shared = sharedFolder()

/** On disk: programs cannot be run from every file system in memory. */
const folderForBinaries = () => join(disposableFolder(tmpdir()), 'native')

test('makes the links of binaries that were installed without their postinstall script', async () => {
  const binariesFolder = folderForBinaries()
  unpackBinaries(inject('binariesFolder'), binariesFolder)
  const server = await startLocalPostgres({ folder: shared, durable, binariesFolder })
  expect(existsSync(join(binariesFolder, 'lib', 'libpq.so.5'))).toBe(true)
  expect(await server.stop()).toBe('stopped')
})

test('fails with a hint when the binaries do not run', async () => {
  const binariesFolder = folderForBinaries()
  const start = startLocalPostgres({ folder: shared, durable, binariesFolder })
  await expect(start).rejects.toThrow(/bin\/postgres does not run[^]*DATABASE_URL/)
})
