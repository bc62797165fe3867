import { readFileSync, writeFileSync } from 'node:fs'

/**
 * The memory of a process in MiB: now, and at its peak since the last reset. Undefined on systems
 * other than Linux.
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

/** Resets the peak. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // Without this file, there is no peak.
  }
}
