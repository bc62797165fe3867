import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Whether processes can be bound to cores here: on Linux, with taskset, and more than one core. */
export function canBindToCores(): boolean {
  if (availableParallelism() < 2) return false
  try {
    execFileSync('taskset', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Binds a process with all its threads to one core, and what it starts from then on. */
export function bindToCore(pid: number, core: number): void {
  execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })
}
