import { VadiumConnectionError, VadiumServiceError } from '@vadium/client'
import { streamEvents } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { printable } from '../terminal/printable.ts'
import { write } from '../terminal/write.ts'
import { isHopeless, reportInterruption } from './stream-operation.ts'

/** After how long is read again what no stream announces, or what could not be read. */
export const POLL_MS = 5_000

/** Changes, of which one reader is notified. */
export class Changes {
  #raise: () => void = () => undefined

  /** Resolves at the first change from now on. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#raise = resolve
    })
  }

  raise(): void {
    this.#raise()
  }
}

/**
 * Raises each change that the stream of events announces, until the signal aborts. Where there is no
 * such stream for the caller, something may have changed every few seconds.
 */
export async function follow(
  client: ServiceClient,
  changes: Changes,
  { io, flags, signal }: CommandContext & { readonly signal: AbortSignal },
): Promise<never> {
  const raise = () => changes.raise()
  try {
    const events = client.stream(
      streamEvents,
      { query: { moved: true } },
      {
        signal,
        onMoved: raise,
        onReset: raise,
        onInterruption: async (interruption) => {
          if (isHopeless(interruption)) throw interruption.error
          if (flags.json !== true) await reportInterruption(interruption, io)
        },
      },
    )
    for await (const _event of events) raise()
  } catch (error) {
    if (!(error instanceof VadiumServiceError || error instanceof VadiumConnectionError)) {
      throw error
    }
    if (flags.json !== true) {
      const because = printable(error.summary)
      await write(io.stderr, `vadium: ${because} Reading every ${POLL_MS / 1000} s instead.\n`)
    }
  }
  for (;;) {
    await io.wait(POLL_MS, signal)
    raise()
  }
}
