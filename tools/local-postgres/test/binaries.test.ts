import { chownSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { startLocalPostgres } from '../src/index.ts'
import { disposableFolder, sharedFolder } from './disposable-folder.ts'
import { startInProcess } from './starter-process.ts'
import { hasCommonNode, nobody } from './this-machine.ts'
import { unpackBinaries } from './unpacked-binaries.ts'

const durable = false
const shared = sharedFolder()

/** The package before its postinstall script has made the links. */
function withoutLinks(): string {
  const folder = join(disposableFolder(), 'native')
  unpackBinaries(inject('binariesFolder'), folder)
  return folder
}

describe('binaries installed without their postinstall script', () => {
  test('get their links', async () => {
    const binariesFolder = withoutLinks()
    const server = await startLocalPostgres({ folder: shared, durable, binariesFolder })
    expect(existsSync(join(binariesFolder, 'lib', 'libpq.so.5'))).toBe(true)
    expect(await server.stop()).toBe('stopped')
  })

  test.skipIf(!hasCommonNode)(
    'are copied where they are read-only (skipped unless root, whose Node all can run)',
    async () => {
      const binariesFolder = withoutLinks()
      const folder = disposableFolder()
      chownSync(folder, nobody.uid, nobody.gid)
      const options = { folder, durable, binariesFolder }
      const first = await startInProcess(options, nobody)
      expect(await first.stop()).toBe('stopped')
      const second = await startInProcess(options, nobody)
      expect(await second.stop()).toBe('stopped')
      expect(readdirSync(folder).filter((name) => name.startsWith('binaries-'))).toHaveLength(1)
      expect(existsSync(join(binariesFolder, 'lib', 'libpq.so.5'))).toBe(false)
    },
  )
})

test('fails with a hint when the binaries do not run', async () => {
  const binariesFolder = join(disposableFolder(), 'native')
  const start = startLocalPostgres({ folder: shared, durable, binariesFolder })
  await expect(start).rejects.toThrow(/bin\/postgres does not run[^]*DATABASE_URL/)
})
