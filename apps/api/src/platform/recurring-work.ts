/** Work that is done again and again until it is stopped. */
export interface RecurringWork {
  /** Resolves when what is under way has ended; nothing begins after that. */
  stop(): Promise<void>
}

/**
 * Does work, and again after the pause that it asks for, in milliseconds: never twice at once. Work that
 * can fail must say itself when to go on.
 */
export function doAgainAndAgain(work: () => Promise<number>, firstPauseMs = 0): RecurringWork {
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
