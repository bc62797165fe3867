import {
  disableWebhookEndpoint,
  type Operation,
  type Role,
  suspendOrganization,
} from '@vadium/schema'
import type { Key } from './book.ts'
import { callOf, type CallOptions, succeed } from './call.ts'
import { approvalToDecide, ownApproval } from './example-approvals.ts'
import { invited, onInvitation, toConfirm } from './example-invitations.ts'
import { heldQuote, silencedQuote } from './example-held-quote.ts'
import { toPropose, toWithdraw } from './example-terms.ts'
import { preparedExample } from './prepared-examples.ts'
import { type LivingBook, type Member, usualTerms, walletsOf } from './living-book.ts'
import {
  type Example,
  type Prepare,
  unique,
  byLender,
  byPlatform,
  onPendingRequest,
  onDocument,
  onNotification,
  onNewCredential,
  onNewWallet,
  newWallet,
  newPriceSource,
  onActiveMailAddress,
  onNewMailAddress,
  onNewWebhookEndpoint,
  onNewWebhookDelivery,
  onApproval,
} from './example-preparations.ts'
import { examplesOfDeals } from './examples-of-deals.ts'

/** An example with the credential that signs it. */
export interface ExampleCall extends CallOptions {
  readonly key: Key
  readonly role: Role
  readonly caller: Member
  /** Who calls in any role but that of an operator. */
  readonly member: Member
}

/**
 * A request of an operation that is answered 200, once. The resources that it needs are created
 * first, over HTTP.
 * @throws if an operation has no example: every test that calls all operations needs one.
 */
export async function exampleOf(
  operation: Operation,
  book: LivingBook,
  role: Role | undefined = operation.roles[0],
): Promise<Example> {
  const prepare = examples[operation.id]
  if (prepare === undefined) {
    throw new Error(`no example is known of ${operation.id}: write one in example-requests.ts`)
  }
  if (role === undefined) throw new Error(`${operation.id} is for nobody`)
  return preparedExample(operation, book, role) ?? prepare(book, role)
}

/** Like {@link exampleOf}, sent in a role: the first permitted one, unless given. */
export async function exampleCall(
  operation: Operation,
  book: LivingBook,
  role?: Role,
): Promise<ExampleCall> {
  const asked = role ?? operation.roles[0]
  const example = await exampleOf(operation, book, asked)
  if (asked === undefined) throw new Error(`${operation.id} is for nobody`)
  const { member, ...parts } = example
  const caller = asked === 'operator' ? book.platform : member
  const key = caller.keys[asked]
  return { ...callOf(operation, parts), key, role: asked, caller, member }
}

const examples: Readonly<Record<string, Prepare>> = {
  ...examplesOfDeals,
  createAgreement: byPlatform(async (book) => ({
    body: {
      lender_id: book.lender.party.id,
      borrower_id: await book.newOrganization(),
      terms: usualTerms,
    },
  })),
  amendAgreement: byPlatform(async (book) => ({
    params: { agreement_id: await book.newAgreement() },
    // No two versions are effective from the same time on.
    body: { terms: usualTerms, effective_time: await book.timeIn(1000) },
  })),
  acceptAgreement: async (book) => ({
    member: book.lender,
    params: { agreement_id: await book.newAgreement() },
    body: { version: 1 },
  }),
  proposeTerms: toPropose,
  withdrawTerms: toWithdraw,
  getAgreement: (book) => ({
    member: book.borrower,
    params: { agreement_id: book.agreementId },
  }),
  listAgreements: byLender(),
  pushPrices: byPlatform(async (book) => {
    const { source } = await newPriceSource(book)
    return { body: { quotes: [{ asset: 'BTC', source, price_usd: '60000' }] } }
  }),
  releasePrice: byPlatform(async (book) => ({ body: await heldQuote(book) })),
  dismissPrice: byPlatform(async (book) => ({ body: await silencedQuote(book) })),
  listPrices: byLender({ query: { asset: 'BTC' } }),
  createPriceSource: byPlatform(() => ({ body: { source: unique('desk') } })),
  listPriceSources: byPlatform(() => ({ query: { page_size: 2 } })),
  revokePriceSource: byPlatform(async (book) => {
    const { id } = await newPriceSource(book)
    return { params: { price_source_id: id } }
  }),
  createOrganization: byPlatform(() => ({
    body: { slug: unique('org'), name: 'A new organization' },
  })),
  listOrganizations: byPlatform(() => ({ query: { page_size: 2 } })),
  getOrganization: byPlatform(async (book) => ({
    params: { organization_id: await book.newOrganization() },
  })),
  suspendOrganization: byPlatform(async (book) => ({
    params: { organization_id: await book.newOrganization() },
  })),
  activateOrganization: byPlatform(async (book) => {
    const params = { organization_id: await book.newOrganization() }
    const key = book.platform.keys.operator
    await succeed(book.service, suspendOrganization, { key, params })
    return { params }
  }),
  createAccount: byPlatform((book) => ({
    body: { organization_id: book.lender.party.id, name: 'Treasury desk', kind: 'person' },
  })),
  listAccounts: byLender(),
  createCredential: ({ lender }) => ({
    member: lender,
    body: { account_id: lender.accountId, role: 'viewer' },
  }),
  listCredentials: byLender({ query: { page_size: 2 } }),
  getCurrentCredential: byLender(),
  rotateCredential: onNewCredential({ overlap_seconds: 60 }),
  revokeCredential: onNewCredential(),
  createInvitation: byLender({ body: invited }),
  listInvitations: byLender({ query: { page_size: 2 } }),
  getInvitation: onInvitation,
  confirmInvitation: toConfirm,
  revokeInvitation: onInvitation,
  previewRequest: async (book, role) => {
    const { params, ...parts } = await onPendingRequest('borrower')(book, role)
    const id = params?.['mark_to_market_request_id']
    return { ...parts, body: { operation: 'acceptMarkToMarketRequest', id } }
  },
  listApprovals: byLender({ query: { page_size: 2 } }),
  getApproval: onApproval(ownApproval),
  approveApproval: onApproval(approvalToDecide, true),
  rejectApproval: onApproval(approvalToDecide, true),
  withdrawApproval: onApproval(ownApproval),
  getApprovalPolicy: byLender(),
  setApprovalPolicy: byLender({ body: { rules: [] } }),
  listApprovalPolicies: byLender({ query: { page_size: 2 } }),
  listAuditEntries: byLender({ query: { page_size: 2, reads: false } }),
  createCustodian: byPlatform(() => ({
    body: { id: unique('custodian'), name: 'A new custodian', adapter: 'simulated' },
  })),
  listCustodians: byLender(),
  createAsset: byPlatform(() => ({
    body: { symbol: unique('COIN'), name: 'A new coin', normalized_symbol: 'COIN', decimals: 8 },
  })),
  listAssets: byLender(),
  setCalendar: byPlatform(() => ({
    body: {
      id: unique('calendar').toLowerCase(),
      name: 'A new calendar',
      weekend: [6, 7],
      holidays: [{ date: '2026-12-28', name: 'A holiday' }],
      last_day: '2027-12-31',
      new_version: 1,
    },
  })),
  listCalendars: byLender({ query: { page_size: 2 } }),
  createWallet: byPlatform((book) => ({ body: newWallet(book.lender.party.id) })),
  retireWallet: onNewWallet,
  listWallets: byLender(),
  listInstructions: byPlatform(() => ({ query: { stalled: false } })),
  resumeInstruction: byPlatform(async (book) => ({
    params: { transfer_id: await book.stalledInstruction() },
  })),
  listEvents: byLender({ query: { limit: 5, type: 'order.updated' } }),
  listNotifications: async (book) => {
    await book.notificationId()
    return { member: book.borrower, query: { unread: false, severity: 'warning', page_size: 3 } }
  },
  countUnreadNotifications: byLender(),
  getNotification: onNotification(),
  markNotificationRead: onNotification(),
  markAllNotificationsRead: async (book) => ({
    member: book.borrower,
    body: { until_id: await book.notificationId() },
  }),
  getNotificationPreferences: byLender(),
  setNotificationPreferences: byLender({
    body: { muted_categories: ['order_request_to_answer'], minimum_severity: 'info' },
  }),
  streamNotifications: byLender(),
  streamEvents: byLender({ query: { type: 'order.updated' } }),
  listChats: byLender({ query: { page_size: 3 } }),
  getChat: async (book) => ({
    member: book.lender,
    params: { order_id: (await book.pendingOrder()).id },
  }),
  listChatEntries: async (book) => ({
    member: book.borrower,
    params: { order_id: (await book.pendingOrder()).id },
    query: { page_size: 3 },
  }),
  postChatMessage: (book) => ({
    member: book.lender,
    params: { order_id: book.firstDeal.orderId },
    body: { text: 'Could you look at this\nbefore noon?' },
  }),
  resolveChatAction: async (book) => ({
    member: book.borrower,
    params: await book.openChatEntry(),
    body: { decision: 'accept', ...walletsOf(book.borrower) },
  }),
  markChatRead: async (book) => {
    const { order_id, entry_id } = await book.openChatEntry()
    return { member: book.lender, params: { order_id }, body: { entry_id } }
  },
  streamChatEvents: (book) => ({
    member: book.lender,
    query: { order_id: book.firstDeal.orderId },
  }),
  muteCounterparty: async (book) => ({
    member: book.lender,
    params: { counterparty_id: await book.newCounterparty() },
  }),
  unmuteCounterparty: async (book) => ({
    member: book.lender,
    params: { counterparty_id: await book.mutedCounterparty() },
  }),
  listMutedCounterparties: byLender({ query: { page_size: 2 } }),
  setAutomation: (book) => ({
    member: book.lender,
    body: {
      counterparty_id: book.borrower.party.id,
      calls: 'market_cut',
      calls_maximum_usd: '250000',
    },
  }),
  listAutomations: byLender({ query: { in_effect: true, page_size: 2 } }),
  setCounterpartyLimits: (book) => ({
    member: book.lender,
    body: {
      counterparty_id: book.borrower.party.id,
      lent_usd_max: '1000000000',
      uncovered_usd_max: '500000',
      shock: '0.3',
      assets: [{ asset: 'BTC', lent_quantity_max: '250000' }],
      on_breach: 'warn',
    },
  }),
  listCounterpartyLimits: byLender({ query: { in_effect: true, page_size: 2 } }),
  createMailAddress: async (book) => {
    await book.roomForMailAddress()
    return { member: book.lender, body: { address: `${unique('desk')}@harbor.example` } }
  },
  listMailAddresses: byLender({ query: { page_size: 2 } }),
  sendMailCode: onNewMailAddress(),
  verifyMailAddress: onNewMailAddress({ code: '00000000' }),
  updateMailAddress: onNewMailAddress({ immediate_severity: 'critical' }),
  testMailAddress: onActiveMailAddress(),
  deleteMailAddress: onNewMailAddress(),
  listMailDeliveries: byLender({ query: { page_size: 2, state: 'QUEUED' } }),
  listDocuments: byLender({ query: { kind: 'confirmation', page_size: 2 } }),
  getDocument: onDocument,
  getDocumentPdf: onDocument,
  getDocumentPreferences: byLender(),
  setDocumentPreferences: byLender({ body: { kinds: ['confirmation'] } }),
  createWebhookEndpoint: async (book) => {
    await book.roomForWebhookEndpoint()
    const target_url = 'https://hooks.example.com/vadium'
    return {
      member: book.lender,
      body: { target_url, description: 'Our book', event_types: ['order.updated'] },
    }
  },
  listWebhookEndpoints: byLender({ query: { page_size: 2 } }),
  getWebhookEndpoint: onNewWebhookEndpoint(),
  updateWebhookEndpoint: onNewWebhookEndpoint({ target_url: 'https://hooks.example.com/other' }),
  enableWebhookEndpoint: async (book) => {
    const params = { webhook_endpoint_id: await book.newWebhookEndpoint() }
    const key = book.lender.keys.admin
    await succeed(book.service, disableWebhookEndpoint, { key, params })
    return { member: book.lender, params }
  },
  disableWebhookEndpoint: onNewWebhookEndpoint(),
  deleteWebhookEndpoint: onNewWebhookEndpoint(),
  rotateWebhookSecret: onNewWebhookEndpoint(),
  testWebhookEndpoint: onNewWebhookEndpoint(),
  listWebhookDeliveries: byLender({ query: { page_size: 2, state: 'pending' } }),
  getWebhookDelivery: onNewWebhookDelivery,
  resendWebhookDelivery: onNewWebhookDelivery,
  getToday: byLender(),
  search: (book) => ({ member: book.lender, query: { query: book.firstDeal.orderId } }),
  listStateMachines: byLender(),
  getSandbox: byPlatform(() => ({})),
  advanceSandbox: byPlatform(async (book) => ({ body: { to: await book.timeIn(1000) } })),
  scriptSandboxPrices: byPlatform(async (book) => ({
    body: {
      prices: [
        { time: await book.timeIn(1000), asset: 'BTC', source: 'script', price_usd: '60000' },
      ],
    },
  })),
  scriptSandboxCustodian: byPlatform(() => ({
    body: {
      custodian: 'anchorage',
      outcome: 'failed',
      stages: [{ word: 'confirming', lasts_ms: 500 }],
    },
  })),
  decideSandboxTransfer: byPlatform(async (book) => ({
    body: { transfer_id: await book.undecidedTransfer(), decision: 'approved' },
  })),
}
