import { Decimal } from '@vadium/margin'
import {
  type Approval,
  type ApprovalRule,
  approvedRequestsMax,
  type listApprovals,
  type OperationQuery,
  type ResolvedApproval,
  rulesFor,
} from '@vadium/schema'
import type { Clock } from '../../platform/clock.ts'
import type { PageBounds } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal, ThrottledRefusal } from '../../platform/refusal.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { ResolvedRequests } from '../deals/index.ts'
import { recordApprovalChange } from './approval-changes.ts'
import { type ApprovalAction, approvalRefusal } from './approval-lifecycle.ts'
import type { ApprovalPolicyService } from './approval-policy.service.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { approvalResource } from './approval-resource.ts'
import type { ApprovalRepository } from './approval.repository.ts'

interface Parts {
  readonly approvals: ApprovalRepository
  readonly policies: ApprovalPolicyService
  readonly bookClock: Clock
  readonly resolvedRequests: ResolvedRequests
}

/** Decisions on requests that await approval. */
export class ApprovalService {
  readonly #parts: Parts
  #carryOut: () => unknown = () => undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Registers what carries out a request that has all approvals, after the commit of the last one.
   * It must not throw. If it returns a promise, the answer to that approval waits for it.
   */
  onApproved(carryOut: () => unknown): void {
    this.#carryOut = carryOut
  }

  async page(
    caller: Caller,
    filters: OperationQuery<typeof listApprovals>,
    bounds: PageBounds,
  ): Promise<ListPage<Approval> | Refusal> {
    const page = await this.#parts.approvals.page(caller, filters, bounds)
    if (page instanceof Refusal) return page
    return { ...page, items: page.items.map((record) => this.#shown(record, caller)) }
  }

  /** One approval, with what its request means while it is not over. */
  async get(caller: Caller, id: string): Promise<ResolvedApproval | Refusal> {
    const { approvals, resolvedRequests } = this.#parts
    const record = await approvals.find(caller, id)
    if (record instanceof Refusal) return record
    if (record === undefined) return notFound
    const { operation, params, body, endTime } = record
    const stored = { operation, params, body }
    const resolved = endTime === null ? await resolvedRequests.resolve(caller, stored) : null
    return resolved instanceof Refusal ? resolved : { ...this.#shown(record, caller), resolved }
  }

  /** Approves the request. After the last approval that it needs, it is carried out. */
  async approve(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    hash: string,
  ): Promise<Approval | Refusal> {
    const record = await this.#lock(tx, caller, id, 'approve')
    if (record instanceof Refusal) return record
    if (record.requestHash !== hash) return otherRequest(record)
    const { approvals } = this.#parts
    await approvals.decide(tx, record, 'approve', caller)
    const needed = Math.max(record.approvalsNeeded, await this.#neededNow(tx, record))
    if (needed > record.approvalsNeeded) await approvals.needMore(tx, id, needed)
    const isEnough = (await approvals.countApprovals(tx, id)) >= needed
    if (isEnough) {
      const waiting = await approvals.countApproved(tx, record)
      if (waiting >= approvedRequestsMax) return tooManyApproved
      await approvals.setState(tx, id, 'APPROVED')
      tx.afterCommit(this.#carryOut)
    }
    return this.#decided(tx, caller, record, isEnough ? 'approve' : 'add_approval')
  }

  async reject(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    hash: string,
  ): Promise<Approval | Refusal> {
    const record = await this.#lock(tx, caller, id, 'reject')
    if (record instanceof Refusal) return record
    if (record.requestHash !== hash) return otherRequest(record)
    await this.#parts.approvals.decide(tx, record, 'reject', caller)
    await this.#parts.approvals.setState(tx, id, 'REJECTED')
    return this.#decided(tx, caller, record, 'reject')
  }

  async withdraw(tx: WriteTransaction, caller: Caller, id: string): Promise<Approval | Refusal> {
    const record = await this.#lock(tx, caller, id, 'withdraw')
    if (record instanceof Refusal) return record
    await this.#parts.approvals.setState(tx, id, 'WITHDRAWN')
    return this.#decided(tx, caller, record, 'withdraw')
  }

  async #lock(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    action: ApprovalAction,
  ): Promise<ApprovalRecord | Refusal> {
    const record = await this.#parts.approvals.lock(tx, id, caller.accountId)
    if (record === undefined) return notFound
    return approvalRefusal(record, action, { ...caller, nowMs: tx.nowMs }) ?? record
  }

  /**
   * How many approvals the policy in force asks for. Of another organization's policy, and where
   * the rule depends on what is accepted in a chat, the check before the request is carried out
   * decides.
   */
  async #neededNow(tx: WriteTransaction, record: ApprovalRecord): Promise<number> {
    if (record.organizationId !== tx.organizationId) return 0
    const rules = await this.#parts.policies.rulesOf(tx, record)
    return Math.max(0, ...rules.filter((rule) => applies(rule, record)).map((r) => r.approvals))
  }

  async #decided(
    tx: WriteTransaction,
    caller: Caller,
    before: ApprovalRecord,
    action: string,
  ): Promise<Approval> {
    const after = await this.#parts.approvals.read(tx, before.id, caller.accountId)
    if (after === undefined) throw new Error('an approval has disappeared')
    const { accountId } = caller
    const change = { action, from: before.state, to: after.state, accountId }
    await recordApprovalChange(tx, after, change)
    return this.#shown(after, caller)
  }

  #shown(record: ApprovalRecord, caller: Caller): Approval {
    return approvalResource(record, { ...caller, nowMs: this.#parts.bookClock.now() })
  }
}

/** The longest pause between two tries to carry out a request that no limit of its own refused. */
const approvedWaitMs = 60_000

const tooManyApproved = new ThrottledRefusal(
  'APPROVED_REQUESTS_EXHAUSTED',
  [
    {
      field: 'approval_id',
      issue: `the organization of the requester has ${approvedRequestsMax} approved requests that wait to be carried out`,
    },
  ],
  approvedWaitMs,
)

const notFound = new Refusal('APPROVAL_NOT_FOUND')

function otherRequest({ requestHash }: ApprovalRecord): Refusal {
  return new Refusal('VALUE_INVALID', [
    { field: 'request_hash', issue: 'is not the hash of this request', value: requestHash },
  ])
}

function applies(rule: ApprovalRule, { operation, amountUsd }: ApprovalRecord): boolean {
  // Which rule of a chat applies, the request does not say.
  if (operation === 'resolveChatAction' || !rulesFor(operation).includes(rule.operation))
    return false
  return rule.above_usd === null || amountUsd === null || new Decimal(amountUsd).gt(rule.above_usd)
}
