// What both entries of the package export.
export type { ClientSettings, ClientCredential } from './client.ts'
export {
  type ClientErrorCode,
  type ClientErrorReason,
  type Outcome,
  VadiumAbortError,
  VadiumConnectionError,
  VadiumError,
  VadiumReplyError,
  VadiumServiceError,
  VadiumTimeoutError,
} from './core/errors.ts'
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
export { generateWebKeyPair, signWebRequest } from './core/web-signer.ts'
export type { MarkToMarketRequests } from './resources/mark-to-market-requests.ts'
export type { Transfers } from './resources/transfers.ts'
export { type Difference, type PreviewVerification, verifyPreview } from '@vadium/margin'
export {
  type Calculation,
  type CollateralType,
  type ErrorCode,
  type ErrorDetail,
  type ErrorReason,
  listTransfers,
  type MarkToMarketDirection,
  type MarkToMarketParty,
  type MarkToMarketPreview,
  previewMarkToMarketRequest,
  type ProviderLifecycle,
  type ProviderState,
  type Transfer,
  type TransferCategory,
  type TransferFilter,
  type TransferParty,
  type TransferStatus,
} from '@vadium/schema'
