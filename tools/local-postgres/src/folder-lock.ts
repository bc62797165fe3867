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
 * The lock is a folder with one file in it, named for its holder. A rename puts it there whole, and
 * succeeds only where there is none or an empty one. The file of a dead holder is removed by its own
 * name, which no later holder shares: two processes that clear the same dead one cannot hurt a third.
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
      `${lock} is held by process ${holdersOf(lock).join(', ')}, which has not let go for ` +
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
  // What root locks in the folder of another, the other must be able to clear.
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

/** Processes that were killed before their lock stood leave it behind under its first name. */
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
    // The next holder's lock stands there already.
  }
}
