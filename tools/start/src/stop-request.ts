import { whenNpmIsGone } from './npm-script.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The user's request to stop. */
export interface StopRequest {
  readonly isMade: boolean
  /** Resolves at the first request. */
  readonly made: Promise<void>
  /** Resolves at the second request: stop at once. */
  readonly insisted: Promise<void>
}

/** Listens for Ctrl-C, for the signals that end a process, and for the end of `npm start`. */
export function listenForStop(): StopRequest {
  let isMade = false
  let make: () => void = () => undefined
  let insist: () => void = () => undefined
  const made = new Promise<void>((resolve) => {
    make = () => {
      isMade = true
      resolve()
    }
  })
  const insisted = new Promise<void>((resolve) => {
    insist = resolve
  })
  for (const signal of signals) {
    process.on(signal, () => {
      if (isMade) insist()
      else make()
    })
  }
  whenNpmIsGone(make)
  return {
    get isMade() {
      return isMade
    },
    made,
    insisted,
  }
}
