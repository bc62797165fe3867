import type { Approval } from '../types/approvals.ts'
import { type ApprovalEnd, ApprovalRequiredError, VadiumError } from './errors.ts'
import { checkOptions } from './options.ts'
import type { RequestOptions, Requests } from './operation-call.ts'
import { waitBefore } from './retry.ts'

/** The waits between two reads: short at first, because some approvals are a matter of seconds. */
const waits = { backOffMs: 250, backOffMsMax: 5_000 }

/** A request that needed approval has ended without effect. */
export class ApprovalEndedError extends VadiumError {
  declare readonly reason: ApprovalEnd | (string & {})
  /** The approval in its final state. Its `failure` says why an approved request was refused. */
  readonly approval: Approval

  constructor(approval: Approval) {
    const { id, state, failure } = approval
    const why = failure === null ? '' : ` ${failure.message} (${failure.reason})`
    super({
      reason: `APPROVAL_${state}`,
      code: 'FAILED_PRECONDITION',
      message: `The request had no effect: its approval ${id} is ${state}.${why}`,
      outcome: 'refused',
    })
    this.approval = approval
  }

  static {
    this.prototype.name = 'ApprovalEndedError'
  }
}

/** What `approvals.wait` accepts. With any other member it rejects with a TypeError. */
export interface ApprovalWaitOptions {
  /** Ends the wait at once. The approval stays as it is. */
  readonly signal?: AbortSignal | undefined
  /**
   * How long to wait, in milliseconds. Then the wait rejects with an ApprovalRequiredError, or with
   * the error of the last read. Default: until the approval has ended, at its `expire_time` at the
   * latest.
   */
  readonly timeoutMs?: number | undefined
}

/**
 * Reads an approval until it has ended. Between the reads nothing is open that a restart of the
 * service could break, and a read that fails in passing is made again.
 */
export async function approvalOutcome<Answer>(
  read: (options: RequestOptions) => Promise<Approval>,
  options: ApprovalWaitOptions,
  requests: Requests,
): Promise<Answer> {
  checkOptions('approvals.wait', options, ['signal', 'timeoutMs'])
  const { signal, timeoutMs = Infinity } = options
  const endMs = performance.now() + timeoutMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return answerOf(await read({ signal })) as Answer
    } catch (error) {
      const waitMs = waitAfter(error, attempt)
      const leftMs = endMs - performance.now()
      if (waitMs === undefined || leftMs <= 0) throw error
      await requests.pause(Math.min(waitMs, leftMs), signal)
    }
  }
}

function answerOf(approval: Approval): Approval['answer'] {
  if (approval.end_time === null) throw new ApprovalRequiredError(approval)
  if (approval.state !== 'CARRIED_OUT') throw new ApprovalEndedError(approval)
  return approval.answer
}

/** The wait before the next read. Undefined if another read cannot help. */
function waitAfter(error: unknown, attempt: number): number | undefined {
  if (error instanceof ApprovalRequiredError) {
    return Math.min(waits.backOffMs * 2 ** (attempt - 1), waits.backOffMsMax)
  }
  if (!(error instanceof VadiumError)) return undefined
  return waitBefore(error, { attempt, wasSignedAgain: true, random: Math.random() }, waits)
}
