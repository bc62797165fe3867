import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { RunningPager } from './pager.ts'

/** The terminal at which a person reads a question and types the answer. */
export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** The environment of one run of the command. */
export interface Io {
  /** The result, and nothing else. */
  readonly stdout: Writable
  /** Notes and errors. */
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  /**
   * The width of the terminal. Undefined if stdout is not a terminal: then every column is printed.
   */
  readonly columns?: number | undefined
  /** The height of the terminal. Undefined if stdout is not a terminal. */
  readonly rows?: number | undefined
  /**
   * Opens the terminal that controls this process, wherever its streams go. Undefined if there is
   * none.
   */
  readonly openTerminal?: (() => Terminal | undefined) | undefined
  /** Starts a pager at the terminal. Undefined if there is none. */
  readonly startPager?: ((command: string) => Promise<RunningPager>) | undefined
  /** Opens an address in a browser. Undefined if there is none. */
  readonly openInBrowser?: ((address: string) => Promise<void>) | undefined
  /** The time in Unix milliseconds. Default: this machine's clock. */
  readonly now?: (() => number) | undefined
  /**
   * Waits that many milliseconds before a request is repeated; rejects when the signal aborts.
   * Default: a timer.
   */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
  /** Interrupts the command, as Ctrl-C does. */
  readonly signal?: AbortSignal | undefined
}

/** What removes a line of progress from the terminal before something else is written there. */
const clearing = new WeakMap<Writable, () => void>()

/** @param clear Called before each text is written. Undefined: no longer. */
export function clearBeforeWrites(stream: Writable, clear: (() => void) | undefined): void {
  if (clear === undefined) clearing.delete(stream)
  else clearing.set(stream, clear)
}

/** Writes a text, and waits while the reader is slower. */
export async function write(stream: Writable, text: string): Promise<void> {
  clearing.get(stream)?.()
  if (!stream.write(text)) await once(stream, 'drain')
}
