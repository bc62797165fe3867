import {
  type ApprovalRule,
  errorReason,
  type ErrorReason,
  isTriedAgain,
  type Role,
} from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import type { StoredWrites } from '../../platform/http/stored-writes.ts'
import type { Ids } from '../../platform/ids.ts'
import { Refusal, ThrottledRefusal } from '../../platform/refusal.ts'
import { answerOf, attempted, overdrawn } from '../../platform/writes/idempotency.ts'
import { undoRefused } from '../../platform/writes/remembered-refusal.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { recordApprovalChange } from './approval-changes.ts'
import type { ApprovalDemands, PerformedWrite } from './approval-demand.ts'
import type { ApprovalRecord } from './approval-record.ts'
import type { ApprovalRepository, AskedApprovals } from './approval.repository.ts'

interface Parts {
  readonly writes: Writes
  readonly approvals: ApprovalRepository
  readonly demands: ApprovalDemands
  readonly storedWrites: StoredWrites
  /** The clock of the machine, for the audit trail and the next tries. */
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: FastifyBaseLogger
}

/** An approval that can end now. */
export interface DueApproval {
  readonly id: string
  readonly organizationId: string
  readonly accountId: string
  readonly credentialId: string
  readonly role: Role
  /** Whether its time has passed. */
  readonly isOver: boolean
}
/** The pause after the first try that was refused for a time. Each pause doubles. */
const firstPauseMs = 1000
const pauseMsMax = 60_000

/**
 * The ends of approvals, each in a transaction that holds its lock. Every method resolves to false
 * if it changed nothing, because another process has the approval or was faster.
 */
export class ApprovalEndings {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Carries out an approved request. If it is refused for a time, it stays approved, with the time
   * of its next try.
   */
  async carryOut(due: DueApproval): Promise<boolean> {
    const caller: Caller = { ...due, organizationStatus: 'active', verified: false }
    const done = await this.#parts.writes.onBehalfOf(caller, (tx) =>
      this.#carryOutWithin(tx, due.id, caller),
    )
    // The credential is no longer valid, has another role, or its organization is suspended.
    if (done instanceof Refusal) return this.fail(due, noLongerPermitted)
    return done
  }

  /** Ends an approval whose time has passed. */
  expire(due: DueApproval): Promise<boolean> {
    return this.#byService(due, (tx, record) => this.#over(tx, record))
  }

  /** Ends an approved request that cannot be carried out. */
  fail(due: DueApproval, refusal: Refusal): Promise<boolean> {
    return this.#byService(due, async (tx, record) => {
      if (record.state !== 'APPROVED') return false
      this.#logRefusal(tx, record, refusal)
      return this.#ended(tx, record, 'fail', { failure: failureText(refusal) })
    })
  }

  async #carryOutWithin(tx: WriteTransaction, id: string, caller: Caller): Promise<boolean> {
    const { approvals, demands, storedWrites, clock } = this.#parts
    const record = await approvals.lockIfFree(tx, id, caller.accountId)
    if (record?.state !== 'APPROVED') return false
    if (tx.nowMs >= Date.parse(record.expireTime)) return this.#over(tx, record)
    if (record.tryAt !== null && clock.now() < Date.parse(record.tryAt)) return false
    const rules = await demands.rulesBefore(tx, record.operation, caller)
    await tx.savepoint('approved')
    const stored = {
      operation: record.operation,
      params: record.params ?? undefined,
      body: Buffer.from(record.body),
      requestId: record.id,
      receivedAtMs: record.receivedAtMs,
      receivedTime: record.createTime,
    }
    const work = () =>
      attempted(tx, () => storedWrites.carryOut(stored, caller, tx)).catch(overdrawn)
    let answer = await tx.onTrial(work)
    if (answer instanceof Refusal) return this.#refused(tx, record, answer)
    const demand = await this.#missing(tx, record, { caller, answer }, rules)
    if (demand !== undefined) {
      await tx.undoTo('approved')
      return this.#needMore(tx, record, demand)
    }
    if (tx.hasProvisional) {
      await tx.undoTo('approved')
      answer = await work()
      if (answer instanceof Refusal) return this.#refused(tx, record, answer)
    }
    await this.#audit(tx, record, 'ok')
    return this.#ended(tx, record, 'carry_out', { answer: answerOf(answer).kept })
  }

  async #refused(tx: WriteTransaction, record: ApprovalRecord, refusal: Refusal): Promise<true> {
    await undoRefused(tx, 'approved', refusal)
    if (isTriedAgain(record.operation, refusal.reason)) return this.#tryLater(tx, record, refusal)
    this.#logRefusal(tx, record, refusal)
    await this.#audit(tx, record, refusal.reason)
    return this.#ended(tx, record, 'fail', { failure: failureText(refusal) })
  }

  /** The same request may succeed later: after a limit, when the limit frees. */
  async #tryLater(tx: WriteTransaction, record: ApprovalRecord, refusal: Refusal): Promise<true> {
    const pauseMs =
      refusal instanceof ThrottledRefusal
        ? refusal.waitMs
        : Math.min(firstPauseMs * 2 ** record.tries, pauseMsMax)
    const tryAt = new Date(this.#parts.clock.now() + pauseMs).toISOString()
    this.#logRefusal(tx, record, refusal, { next_try_time: tryAt })
    await this.#parts.approvals.tryAgain(tx, record.id, tryAt, failureText(refusal))
    return true
  }

  /**
   * What the request asks for by the policies in force, if it needs more approvals than count now.
   */
  async #missing(
    tx: WriteTransaction,
    { id, operation, approvalsNeeded, amountUsd }: ApprovalRecord,
    write: Omit<PerformedWrite, 'operation'>,
    rules: readonly ApprovalRule[] | undefined,
  ): Promise<AskedApprovals | undefined> {
    const { approvals, demands } = this.#parts
    const demand = rules && (await demands.of(tx, { operation, ...write }, rules))
    const needed = Math.max(approvalsNeeded, demand?.rule.approvals ?? 0)
    if ((await approvals.countApprovals(tx, id)) >= needed) return undefined
    return {
      approvalsNeeded: needed,
      amountUsd: demand === undefined ? amountUsd : demand.amountUsd,
    }
  }

  /** The request awaits approvals again. Those that it has go on counting. */
  async #needMore(tx: WriteTransaction, record: ApprovalRecord, asked: AskedApprovals) {
    await this.#parts.approvals.askAgain(tx, record.id, asked)
    const change = { action: 'need_more', from: record.state, to: 'PENDING' } as const
    await recordApprovalChange(tx, { ...record, ...asked }, { ...change, accountId: null })
    return true
  }

  /** The time has passed: what was refused until then has failed, and anything else expires. */
  #over(tx: WriteTransaction, record: ApprovalRecord): Promise<true> {
    const { state, refusal } = record
    if (state !== 'APPROVED' || refusal === null) return this.#ended(tx, record, 'expire')
    return this.#ended(tx, record, 'fail', { failure: refusal })
  }

  /** Works on an approval that has not ended, in the name of its requester's organization. */
  #byService(
    { id, organizationId, accountId }: DueApproval,
    work: (tx: WriteTransaction, record: ApprovalRecord) => Promise<boolean>,
  ): Promise<boolean> {
    const { approvals, writes } = this.#parts
    return writes.byService(organizationId, async (tx) => {
      const record = await approvals.lockIfFree(tx, id, accountId)
      if (record === undefined || record.endTime !== null) return false
      return work(tx, record)
    })
  }

  async #ended(
    tx: WriteTransaction,
    record: ApprovalRecord,
    action: 'carry_out' | 'expire' | 'fail',
    outcome: { readonly answer?: string; readonly failure?: string } = {},
  ): Promise<true> {
    const to = endings[action]
    await this.#parts.approvals.setState(tx, record.id, to, outcome)
    await recordApprovalChange(tx, record, { action, from: record.state, to, accountId: null })
    return true
  }

  #logRefusal(
    tx: WriteTransaction,
    { id, operation, organizationId }: ApprovalRecord,
    { reason, details }: Refusal,
    next: { readonly next_try_time?: string } = {},
  ): void {
    const line = { approval_id: id, operation, organization_id: organizationId, reason, details }
    const words = 'an approved request was refused'
    tx.afterCommit(() => this.#parts.logger.warn({ ...line, ...next }, words))
  }

  #audit(tx: WriteTransaction, record: ApprovalRecord, outcome: ErrorReason | 'ok'): Promise<void> {
    const { clock, ids } = this.#parts
    return tx.audit({
      id: ids.next(),
      time: new Date(clock.now()).toISOString(),
      kind: 'request',
      organizationId: record.organizationId,
      credentialId: record.credentialId,
      event: record.operation,
      outcome,
      requestId: record.id,
      subjectId: record.id,
    })
  }
}

const noLongerPermitted = new Refusal('ROLE_NOT_PERMITTED', [
  {
    field: 'credential_id',
    issue: 'is revoked, expired or suspended, or has another role than when it made the request',
  },
])

const endings = { carry_out: 'CARRIED_OUT', expire: 'EXPIRED', fail: 'FAILED' } as const

function failureText({ reason, details }: Refusal): string {
  const [detail] = details
  const { message } = errorReason(reason)
  const text = detail === undefined ? message : `${message} ${detail.field}: ${detail.issue}`
  return JSON.stringify({ reason, message: text })
}
