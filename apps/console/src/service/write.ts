import type { RequestOptions } from '@vadium/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readAgain } from './queries.ts'
import { useClient } from './service.tsx'
import { settledWrite, type WriteState } from './settled-write.ts'
import { unsettledWrites } from './unsettled.ts'

export interface Write<Answer> {
  readonly written: WriteState<Answer>
  /** Whether the write is still under way. A press is then ignored. */
  readonly isBusy: boolean
  /** Sends a request, once, under a key of this press. */
  readonly write: (send: (options: RequestOptions) => Promise<Answer>) => Promise<void>
  /** Forgets an outcome. A write that is under way stays what it is. */
  readonly reset: () => void
}

/** Whether the service has taken a write: it is carried out, or awaits approval. */
export const wasTaken = ({ written: { state } }: Pick<Write<unknown>, 'written'>): boolean =>
  state === 'done' || state === 'awaits approval'

/**
 * Sends writes of one kind from one place of a screen. After a lost answer it repeats the request
 * under its key until the service says what became of it, so it has one effect or none.
 */
export function useWrite<Answer>({
  mayBeLeft = false,
}: {
  /** Whether the write matters so little that the screen may be left without its answer. */
  readonly mayBeLeft?: boolean
} = {}): Write<Answer> {
  const client = useClient()
  const queries = useQueryClient()
  const [written, setWritten] = useState<WriteState<Answer>>({ state: 'unsent' })
  const life = useRef(new AbortController())
  const busy = useRef(false)

  useEffect(() => {
    const controller = new AbortController()
    life.current = controller
    return () => {
      controller.abort()
    }
  }, [])

  return {
    written,
    isBusy: written.state === 'sending' || written.state === 'unknown',
    write: async (send) => {
      if (busy.current) return
      busy.current = true
      const { signal } = life.current
      const end = mayBeLeft ? () => undefined : unsettledWrites.begin('screen')
      let isKnown = false
      setWritten({ state: 'sending' })
      try {
        const outcome = await settledWrite(client, send, signal, setWritten)
        isKnown = !signal.aborted || outcome.state !== 'refused'
        // The next press counts from the moment at which the outcome is on screen.
        busy.current = false
        if (!signal.aborted) setWritten(outcome)
        void readAgain(queries)
      } catch (error) {
        // The screen was left while the page waited.
        if (!signal.aborted) throw error
      } finally {
        busy.current = false
        end(isKnown)
      }
    },
    reset: () => {
      if (!busy.current) setWritten({ state: 'unsent' })
    },
  }
}
