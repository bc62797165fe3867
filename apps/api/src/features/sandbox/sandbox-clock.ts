import type { Clock } from '../../platform/clock.ts'

/** The clock of a sandbox. It stands still until it is moved, and moves only forward. */
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
