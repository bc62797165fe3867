import { randomUUID } from 'node:crypto'
import {
  type Approval,
  type ApprovalRequired,
  type ApprovalRule,
  approveApproval,
  createAccount,
  createCredential,
  createOrder,
  createOrganization,
  type Role,
  setApprovalPolicy,
} from '@vadium/schema'
import type { Colleague, Key } from './book.ts'
import { call, callOf, succeed } from './call.ts'
import type { LivingBook, Member } from './living-book.ts'

/** The organization in which a role decides on approvals. */
export function decidingMember(book: LivingBook, role: Role): Member {
  return role === 'operator' ? book.platform : book.lender
}

/** A request that awaits the approval of the account that holds a role, made by a colleague. */
export function approvalToDecide(book: LivingBook, role: Role): Promise<Approval> {
  const member = decidingMember(book, role)
  return requestedBy(book, member, role, member.colleague[role === 'operator' ? role : 'admin'])
}

/** A request of the account that holds a role itself. */
export function ownApproval(book: LivingBook, role: Role): Promise<Approval> {
  const member = decidingMember(book, role)
  return requestedBy(book, member, role, managerOf(member, role))
}

/** A change of the policy of a member's organization that two accounts have made. */
export async function policyOfTwo(book: LivingBook, member: Member): Promise<void> {
  const { service } = book
  const key = member.keys.admin
  const colleague = member.colleague.admin
  const { id } = setApprovalPolicy
  const rules = [{ operation: id, above_usd: null, approvals: 1, within_seconds: 3600 }]
  await succeed(service, setApprovalPolicy, { key, body: { rules } })
  const request = callOf(setApprovalPolicy, { key: colleague, body: { rules: [] } })
  const { approval } = (await call(service, request)).body as ApprovalRequired
  await succeed(service, approveApproval, {
    key,
    params: { approval_id: approval.id },
    body: { request_hash: approval.request_hash },
  })
  await service.services.approvalWorker.run()
}

const managerOf = ({ keys }: Member, role: Role): Key =>
  role === 'operator' ? keys.operator : keys.admin

/** Another account of an organization, with a credential. */
export async function colleagueOf(
  { service, platform }: LivingBook,
  { party }: Member,
  role: Role,
): Promise<Colleague> {
  const key = platform.keys.operator
  const { id } = await succeed(service, createAccount, {
    key,
    body: { organization_id: party.id, name: 'A colleague', kind: 'person' },
  })
  const { credential, private_key = '' } = await succeed(service, createCredential, {
    key,
    body: { account_id: id, role },
  })
  return { accountId: id, publicKey: credential.public_key, privateKey: private_key }
}

/** The policy asks for an approval of this one request. */
async function requestedBy(
  book: LivingBook,
  member: Member,
  role: Role,
  requester: Key,
): Promise<Approval> {
  const { service } = book
  const policy = (rules: readonly ApprovalRule[]) =>
    succeed(service, setApprovalPolicy, { key: managerOf(member, role), body: { rules } })
  const [operation, body] =
    role === 'operator'
      ? [createOrganization, { slug: `org-${randomUUID()}`, name: 'A new organization' }]
      : [createOrder, book.orderBody()]
  await policy([{ operation: operation.id, above_usd: null, approvals: 1, within_seconds: 3600 }])
  const reply = await call(service, callOf(operation, { key: requester, body }))
  await policy([])
  if (reply.status !== 202) throw new Error(`the request was answered ${reply.text}`)
  return (reply.body as ApprovalRequired).approval
}
