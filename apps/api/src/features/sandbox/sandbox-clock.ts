import type { Clock } from '../../platform/clock.ts'

/** The time of a sandbox: it stands still until it is told to move, and moves only ahead. */
export class SandboxClock implements Clock {
  #nowMs: number

  constructor(startMs: number) {
    this.#nowMs = startMs
  }

  now(): number {
    return this.#nowMs
  }

  moveTo(timeMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, timeMs)
  }
}
