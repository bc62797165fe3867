import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Whether processes can be bound to cores: on Linux, with taskset and more than one core. */
export function canBindToCores(): boolean {
  if (availableParallelism() < 2) return false
  try {
    execFileSync('taskset', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Binds a process, its threads and its future children to one core. */
export function bindToCore(pid: number, core: number): void {
  execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })
}
