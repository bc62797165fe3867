import { once } from 'node:events'
import type { Writable } from 'node:stream'

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
