import { homedir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type Transport, undiciTransport } from '@vadium/client'
import { type Files, machineFiles } from './files.ts'
import type { Io } from './io.ts'
import { type RunInShell, runInShell } from './shell.ts'

/**
 * Everything that a command does outside of this program: the terminal, the clock, files, other
 * programs, the network and the browser. Commands receive it, and a test replaces its members.
 */
export interface Effects extends Io {
  readonly now: NonNullable<Io['now']>
  readonly wait: NonNullable<Io['wait']>
  /**
   * How many minutes the clocks of the zone of this machine, which TZ replaces, are ahead of UTC at a
   * moment in Unix milliseconds.
   */
  readonly aheadOfUtc: (ms: number) => number
  /** Milliseconds since any fixed moment. They never go back. */
  readonly elapsedMs: () => number
  /** Acts again and again, until the returned function is called. It keeps no process alive. */
  readonly repeat: (everyMs: number, act: () => void) => () => void
  readonly files: Files
  /** The home folder of the user, where the environment names none. */
  readonly homeFolder: () => string
  readonly runInShell: RunInShell
  /** Loads a package that may be installed beside this program. */
  readonly loadPackage: (name: string) => Promise<unknown>
  /** What sends the requests of one client to the service. */
  readonly transport: () => Transport
  /** Sends a request to a receiver of webhooks. */
  readonly fetch: typeof fetch
}

/** The effects of a run on this machine. */
export function effectsOf(io: Io): Effects {
  return {
    ...io,
    now: io.now ?? Date.now,
    wait: io.wait ?? ((ms, signal) => pause(ms, undefined, { signal })),
    aheadOfUtc: (ms) => -new Date(ms).getTimezoneOffset(),
    elapsedMs: () => performance.now(),
    repeat: (everyMs, act) => {
      const timer = setInterval(act, everyMs)
      timer.unref()
      return () => clearInterval(timer)
    },
    files: machineFiles,
    homeFolder: homedir,
    runInShell,
    loadPackage: (name) => import(name),
    transport: () => undiciTransport(),
    fetch,
  }
}
