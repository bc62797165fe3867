import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a running server writes about itself into its data folder. */
export interface ServerProcess {
  readonly pid: number
  readonly port: number
  /** Whether it accepts connections: false while it starts and while it stops. */
  readonly ready: boolean
}

/** The server that runs on the data folder, as it describes itself there. */
export function serverProcess(dataFolder: string): ServerProcess | undefined {
  let lines: string[]
  try {
    lines = readFileSync(fileIn(dataFolder), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const [pid, port, status] = [Number(lines[0]), Number(lines[3]), lines[7]?.trim()]
  if (!(pid > 0 && port > 0) || !isServerOf(dataFolder, pid)) return undefined
  return { pid, port, ready: status === 'ready' || status === 'standby' }
}

/**
 * Removes the file of a server that was killed. PostgreSQL itself removes it only if the number in
 * it is free: it takes any process of the same user for a server.
 */
export function removeStaleFile(dataFolder: string): void {
  if (serverProcess(dataFolder) === undefined) rmSync(fileIn(dataFolder), { force: true })
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'postmaster.pid')
}

/** Whether the process is a PostgreSQL that runs on the folder, and no other program. */
export function isServerOf(dataFolder: string, pid: number): boolean {
  try {
    // On Linux, compares the folder in which the process works. Its name may have changed since.
    const [works, data] = [statSync(`/proc/${pid}/cwd`), statSync(dataFolder)]
    return works.dev === data.dev && works.ino === data.ino
  } catch {
    // On other systems, and for the process of another user in some containers.
    return commandLineOf(pid).includes(` -D ${dataFolder} `)
  }
}

export function commandLineOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
