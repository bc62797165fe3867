import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const onLinux = process.platform === 'linux'

/**
 * What the kernel says of a process: whether it still runs, and when it was born (an opaque text).
 */
interface Life {
  readonly zombie: boolean
  readonly birth: string
}

/**
 * Whether the process runs. A zombie does not: a container whose first process reaps nobody keeps
 * dead servers in its table for ever.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return lifeOf(pid)?.zombie !== true
}

/**
 * Tells a process from a later one with the same number; 'unknown' where the system does not say.
 */
export function birthOf(pid: number): string {
  return lifeOf(pid)?.birth ?? 'unknown'
}

/** Whether the process with this number is alive and still the one that was born then. */
export function isSameProcess(pid: number, birth: string): boolean {
  if (!isAlive(pid)) return false
  const present = birthOf(pid)
  return present === birth || present === 'unknown' || birth === 'unknown'
}

function lifeOf(pid: number): Life | undefined {
  try {
    return onLinux ? lifeFromProc(pid) : lifeFromPs(pid)
  } catch {
    return undefined
  }
}

function lifeFromProc(pid: number): Life {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The second field is the program's name in parentheses and may itself hold spaces and
  // parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { zombie: fields[0] === 'Z' || fields[0] === 'X', birth: fields[19] ?? 'unknown' }
}

function lifeFromPs(pid: number): Life {
  const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } } as const
  const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], options).trim()
  const [state = '', ...birth] = line.split(/\s+/)
  return { zombie: state.startsWith('Z'), birth: birth.join('').replaceAll(/\W/g, '') }
}
