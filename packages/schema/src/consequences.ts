/** What a write sets off that its caller cannot take back. */
export type Consequence = 'moves' | 'calls' | 'binds' | 'ends'

/**
 * The operations that a person must not call by mistake: those that move assets, that call on the
 * counterparty, that bind the caller's organization, and that end something. The command line shows
 * their request and asks before it sends it. Decisions on approvals are not among them: they show
 * the stored request, and always ask.
 */
export const consequences = {
  acceptOrder: 'moves',
  closeOrder: 'moves',
  retryOrder: 'moves',
  abandonOrder: 'moves',
  acceptMarkToMarketRequest: 'moves',
  disputeMarkToMarketRequest: 'moves',
  retryMarkToMarketRequest: 'moves',
  acceptCallSet: 'moves',
  acceptOrderRequest: 'moves',
  retryOrderRequest: 'moves',
  resolveChatAction: 'moves',
  sendCollateral: 'moves',
  terminateCloseOut: 'moves',
  retryCloseOut: 'moves',
  resumeInstruction: 'moves',
  createOrder: 'calls',
  createMarkToMarketRequest: 'calls',
  createCallSet: 'calls',
  createOrderRequest: 'calls',
  createCloseOut: 'calls',
  changeOrderWallets: 'binds',
  acceptAgreement: 'binds',
  proposeTerms: 'binds',
  setApprovalPolicy: 'binds',
  setAutomation: 'binds',
  setCalendar: 'binds',
  setCounterpartyLimits: 'binds',
  releasePrice: 'binds',
  dismissPrice: 'binds',
  rejectOrder: 'ends',
  cancelOrder: 'ends',
  cancelOrderClose: 'ends',
  rejectMarkToMarketRequest: 'ends',
  cancelMarkToMarketRequest: 'ends',
  rejectOrderRequest: 'ends',
  cancelOrderRequest: 'ends',
  cancelTransfer: 'ends',
  withdrawCloseOut: 'ends',
  receiveCloseOut: 'ends',
  dischargeCloseOut: 'ends',
  withdrawTerms: 'ends',
  withdrawApproval: 'ends',
  rotateCredential: 'ends',
  revokeCredential: 'ends',
  revokeInvitation: 'ends',
  revokePriceSource: 'ends',
  retireWallet: 'ends',
  suspendOrganization: 'ends',
  deleteMailAddress: 'ends',
  deleteWebhookEndpoint: 'ends',
  rotateWebhookSecret: 'ends',
} as const satisfies Readonly<Record<string, Consequence>>

/** The consequence of an operation. Undefined for reads, and for what can be taken back. */
export function consequenceOf({ id }: { readonly id: string }): Consequence | undefined {
  const known: Readonly<Record<string, Consequence>> = consequences
  return Object.hasOwn(known, id) ? known[id] : undefined
}
