import { errorAnswer, type ErrorReason } from '../errors/reasons.ts'
import type { AnsweredResource } from './chat.ts'

/** The resources that have an amount in USD, by which a policy may ask for approvals. */
export type WorthyResource = AnsweredResource | 'close_out' | 'call_set' | 'transfer'

/**
 * The operations that an approval policy may name. Each may then answer 202 with an approval
 * instead of its own answer. The value is the resource of the answer from which the amount in USD
 * is taken; null if the operation has no amount. Operations that only take power away, such as
 * `revokeCredential`, are not among them: they act at once. So does `setAutomation` with calls off.
 */
export const approvableOperations = {
  createOrder: 'order',
  acceptOrder: 'order',
  closeOrder: 'order',
  retryOrder: 'order',
  abandonOrder: 'order',
  changeOrderWallets: 'order',
  createMarkToMarketRequest: 'mark_to_market_request',
  acceptMarkToMarketRequest: 'mark_to_market_request',
  disputeMarkToMarketRequest: 'mark_to_market_request',
  retryMarkToMarketRequest: 'mark_to_market_request',
  createCallSet: 'call_set',
  acceptCallSet: 'call_set',
  createOrderRequest: 'order_request',
  acceptOrderRequest: 'order_request',
  retryOrderRequest: 'order_request',
  sendCollateral: 'transfer',
  createCloseOut: 'close_out',
  terminateCloseOut: 'close_out',
  createOrganization: null,
  activateOrganization: null,
  createAccount: null,
  createCredential: null,
  rotateCredential: null,
  createAgreement: null,
  amendAgreement: null,
  acceptAgreement: null,
  createPriceSource: null,
  releasePrice: null,
  dismissPrice: null,
  createCustodian: null,
  createAsset: null,
  setCalendar: null,
  createWallet: null,
  retireWallet: null,
  resumeInstruction: null,
  setApprovalPolicy: null,
  setAutomation: null,
  setCounterpartyLimits: null,
} as const satisfies Readonly<Record<string, WorthyResource | null>>

export type ApprovableOperation = keyof typeof approvableOperations

export const approvableOperationNames = Object.keys(
  approvableOperations,
) as readonly ApprovableOperation[]

/** The operations that need the approval of a second person even where no rule names them. */
export const alwaysApproved = ['dismissPrice'] as const satisfies readonly ApprovableOperation[]

/**
 * Refusals of an approved request that pass by themselves, besides those of limits: it stays
 * approved, and the service tries it again until it expires. A falling price, or a transfer that
 * fails in the end, must not cost two people another round.
 */
const passingRefusals: Partial<Record<ApprovableOperation, readonly ErrorReason[]>> = {
  terminateCloseOut: ['PRICE_STALE', 'PRICE_HELD', 'CURE_UNDER_WAY'],
}

/** Whether an approved request that was refused for a reason is tried again. */
export function isTriedAgain(operationId: string, reason: ErrorReason): boolean {
  const [name] = rulesFor(operationId)
  return (
    errorAnswer(reason).status === 429 ||
    (name !== undefined && passingRefusals[name]?.includes(reason) === true)
  )
}

/** The operation whose rules apply if an action of a chat is accepted, by the resource. */
export const acceptedInChat = {
  order: 'acceptOrder',
  mark_to_market_request: 'acceptMarkToMarketRequest',
  order_request: 'acceptOrderRequest',
} as const satisfies Readonly<Record<AnsweredResource, ApprovableOperation>>

/** What an operation of a call set does for each of its requests. */
const ofEachRequest: Readonly<Partial<Record<string, ApprovableOperation>>> = {
  createCallSet: 'createMarkToMarketRequest',
  acceptCallSet: 'acceptMarkToMarketRequest',
}

/** The operations whose rules can apply to a request for an operation. Empty: none ever does. */
export function rulesFor(operationId: string): readonly ApprovableOperation[] {
  if (operationId === 'resolveChatAction') return Object.values(acceptedInChat)
  // Who proposes terms accepts them with that.
  if (operationId === 'proposeTerms') return ['acceptAgreement']
  if (operationId === 'confirmInvitation') return ['createCredential', 'createAccount']
  const own = approvableOperationNames.filter((name) => name === operationId)
  const ofEach = ofEachRequest[operationId]
  return ofEach === undefined ? own : [...own, ofEach]
}

/** Whether the operation may answer 202 with an approval. */
export function mayNeedApproval({ id }: { readonly id: string }): boolean {
  return rulesFor(id).length > 0
}
