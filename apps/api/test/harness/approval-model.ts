import type { Approval, ApprovalRule } from '@vadium/schema'

/** An account of the model, and its only key that is valid. */
export interface ModelAccount<Key> {
  readonly accountId: string
  readonly name: string
  key: Key
  isKeyValid: boolean
}

/** A request that the service answered with 202. */
export interface ModelApproval<Key> {
  readonly approval: Approval
  readonly tag: string
  readonly requester: ModelAccount<Key>
  readonly signedWith: Key
  readonly amount: number | undefined
  readonly expiresAt: number
  readonly approvers: ModelAccount<Key>[]
  needed: number
  state: Approval['state']
}

export type Decision = 'approve' | 'reject' | 'withdraw'

/** What an organization asks for, and what becomes of its requests: the rules again, in short. */
export class ApprovalModel<Key> {
  readonly approvals: ModelApproval<Key>[] = []
  rules: readonly ApprovalRule[] = []
  /** The accounts whose keys one person may hold: who replaced keys, and whose were replaced. */
  readonly ofOnePerson = new Set<ModelAccount<Key>>()

  /** The approvals that a request needs by the rules of now. */
  neededFor(amount: number | undefined): number {
    const applying = this.rules.filter(
      ({ above_usd }) => above_usd === null || amount === undefined || amount > Number(above_usd),
    )
    return Math.max(0, ...applying.map(({ approvals }) => approvals))
  }

  /** Takes in a decision, and says with which status it is answered. */
  decide(
    decision: Decision,
    asked: ModelApproval<Key>,
    by: ModelAccount<Key>,
    now: number,
  ): 200 | 403 | 409 {
    if (asked.state !== 'PENDING' || now >= asked.expiresAt) return 409
    if (decision === 'withdraw') {
      if (by !== asked.requester) return 403
      asked.state = 'WITHDRAWN'
      return 200
    }
    if (by === asked.requester) return 403
    if (asked.approvers.includes(by)) return 409
    if (decision === 'reject') {
      asked.state = 'REJECTED'
      return 200
    }
    const others = [asked.requester, ...asked.approvers]
    if (others.some((other) => this.#areOne(other, by))) return 403
    asked.approvers.push(by)
    asked.needed = Math.max(asked.needed, this.neededFor(asked.amount))
    if (this.#counting(asked) >= asked.needed) asked.state = 'APPROVED'
    return 200
  }

  /** Everything ends that can end now. */
  carryOut(now: number, isSuspended: boolean): void {
    for (const asked of this.approvals) {
      if (asked.state !== 'PENDING' && asked.state !== 'APPROVED') continue
      if (now >= asked.expiresAt) asked.state = 'EXPIRED'
      else if (asked.state === 'APPROVED') this.#carryOut(asked, isSuspended)
    }
  }

  #carryOut(asked: ModelApproval<Key>, isSuspended: boolean): void {
    const { requester, signedWith, amount } = asked
    const isPermitted = requester.isKeyValid && requester.key === signedWith && !isSuspended
    if (!isPermitted) {
      asked.state = 'FAILED'
      return
    }
    asked.needed = Math.max(asked.needed, this.neededFor(amount))
    asked.state = this.#counting(asked) >= asked.needed ? 'CARRIED_OUT' : 'PENDING'
  }

  #counting({ approvers }: ModelApproval<Key>): number {
    return approvers.filter(({ isKeyValid }) => isKeyValid).length
  }

  #areOne(one: ModelAccount<Key>, other: ModelAccount<Key>): boolean {
    return this.ofOnePerson.has(one) && this.ofOnePerson.has(other)
  }
}
