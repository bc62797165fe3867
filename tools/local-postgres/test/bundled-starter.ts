import { chmodSync, cpSync, existsSync, mkdtempSync } from 'node:fs'
import { readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'tsdown'
import type { TestProject } from 'vitest/node'
import { startLocalPostgres } from '../src/index.ts'
import { installedFolder } from '../src/binaries.ts'
import { unpackBinaries } from './unpacked-binaries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A program in one file that any user of this machine can run: see starter.ts. */
    starter: string
    /** A copy of the installed binaries that any user of this machine can run. */
    binariesFolder: string
    /** A folder in which a server has been started and stopped, to copy: initdb takes a second. */
    startedFolder: string
  }
}

const packageFolder = join(import.meta.dirname, '..')

/**
 * Copies the files that tests run as other users, or kill, to a place that those can read: the
 * checkout may be in a home that only its owner can enter.
 */
export default async function bundleStarter(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'local-postgres-test-'))
  chmodSync(folder, 0o755)
  await build({
    config: false,
    entry: ['test/starter.ts'],
    cwd: packageFolder,
    outDir: folder,
    outExtensions: () => ({ js: '.mjs' }),
    platform: 'node',
    deps: { alwaysBundle: [/^pg/], neverBundle: ['fs-native-extensions'] },
    clean: false,
    dts: false,
    logLevel: 'error',
  })
  const binariesFolder = join(folder, 'postgres')
  unpackBinaries(installedFolder(), binariesFolder)
  copyWithDependencies('fs-native-extensions', join(packageFolder, 'node_modules'), folder)
  const startedFolder = join(folder, 'started')
  const options = { folder: startedFolder, binariesFolder, durable: false }
  await (await startLocalPostgres(options)).stop()
  project.provide('starter', join(folder, 'starter.mjs'))
  project.provide('binariesFolder', binariesFolder)
  project.provide('startedFolder', startedFolder)
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * Copies a package, which contains native code, together with the packages beside it: its
 * dependencies.
 */
function copyWithDependencies(name: string, modules: string, to: string): void {
  const copy = join(to, 'node_modules', name)
  if (existsSync(copy)) return
  const source = realpathSync(join(modules, name))
  cpSync(source, copy, { recursive: true })
  const beside = dirname(source)
  for (const other of readdirSync(beside)) copyWithDependencies(other, beside, to)
}
