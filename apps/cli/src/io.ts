import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** All that a run of the command has of the world. */
export interface Io {
  /** What was asked for, and nothing else. */
  readonly stdout: Writable
  /** Notes and errors. */
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  /** The width of the terminal that stdout is; undefined when it is none, and nothing is left out. */
  readonly columns?: number | undefined
  /** The time in Unix milliseconds, in place of this machine's clock. */
  readonly now?: (() => number) | undefined
  /** Ends what is under way, as Ctrl-C does. */
  readonly signal?: AbortSignal | undefined
}

/** Writes a text, and waits while the reader is slower than we are. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}
