// What both entries of the package export.
export type * from './answers.ts'
export type { ClientSettings, ClientCredential } from './core/connection.ts'
export {
  type ClientErrorCode,
  type ClientErrorReason,
  type Outcome,
  VadiumAbortError,
  VadiumConnectionError,
  VadiumError,
  VadiumReplyError,
  VadiumServiceError,
  VadiumStreamResetError,
  VadiumTimeoutError,
} from './core/errors.ts'
export type { EventStream, StreamInterruption, StreamOptions } from './core/event-stream.ts'
export { fetchTransport } from './core/fetch-transport.ts'
export { wasReplayed } from './core/idempotency.ts'
export type {
  Answer,
  RequestInput,
  RequestOptions,
  Requests,
  UntypedInput,
} from './core/operation-call.ts'
export type { OpenValues } from './core/open-values.ts'
export type { NextPage, Page, PageList } from './core/pages.ts'
export type { KeyPair } from './core/private-key.ts'
export type { RateLimit } from './core/rate-limit.ts'
export type { RetrySettings } from './core/retry.ts'
export type { SignedHeaders, Signer, UnsignedRequest } from './core/signing.ts'
export type { Transport, TransportReply, TransportRequest } from './core/transport.ts'
// Under names of their own: tools that check types see the entry for Node where bundlers take the one
// for browsers, so one name for a value here and a promise there would pass the types and then fail.
export { generateWebKeyPair, proveWebKey, signWebRequest } from './core/web-signer.ts'
export { Accounts } from './resources/accounts.ts'
export { Agreements } from './resources/agreements.ts'
export { Assets } from './resources/assets.ts'
export { Audit } from './resources/audit.ts'
export { Chats } from './resources/chats.ts'
export { Counterparties } from './resources/counterparties.ts'
export { Credentials } from './resources/credentials.ts'
export { Custodians } from './resources/custodians.ts'
export { Events } from './resources/events.ts'
export { Installation } from './resources/installation.ts'
export { Instructions } from './resources/instructions.ts'
export { MarkToMarketRequests } from './resources/mark-to-market-requests.ts'
export { NotificationPreferenceSettings } from './resources/notification-preferences.ts'
export { Notifications } from './resources/notifications.ts'
export { OrderRequests } from './resources/order-requests.ts'
export { Orders } from './resources/orders.ts'
export { Organizations } from './resources/organizations.ts'
export { Positions } from './resources/positions.ts'
export { PriceSources } from './resources/price-sources.ts'
export { Prices } from './resources/prices.ts'
export { Reports } from './resources/reports.ts'
export { SandboxControl } from './resources/sandbox-control.ts'
export { StateMachines } from './resources/state-machines.ts'
export { Transfers } from './resources/transfers.ts'
export { Wallets } from './resources/wallets.ts'
export { Webhooks } from './resources/webhooks.ts'
export { type Difference, type PreviewVerification, verifyPreview } from '@vadium/margin'
export {
  type CollateralType,
  type ErrorCode,
  type ErrorDetail,
  type ErrorReason,
  listTransfers,
  type MarginTerms,
  type MarkToMarketDirection,
  previewMarkToMarketRequest,
  type ProviderState,
  type Role,
  type TransferCategory,
  type TransferFilter,
  type TransferStatus,
} from '@vadium/schema'
