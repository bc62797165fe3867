/** Work that repeats until it is stopped. */
export interface RecurringWork {
  /** Resolves when the run under way has ended. No run begins after that. */
  stop(): Promise<void>
}

/**
 * Runs `work`, waits for the milliseconds that it returned, and runs it again; never two runs at once.
 * `work` must not reject: it catches its own failures and returns the pause after them.
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
