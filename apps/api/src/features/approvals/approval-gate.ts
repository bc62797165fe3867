import { type ApprovalRequired, type ApprovalRule, pendingApprovalsMax } from '@vadium/schema'
import type { Clock } from '../../platform/clock.ts'
import type { OpenGate, SignedWrite, WriteGate } from '../../platform/http/write-gate.ts'
import { Refusal } from '../../platform/refusal.ts'
import { attempted, Awaiting, requestHash, ShownOnce } from '../../platform/writes/idempotency.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { recordApprovalChange } from './approval-changes.ts'
import type { ApprovalDemand, ApprovalDemands } from './approval-demand.ts'
import { approvalResource } from './approval-resource.ts'
import type { ApprovalRepository } from './approval.repository.ts'

/**
 * Holds a write back that needs approval. The write is performed first: what would be refused now
 * is refused now, and its amount is known. If a policy asks for approvals, everything that it did
 * is undone, and the request is stored instead.
 */
export class ApprovalGate implements WriteGate {
  readonly #demands: ApprovalDemands
  readonly #approvals: ApprovalRepository
  readonly #clock: Clock

  /** `clock` is that of the machine, by which requests are received. */
  constructor(demands: ApprovalDemands, approvals: ApprovalRepository, clock: Clock) {
    this.#demands = demands
    this.#approvals = approvals
    this.#clock = clock
  }

  async open(tx: WriteTransaction, write: SignedWrite): Promise<OpenGate> {
    const rules = await this.#demands.rulesBefore(tx, write.operation.id, write.caller)
    if (rules === undefined) return (work) => work()
    return (work) => this.#pass(tx, write, rules, work)
  }

  async #pass(
    tx: WriteTransaction,
    write: SignedWrite,
    rules: readonly ApprovalRule[],
    work: () => Promise<object | Refusal>,
  ): Promise<object | Refusal> {
    const { operation, caller } = write
    await tx.savepoint('unapproved')
    const answer = await tx.onTrial(() => attempted(tx, work))
    if (answer instanceof Refusal) return answer
    const demand = await this.#demands.of(tx, { operation: operation.id, caller, answer }, rules)
    if (demand === undefined) {
      if (!tx.hasProvisional) return answer
      await tx.undoTo('unapproved')
      return work()
    }
    if (answer instanceof ShownOnce) return keyNeeded
    await tx.undoTo('unapproved')
    const pending = await this.#approvals.countPending(tx, caller.accountId)
    if (pending >= pendingApprovalsMax) return tooMany
    return new Awaiting(await this.#request(tx, write, demand))
  }

  async #request(
    tx: WriteTransaction,
    write: SignedWrite,
    { rule, deciderId, amountUsd, orderId }: ApprovalDemand,
  ): Promise<ApprovalRequired> {
    const { operation, caller, method, target, params, body } = write
    const { accountId, credentialId, organizationId, role } = caller
    const asked = {
      id: tx.ids.next(),
      operation: operation.id,
      method,
      target,
      params,
      body,
      requestHash: requestHash(write),
      accountId,
      credentialId,
      role,
      deciderId,
      approvalsNeeded: rule.approvals,
      decideSeconds: rule.decideSeconds,
      withinSeconds: rule.apartSeconds,
      receivedAtMs: this.#clock.now(),
      amountUsd,
      orderId,
    }
    await this.#approvals.insert(tx, asked)
    const change = { action: 'create', from: null, to: 'PENDING', accountId } as const
    await recordApprovalChange(tx, { ...asked, organizationId }, change)
    const record = await this.#approvals.read(tx, asked.id, accountId)
    if (record === undefined) throw new Error('an approval was not inserted')
    return { approval: approvalResource(record, { ...caller, nowMs: tx.nowMs }) }
  }
}

const tooMany = new Refusal('APPROVALS_PENDING', [
  {
    field: 'approvals',
    issue: `an account has at most ${pendingApprovalsMax} requests that await approval: withdraw one first`,
  },
])

const keyNeeded = new Refusal('VALUE_INVALID', [
  {
    field: 'proof',
    issue:
      'is required, because the request needs approval and the service creates no key for it: `vadium keys new` creates both',
  },
])
