import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

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
  /** Opens an address in a browser. Undefined if there is none. */
  readonly openInBrowser?: ((address: string) => Promise<void>) | undefined
  /** The time in Unix milliseconds. Default: this machine's clock. */
  readonly now?: (() => number) | undefined
  /** Interrupts the command, as Ctrl-C does. */
  readonly signal?: AbortSignal | undefined
}

/** Writes a text, and waits while the reader is slower. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}
