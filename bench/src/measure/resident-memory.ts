import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Memory of a process in MiB: what it has now, and the most it has had since that was last forgotten; undefined where
 * the system does not tell (it does on Linux).
 */
export interface ResidentMemory {
  readonly nowMiB: number
  readonly peakMiB: number
}

export function residentMemory(pid: number): ResidentMemory | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const kibibytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
    return { nowMiB: kibibytes('VmRSS') / 1024, peakMiB: kibibytes('VmHWM') / 1024 }
  } catch {
    return undefined
  }
}

/** Lets the peak begin anew. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // Where there is no such file there is no peak either.
  }
}
