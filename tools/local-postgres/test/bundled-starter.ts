import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsdown'
import type { TestProject } from 'vitest/node'
import { installedFolder, usableBinaries } from '../src/binaries.ts'
import { unpackBinaries } from './unpacked-binaries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A program of one file that any user of this machine can run: see starter.ts. */
    starter: string
    /** A copy of the installed binaries that any user of this machine can run. */
    binariesFolder: string
  }
}

/**
 * Puts what the tests run as other users, or kill, where others can get at it: the checkout may lie
 * in a home that only its owner enters.
 */
export default async function bundleStarter(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'local-postgres-test-'))
  chmodSync(folder, 0o755)
  await build({
    config: false,
    entry: ['test/starter.ts'],
    cwd: join(import.meta.dirname, '..'),
    outDir: folder,
    outExtensions: () => ({ js: '.mjs' }),
    platform: 'node',
    deps: { alwaysBundle: [/^pg/] },
    clean: false,
    dts: false,
    logLevel: 'error',
  })
  const binariesFolder = join(folder, 'postgres')
  unpackBinaries(installedFolder(), binariesFolder)
  await usableBinaries(binariesFolder, folder)
  project.provide('starter', join(folder, 'starter.mjs'))
  project.provide('binariesFolder', binariesFolder)
  return () => rmSync(folder, { recursive: true, force: true })
}
