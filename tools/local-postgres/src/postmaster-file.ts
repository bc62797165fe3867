import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { isAlive } from './process-life.ts'

/** What a running server writes about itself into its data folder. */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number
}

export function postmasterFilePath(dataFolder: string): string {
  return join(dataFolder, 'postmaster.pid')
}

export function readPostmasterFile(dataFolder: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(postmasterFilePath(dataFolder), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const [pid, , , port] = lines
  return { pid: Number(pid), port: Number(port) }
}

/** Whether that process is a PostgreSQL at work in the folder, and not a stranger with a used number. */
export function isServerOf(dataFolder: string, pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid)) return false
  if (process.platform !== 'linux') return commandOf(pid).includes(`-D ${dataFolder}`)
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false
  } catch {
    return false
  }
  try {
    return isSameFolder(readlinkSync(`/proc/${pid}/cwd`), dataFolder)
  } catch {
    // Another user's process may hide where it works, but not how it was called.
    return commandOf(pid).includes(`-D\0${dataFolder}\0`)
  }
}

/**
 * Processes of PostgreSQL at work in the folder. They outlive a killed postmaster until they notice,
 * and no other server may touch the data before. Empty where the system has no /proc.
 */
export function serversOf(dataFolder: string): number[] {
  if (process.platform !== 'linux') return []
  const numbers = readdirSync('/proc').map(Number)
  return numbers.filter((pid) => pid > 1 && isServerOf(dataFolder, pid))
}

function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function isSameFolder(one: string, other: string): boolean {
  const a = statSync(one, { throwIfNoEntry: false })
  const b = statSync(other, { throwIfNoEntry: false })
  // By number, not by name: a folder that was renamed under a running server is still the same.
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}
