import { ApprovalRequiredError, type RequestOptions, VadiumError } from '@vadium/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readAgain } from './queries.ts'
import { useClient } from './service.tsx'
import { unsettledWrites } from './unsettled.ts'

/** What has become of a write. */
export type WriteState<Answer> =
  | { readonly state: 'unsent' }
  | { readonly state: 'sending' }
  /** No answer has come. The same request is sent again under the same key until one does. */
  | { readonly state: 'unknown'; readonly attempts: number }
  /** No answer has come for so long that the request cannot be repeated safely any more. */
  | { readonly state: 'never known' }
  | { readonly state: 'done'; readonly answer: Answer }
  | { readonly state: 'awaits approval'; readonly approvalId: string }
  | { readonly state: 'refused'; readonly error: unknown }

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

const pauseMs = 2_000

/** The service keeps a key for 24 hours. A repetition after it would have a second effect. */
const repeatMs = 12 * 3_600_000

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

  const settle = async (
    send: (options: RequestOptions) => Promise<Answer>,
    options: RequestOptions & { signal: AbortSignal },
  ): Promise<WriteState<Answer>> => {
    // The time of the day goes on while the machine sleeps.
    const begin = Date.now()
    for (let attempts = 1; ; attempts += 1) {
      if (Date.now() - begin >= repeatMs) return { state: 'never known' }
      try {
        return { state: 'done', answer: await send(options) }
      } catch (error) {
        if (error instanceof ApprovalRequiredError) {
          return { state: 'awaits approval', approvalId: error.approval.id }
        }
        if (options.signal.aborted || !mayHaveTakenEffect(error, attempts)) {
          return { state: 'refused', error }
        }
        setWritten({ state: 'unknown', attempts })
        await client.pause(pauseMs, options.signal)
      }
    }
  }

  return {
    written,
    isBusy: written.state === 'sending' || written.state === 'unknown',
    write: async (send) => {
      if (busy.current) return
      busy.current = true
      const { signal } = life.current
      const end = mayBeLeft ? () => undefined : unsettledWrites.begin()
      let isKnown = false
      setWritten({ state: 'sending' })
      try {
        const outcome = await settle(send, { idempotencyKey: crypto.randomUUID(), signal })
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

/** Refusals that are made before the service looks what became of an earlier attempt. */
const beforeTheKey: readonly string[] = [
  'IDEMPOTENCY_KEY_IN_USE',
  'ORGANIZATION_SUSPENDED',
  'ROLE_NOT_PERMITTED',
]

/**
 * Whether the outcome is open. Once it is, only an answer that belongs to the key decides it: not a
 * connection that cannot be made, a rate limit or a credential that has ended meanwhile.
 */
function mayHaveTakenEffect(error: unknown, attempts: number): boolean {
  if (!(error instanceof VadiumError)) return false
  if (error.outcome === 'unknown') return true
  const { status, reason } = error
  const isUndecided =
    status === undefined || status === 401 || status === 429 || beforeTheKey.includes(reason)
  return attempts > 1 && isUndecided
}
