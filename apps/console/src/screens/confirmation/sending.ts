import {
  ApprovalRequiredError,
  type MarkToMarketPreviewResponse,
  type MarkToMarketRequest,
  type VadiumClient,
  VadiumError,
} from '@vadium/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

/** What has become of a request that was sent. */
export type Sending =
  | { readonly state: 'unsent' }
  | { readonly state: 'sending' }
  /** No answer has come. The same request is sent again under the same key until one does. */
  | { readonly state: 'unknown'; readonly attempts: number }
  | { readonly state: 'sent'; readonly request: MarkToMarketRequest }
  | { readonly state: 'awaits approval'; readonly approvalId: string }
  /** The prices have moved since the preview. */
  | { readonly state: 'stale' }
  | { readonly state: 'refused'; readonly error: unknown }

const pauseMs = 2_000

/**
 * Sends the request of a preview. Each preview has one idempotency key, so that neither a second
 * press nor a repeated request can have a second effect.
 */
export function useSending(client: VadiumClient, preview: MarkToMarketPreviewResponse | undefined) {
  const queries = useQueryClient()
  const [sending, setSending] = useState<Sending>({ state: 'unsent' })
  const life = useRef(new AbortController())
  const calculationId = preview?.calculation?.calculation_id
  const key = useRef({ calculationId, value: crypto.randomUUID() })
  if (key.current.calculationId !== calculationId) {
    key.current = { calculationId, value: crypto.randomUUID() }
  }

  useEffect(() => {
    const controller = new AbortController()
    life.current = controller
    return () => {
      controller.abort()
    }
  }, [])

  const send = async () => {
    if (preview === undefined || calculationId === undefined) return
    const { signal } = life.current
    const idempotencyKey = key.current.value
    const body = { position_id: preview.preview.position_id, calculation_id: calculationId }
    setSending({ state: 'sending' })
    for (let attempts = 1; !signal.aborted; attempts += 1) {
      try {
        const request = await client.markToMarketRequests.create(body, { idempotencyKey, signal })
        setSending({ state: 'sent', request })
        await queries.invalidateQueries()
        return
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ApprovalRequiredError) {
          setSending({ state: 'awaits approval', approvalId: error.approval.id })
          return
        }
        if (!(error instanceof VadiumError) || !mayHaveTakenEffect(error, attempts)) {
          const isStale = error instanceof VadiumError && error.reason === 'PREVIEW_STALE'
          setSending(isStale ? { state: 'stale' } : { state: 'refused', error })
          return
        }
        setSending({ state: 'unknown', attempts })
        await client.pause(pauseMs, signal).catch(() => undefined)
      }
    }
  }
  const reset = () => {
    setSending({ state: 'unsent' })
  }
  return { sending, send, reset }
}

/**
 * Whether the outcome is still open. Once it was, a connection that cannot be made decides nothing.
 */
function mayHaveTakenEffect(error: VadiumError, attempts: number): boolean {
  return error.outcome === 'unknown' || (attempts > 1 && error.status === undefined)
}
