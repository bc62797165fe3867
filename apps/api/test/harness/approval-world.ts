import { generateKeyPair, proveKey } from '@vadium/client'
import {
  type Approval,
  type ApprovalRequired,
  type ApprovalRule,
  approveApproval,
  createAccount,
  createCredential,
  getApproval,
  type Operation,
  rejectApproval,
  type Role,
  setApprovalPolicy,
  withdrawApproval,
} from '@vadium/schema'
import { expect } from 'vitest'
import type { Key, Party } from './book.ts'
import { call, type CallOptions, callOf, succeed } from './call.ts'
import { World } from './world/world.ts'

const deciding = {
  approve: approveApproval,
  reject: rejectApproval,
  withdraw: withdrawApproval,
} as const

/** A rule that asks for one approval within an hour, unless it says otherwise. */
export function rule(
  operation: ApprovalRule['operation'],
  changes: Partial<ApprovalRule> = {},
): ApprovalRule {
  return { operation, above_usd: null, approvals: 1, within_seconds: 3600, ...changes }
}

/** Who makes a credential, and who its account. */
interface Makers {
  readonly by: Key
  readonly account?: Key
}

/** A world whose organizations have several people each. */
export class ApprovalWorld extends World {
  readonly platform = this.book.party('platform')
  readonly operator = this.platform.colleague('operator')
  readonly secondOperator = this.platform.colleague('operator')
  readonly borrowerAdmin = this.borrower.colleague('admin')
  readonly borrowerTrader = this.borrower.colleague('execution')
  readonly borrowerViewer = this.borrower.colleague('viewer')
  readonly lenderAdmin = this.lender.colleague('admin')
  readonly lenderSecondAdmin = this.lender.colleague('admin')

  /** Sets the policy of the organization of a key. It must need no approval itself. */
  async policy(key: Key, rules: readonly ApprovalRule[]): Promise<void> {
    await succeed(this.service, setApprovalPolicy, { key, body: { rules } })
  }

  /**
   * A new account, made by an operator, with a credential that the key of another may have made.
   */
  async newcomer(
    organization: Pick<Party, 'id'>,
    role: Role,
    { by, account = this.operator }: Makers,
  ) {
    const { id: accountId } = await succeed(this.service, createAccount, {
      key: account,
      body: { organization_id: organization.id, name: 'A newcomer', kind: 'person' },
    })
    const key = await this.newKey(by, { organizationId: organization.id, accountId, role })
    return { accountId, ...key }
  }

  /** A new key for an account. */
  async newKey(
    by: Key,
    { organizationId, accountId, role }: { organizationId: string; accountId: string; role: Role },
  ): Promise<Key> {
    const { own, call: asked } = this.credentialCall(by, organizationId, accountId, role)
    const reply = await call(this.service, asked)
    expect(reply.status, reply.text).toBe(200)
    return own
  }

  /** A write that needs approval: its approval, as the requester sees it. */
  async requested(options: CallOptions): Promise<Approval> {
    const reply = await call(this.service, options)
    expect(reply.status, reply.text).toBe(202)
    return (reply.body as ApprovalRequired).approval
  }

  get(id: string, key: Key): Promise<Approval> {
    return succeed(this.service, getApproval, { key, params: { approval_id: id } })
  }

  callOnApproval(action: keyof typeof deciding, { id, request_hash }: Approval, key: Key) {
    const operation: Operation = deciding[action]
    return callOf(operation, {
      key,
      params: { approval_id: id },
      ...(operation.body && { body: { request_hash } }),
    })
  }

  async decide(action: keyof typeof deciding, approval: Approval, key: Key): Promise<Approval> {
    const reply = await call(this.service, this.callOnApproval(action, approval, key))
    expect(reply.status, reply.text).toBe(200)
    return reply.body as Approval
  }

  /** Carries out what is approved, and answers the approval after it. */
  async carriedOut({ id }: Approval, key: Key): Promise<Approval> {
    await this.service.services.approvalWorker.run()
    return this.get(id, key)
  }

  /** The call that creates a credential of an account with a key of one's own. */
  credentialCall(key: Key, organizationId: string, accountId: string, role: Role) {
    const { installationId } = this.service.services
    const own = generateKeyPair()
    const enrolment = { installationId, organizationId, accountId }
    const proof = proveKey(own.privateKey, enrolment, this.service.clock.now())
    return {
      own,
      call: callOf(createCredential, { key, body: { account_id: accountId, role, proof } }),
    }
  }
}
