import { randomUUID } from 'node:crypto'
import {
  type Approval,
  createCredential,
  createPriceSource,
  createWallet,
  type Role,
} from '@vadium/schema'
import { succeed } from './call.ts'
import { decidingMember } from './example-approvals.ts'
import type { LivingBook, Member } from './living-book.ts'

/** The content and the caller of a request that succeeds. */
export interface Example {
  /** The member of the calling organization, unless an operator calls. */
  readonly member: Member
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: object
}

/** Makes an example for a caller in a role, after creating what it needs. */
export type Prepare = (book: LivingBook, role: Role) => Example | Promise<Example>

export const unique = (prefix: string) => `${prefix}-${randomUUID()}`

export const byLender =
  (parts: Omit<Example, 'member'> = {}): Prepare =>
  ({ lender }) => ({ member: lender, ...parts })

export const byPlatform =
  (parts: (book: LivingBook) => Omit<Example, 'member'> | Promise<Omit<Example, 'member'>>) =>
  async (book: LivingBook): Promise<Example> => ({ member: book.platform, ...(await parts(book)) })

export const onPendingOrder =
  (side: 'lender' | 'borrower', body?: (book: LivingBook) => object): Prepare =>
  async (book) => ({
    member: book[side],
    params: { order_id: (await book.pendingOrder()).id },
    ...(body && { body: body(book) }),
  })

export const onPendingRequest =
  (side: 'lender' | 'borrower', body?: object): Prepare =>
  async (book) => ({
    member: book[side],
    params: { mark_to_market_request_id: (await book.pendingRequest()).id },
    ...(body && { body }),
  })

export const onPendingCallSet =
  (body?: object): Prepare =>
  async (book) => ({
    member: book.borrower,
    params: { call_set_id: (await book.pendingCallSet()).id },
    ...(body && { body }),
  })

export const onFailedOpening: Prepare = async (book) => ({
  member: book.borrower,
  params: { order_id: await book.failedOpening() },
})

export const onNotification = (): Prepare => async (book) => ({
  member: book.borrower,
  params: { notification_id: await book.notificationId() },
})
export const onPendingReturn =
  (side: 'lender' | 'borrower'): Prepare =>
  async (book) => ({
    member: book[side],
    params: { order_request_id: (await book.pendingReturn()).id },
  })

export const onDeclaredDefault: Prepare = async (book) => ({
  member: book.lender,
  params: { close_out_id: (await book.declaredDefault()).id },
})

export const onFailedCloseOut =
  (side: 'lender' | 'borrower'): Prepare =>
  async (book) => ({
    member: book[side],
    params: { close_out_id: await book.failedCloseOut() },
  })

export const onDocument: Prepare = async (book) => ({
  member: book.lender,
  params: { document_id: await book.newDocument() },
})

export const onNewCredential =
  (body?: object): Prepare =>
  async (book) => {
    const { credential } = await succeed(book.service, createCredential, {
      key: book.platform.keys.operator,
      body: { account_id: book.lender.accountId, role: 'viewer' },
    })
    return {
      member: book.lender,
      params: { credential_id: credential.id },
      ...(body && { body }),
    }
  }

export const newWallet = (organization_id: string) => ({
  id: unique('wallet'),
  organization_id,
  custodian: 'simulated',
  name: unique('A new wallet'),
  address: unique('0x'),
  assets: ['BTC', 'ETH'],
})

/** The id of a new wallet of an organization. */
export async function createdWallet(book: LivingBook, owner: string): Promise<string> {
  const key = book.platform.keys.operator
  const { id } = await succeed(book.service, createWallet, { key, body: newWallet(owner) })
  return id
}

/** A wallet that the role may retire alone. */
export const onNewWallet: Prepare = async (book, role) => {
  const ofOperator = role === 'operator'
  const owner = ofOperator ? await book.newOrganization() : book.lender.party.id
  const wallet_id = await createdWallet(book, owner)
  return { member: ofOperator ? book.platform : book.lender, body: { wallet_id } }
}

/** A deal in which the lender names a new wallet for the asset. */
export const onDealWithNewWallet: Prepare = async (book) => {
  const { id } = await succeed(book.service, createWallet, {
    key: book.platform.keys.operator,
    body: newWallet(book.lender.party.id),
  })
  const params = { order_id: book.firstDeal.orderId }
  return { member: book.lender, params, body: { asset_wallet_id: id } }
}

export const newPriceSource = ({ service, platform }: LivingBook) =>
  succeed(service, createPriceSource, {
    key: platform.keys.operator,
    body: { source: unique('desk') },
  })

export const onNewWebhookEndpoint =
  (body?: object): Prepare =>
  async (book) => ({
    member: book.lender,
    params: { webhook_endpoint_id: await book.newWebhookEndpoint() },
    ...(body && { body }),
  })

export const onNewMailAddress =
  (body?: object): Prepare =>
  async (book) => ({
    member: book.lender,
    params: { mail_address_id: await book.newMailAddress() },
    ...(body && { body }),
  })

export const onActiveMailAddress =
  (body?: object): Prepare =>
  async (book) => ({
    member: book.lender,
    params: { mail_address_id: await book.newActiveMailAddress() },
    ...(body && { body }),
  })

export const onApproval =
  (prepare: (book: LivingBook, role: Role) => Promise<Approval>, body = false): Prepare =>
  async (book, role) => {
    const { id, request_hash } = await prepare(book, role)
    return {
      member: decidingMember(book, role),
      params: { approval_id: id },
      ...(body && { body: { request_hash } }),
    }
  }

export const onNewWebhookDelivery: Prepare = async (book) => ({
  member: book.lender,
  params: { webhook_delivery_id: await book.newWebhookDelivery() },
})

/** A request of each operation that succeeds. */
