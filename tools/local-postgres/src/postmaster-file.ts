import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { isAlive } from './process-life.ts'

/** Only Linux shows what processes there are as files. */
const canListServers = process.platform === 'linux'

/** What a running server writes about itself into its data folder. */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number
  /** Whether it accepts connections; not yet while it comes up, and no more while it goes down. */
  readonly ready: boolean
}

/** What the file says; nothing while there is none, or one that is not written to its end yet. */
export function readPostmasterFile(dataFolder: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(pathIn(dataFolder), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const [pid, port, status] = [Number(lines[0]), Number(lines[3]), lines[7]?.trim()]
  const ready = status === 'ready' || status === 'standby'
  return pid > 0 && port > 0 ? { pid, port, ready } : undefined
}

/**
 * Removes a file that no server stands behind. PostgreSQL does so by itself, unless the number in
 * it belongs to a stranger by now: it takes any process of the same user for a server.
 */
export function removePostmasterFile(dataFolder: string): void {
  // Where servers cannot be listed, one without a number may be a server's that just comes up.
  if (canListServers || readPostmasterFile(dataFolder) !== undefined) {
    rmSync(pathIn(dataFolder), { force: true })
  }
}

function pathIn(dataFolder: string): string {
  return join(dataFolder, 'postmaster.pid')
}

/**
 * Whether that process is a PostgreSQL at work in the folder, and not a stranger with a used
 * number.
 */
export function isServerOf(dataFolder: string, pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid)) return false
  if (!canListServers) return commandOf(pid).includes(`-D ${dataFolder}`)
  let workingFolder: string
  try {
    workingFolder = readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // Another user's process may hide where it works, but not how it was called.
    return commandOf(pid).includes(`-D\0${dataFolder}\0`)
  }
  return isSameFolder(workingFolder, dataFolder)
}

/**
 * Processes of PostgreSQL at work in the folder. They outlive a killed postmaster until they
 * notice, and no other server may touch the data before. Empty where the system has no /proc.
 */
export function serversOf(dataFolder: string): number[] {
  if (!canListServers) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => isPostgres(pid) && isServerOf(dataFolder, pid))
}

/** Unlike a shell, in which somebody looks around in the folder. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return false
  }
}

function commandOf(pid: number): string {
  try {
    return canListServers
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function isSameFolder(one: string, other: string): boolean {
  const a = statSync(one, { throwIfNoEntry: false })
  const b = statSync(other, { throwIfNoEntry: false })
  // By number, not by name: a folder that was renamed under a running server is still the same, and
  // one that was made anew is another.
  return a !== undefined && a.dev === b?.dev && a.ino === b.ino
}
