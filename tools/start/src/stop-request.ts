import { whenNpmIsGone } from './npm-script.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Whether this process has been told to end: by Ctrl-C, by a signal, or by the end of `npm start`. */
export class StopRequest {
  /** Resolves when it is told so for the first time. */
  readonly made: Promise<void>
  #isMade = false

  /** @param onSecond called when it is told again: somebody does not want to wait. */
  constructor(onSecond: () => void) {
    this.made = new Promise((resolve) => {
      const make = () => {
        this.#isMade = true
        resolve()
      }
      whenNpmIsGone(make)
      for (const signal of signals) {
        process.on(signal, () => {
          if (this.#isMade) onSecond()
          make()
        })
      }
    })
  }

  get isMade(): boolean {
    return this.#isMade
  }
}
