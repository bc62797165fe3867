import type { Readable, Writable } from 'node:stream'

/** The terminal at which a person reads a question and types the answer. */
export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** A pager that has been started. */
export interface RunningPager {
  /** What is written here is shown. It fails when the reader has left the pager. */
  readonly input: Writable
  /** Resolves when the reader has left. */
  readonly left: Promise<void>
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
