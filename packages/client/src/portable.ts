// What both entries of the package export.
export { ApprovalEndedError, type ApprovalWaitOptions } from './core/approval-outcome.ts'
export type { AnswerWithResponse, Call, Export } from './core/call.ts'
export type { ClientSettings, ClientCredential } from './core/connection.ts'
export {
  type ApprovalEnd,
  ApprovalRequiredError,
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
export { isSettled, wasReplayed } from './core/idempotency.ts'
export type { Answer, AnswerSchema, Operation, OperationOf } from './core/operation.ts'
export type { RequestInput, RequestOptions, Requests, UntypedInput } from './core/operation-call.ts'
export type {
  FailureEvent,
  Hooks,
  LogFacts,
  Logger,
  LogLevel,
  LogSettings,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from './core/observer.ts'
export { NotSentError } from './core/not-sent.ts'
export type { OpenValues } from './core/open-values.ts'
export type { NextPage, Page, PageList } from './core/pages.ts'
export type { KeyPair } from './core/private-key.ts'
export type { RateLimit } from './core/rate-limit.ts'
export type { RetrySettings } from './core/retry.ts'
export type { SignedHeaders, Signer, UnsignedRequest } from './core/signing.ts'
export type { Transport, TransportReply, TransportRequest } from './core/transport.ts'
// These have names of their own because type checkers read the entry for Node while bundlers take
// the entry for browsers: under one name, code that forgets to await the promise would pass the
// type check.
export {
  createWebKey,
  generateWebKeyPair,
  importWebKey,
  proveWebKey,
  signWebRequest,
  type WebKey,
  webKeySigner,
} from './core/web-signer.ts'
export * from './resources/index.ts'
export { previewMarkToMarketRequest } from './resources/mark-to-market-requests.ts'
export { listTransfers } from './resources/transfers.ts'
export type * from './types/index.ts'
export {
  type CallSetVerification,
  type CloseOutVerification,
  type Difference,
  type PreviewVerification,
  verifyCallSet,
  verifyCloseOut,
  verifyPreview,
} from '@vadium/margin'
