import { setTimeout as pause } from 'node:timers/promises'
import type { Signal } from './signal.ts'

/** Work that repeats until it is stopped. */
export interface RecurringWork {
  /** Resolves when the current run has ended. No run starts after that. */
  stop(): Promise<void>
}

/**
 * Runs `work`, waits for the milliseconds that it returned, and runs it again. Runs never overlap.
 * `work` must not reject: it handles its failures and returns the pause after them.
 */
export function runPeriodically(work: () => Promise<number>, firstPauseMs = 0): RecurringWork {
  let stopped = false
  let running = Promise.resolve()
  let timer = setTimeout(turn, firstPauseMs)
  function turn() {
    running = work().then((pauseMs) => {
      if (!stopped) timer = setTimeout(turn, pauseMs)
    })
  }
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

interface SignalledWork {
  readonly signal: Signal
  /** One step. Resolves to true when another step may find work at once. */
  readonly run: () => Promise<boolean>
  /** How long an idle worker waits for a signal, in milliseconds. Signals can be lost. */
  readonly idleMs: number
  /** Reports a failed step. The next one follows after a signal or five seconds. */
  readonly failed: (err: unknown) => void
  /** How long a stop waits for the steps under way, in milliseconds. Without it, until they end. */
  readonly stopWaitMs?: number
}

const afterFailureMs = 5000

/** Runs steps while there is work, and then waits for a signal. */
export function runOnSignal(work: SignalledWork): RecurringWork {
  const { signal, run, idleMs, failed, stopWaitMs } = work
  let stopping = false
  const repeat = async () => {
    while (!stopping) {
      try {
        if (!(await run())) await signal.wait(idleMs)
      } catch (err) {
        failed(err)
        await signal.wait(afterFailureMs)
      }
    }
  }
  const done = repeat()
  return {
    stop: async () => {
      stopping = true
      signal.send()
      if (stopWaitMs === undefined) await done
      else await Promise.race([done, pause(stopWaitMs, undefined, { ref: false })])
    },
  }
}
