import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalPostgresError } from './local-postgres-error.ts'
import { giveToFolderOwner } from './ownership.ts'
import { birthOf, isSameProcess } from './process-life.ts'
import { until } from './until.ts'

const waitMillisecondsMax = 180_000
const pendingPrefix = 'lock.'

/**
 * Runs `work` while no other process (and no other call in this one) holds the folder.
 *
 * The lock is a folder with one file, named after its holder. A rename creates it atomically, and
 * fails if there is a lock that is not empty. The file of an ended holder is deleted by its unique
 * name, so processes that delete it at the same time cannot delete the file of a later holder.
 */
export async function withFolderLock<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = join(folder, 'lock')
  const holder = `${process.pid}-${birthOf(process.pid)}-${randomBytes(6).toString('hex')}`
  const held = await until(waitMillisecondsMax, () => tryToHold(folder, lock, holder) || undefined)
  if (held === undefined) {
    throw new LocalPostgresError(
      `Process ${holdersOf(lock).join(', ')} has held ${lock} for more than ` +
        `${waitMillisecondsMax / 1000} seconds. End that process and try again.`,
    )
  }
  try {
    removeLeftovers(folder)
    return await work()
  } finally {
    rmSync(join(lock, holder), { force: true })
    removeIfEmpty(lock)
  }
}

function tryToHold(folder: string, lock: string, holder: string): boolean {
  for (const name of holdersOf(lock)) {
    if (isHeld(name)) return false
    rmSync(join(lock, name), { force: true })
  }
  const mine = join(folder, `${pendingPrefix}${holder}`)
  mkdirSync(mine)
  writeFileSync(join(mine, holder), '')
  // The owner of the folder must be able to delete a lock that root made.
  giveToFolderOwner(mine)
  giveToFolderOwner(join(mine, holder))
  try {
    renameSync(mine, lock)
    return true
  } catch (error) {
    rmSync(mine, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false
    throw error
  }
}

function isHeld(holder: string): boolean {
  const [pid = '', birth = ''] = holder.split('-')
  return isSameProcess(Number(pid), birth)
}

/** Deletes the unfinished locks of processes that were killed before the rename. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(pendingPrefix) || isHeld(name.slice(pendingPrefix.length))) continue
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function holdersOf(lock: string): string[] {
  try {
    return readdirSync(lock)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function removeIfEmpty(lock: string): void {
  try {
    rmdirSync(lock)
  } catch {
    // The next holder has the lock already.
  }
}
