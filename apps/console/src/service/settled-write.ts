import {
  ApprovalRequiredError,
  type RequestOptions,
  type VadiumClient,
  VadiumError,
} from '@vadium/client'

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

const pauseMs = 2_000

/** The service keeps a key for 24 hours. A repetition after it would have a second effect. */
const repeatMs = 12 * 3_600_000

/**
 * Sends a request under a key of its own. After a lost answer it repeats it under this key until
 * the service says what became of it, so it has one effect or none.
 *
 * @param signal Ends it: what was sent before is then unknown.
 * @param unknown Says each time that no answer has come.
 */
export async function settledWrite<Answer>(
  client: Pick<VadiumClient, 'pause'>,
  send: (options: RequestOptions) => Promise<Answer>,
  signal: AbortSignal,
  unknown: (state: WriteState<never>) => void,
): Promise<WriteState<Answer>> {
  const options = { idempotencyKey: crypto.randomUUID(), signal }
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
      if (signal.aborted || !mayHaveTakenEffect(error, attempts)) {
        return { state: 'refused', error }
      }
      unknown({ state: 'unknown', attempts })
      await client.pause(pauseMs, signal)
    }
  }
}

/** Refusals that are made before the service looks what became of an earlier attempt. */
const beforeTheKey: readonly string[] = [
  'REQUEST_MALFORMED',
  'REQUEST_TOO_LARGE',
  'REQUEST_TIMEOUT',
  'ROUTE_NOT_FOUND',
  'APPROVALS_PENDING',
  'IDEMPOTENCY_KEY_IN_USE',
  'ORGANIZATION_SUSPENDED',
  'ROLE_NOT_PERMITTED',
]

/**
 * Whether the outcome is open. Once it is, only an answer that belongs to the key decides it: not a
 * connection that cannot be made, a body that did not arrive in time, a rate limit, or a credential
 * or organization that may no longer act.
 */
function mayHaveTakenEffect(error: unknown, attempts: number): boolean {
  if (!(error instanceof VadiumError)) return false
  if (error.outcome === 'unknown') return true
  const { status, reason } = error
  const isUndecided =
    status === undefined || status === 401 || status === 429 || beforeTheKey.includes(reason)
  return attempts > 1 && isUndecided
}
