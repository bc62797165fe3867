import { whenNpmIsGone } from './npm-script.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Whether this process is to end. */
export interface StopRequest {
  /** Whether it has been told to end. */
  readonly isMade: boolean
  /** Resolves when it is told to end. */
  readonly made: Promise<void>
  /** Resolves when it is told again: somebody does not want to wait. */
  readonly insisted: Promise<void>
}

/** Hears Ctrl-C, the signals that ask a process to end, and the end of the `npm start` around it. */
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
