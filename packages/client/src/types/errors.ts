// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** The canonical names of errors. */
export type ErrorCode =
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'ABORTED'
  | 'FAILED_PRECONDITION'
  | 'FAILED_DEPENDENCY'
  | 'RESOURCE_EXHAUSTED'
  | 'INTERNAL'

/**
 * The reasons for which the service refuses a request.
 *
 * - `REQUEST_MALFORMED`: The request is not well-formed HTTP, or its target or headers are not as
 *   required.
 * - `REQUEST_TOO_LARGE`: The request is larger than this service reads.
 * - `REQUEST_TIMEOUT`: The request did not arrive in time.
 * - `CONTENT_TYPE_UNSUPPORTED`: The body must be sent as application/json.
 * - `BODY_MALFORMED`: The body is not one well-formed JSON object.
 * - `BODY_INVALID`: The body is not as this operation expects it.
 * - `PARAMETER_INVALID`: A query parameter is not as this operation expects it.
 * - `PAGE_TOKEN_INVALID`: The page token is not one this service gave for these filters.
 * - `EVENT_POSITION_INVALID`: The position is not one this service gave to this organization.
 * - `UNAUTHENTICATED`: The request carries no valid signature.
 * - `TIMESTAMP_OUT_OF_WINDOW`: The request was signed too far from the server's time.
 * - `ROLE_NOT_PERMITTED`: The role of this credential does not include the operation.
 * - `ORGANIZATION_SUSPENDED`: The organization of this credential is suspended.
 * - `ROUTE_NOT_FOUND`: There is no such operation. /openapi.json lists those that exist.
 * - `POSITION_NOT_FOUND`: There is no such position.
 * - `MARK_TO_MARKET_REQUEST_OPEN`: A mark-to-market request of this position awaits an answer or a
 *   retry.
 * - `POSITION_QUANTITY_CHANGING`: A return, a recall or the close of this position is changing its
 *   quantity.
 * - `POSITION_NOT_ACTIVE`: The position is not active, so it cannot be marked to market.
 * - `COLLATERAL_MANAGED_BY_AGENT`: A tri-party agent manages the collateral of this position.
 * - `TRANSFER_STATUS_UNKNOWN`: There is no such transfer status.
 * - `CUSTODIAN_UNKNOWN`: There is no such custodian.
 * - `IDEMPOTENCY_KEY_INVALID`: A write needs an Idempotency-Key of 1 to 255 visible ASCII
 *   characters.
 * - `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used for another request.
 * - `IDEMPOTENCY_KEY_IN_USE`: The request of this Idempotency-Key is still being worked on.
 * - `INVALID_STATE`: What was asked is not possible in the present state. /state-machines lists
 *   what is.
 * - `ALREADY_EXISTS`: There is one already.
 * - `QUANTITY_NOT_AVAILABLE`: The quantity is not there, or has been committed elsewhere.
 * - `PREVIEW_STALE`: The inputs have moved since that preview; the details show the new one.
 * - `PARTY_NOT_PERMITTED`: This is for another party of the deal to do.
 * - `REFERENCE_UNKNOWN`: A member names something that does not exist here.
 * - `STATUS_UNKNOWN`: There is no such status.
 * - `QUANTITY_TOO_FINE`: A quantity has more decimals than its asset.
 * - `VALUE_INVALID`: A value is well-formed but cannot be taken.
 * - `AGREEMENT_MISSING`: There is no agreement in effect between the lender and the borrower.
 * - `WALLET_UNSUITABLE`: A wallet does not belong to its party or does not hold the asset.
 * - `CALCULATION_INVALID`: The calculation is not one that this service gave for this position.
 * - `MARK_TO_MARKET_NOT_DUE`: Nothing can be submitted: what is due is below the minimum or rounds
 *   to nothing.
 * - `NOTHING_DISPUTED`: The counter-figure is not below the figure of the request.
 * - `ORGANIZATION_NOT_FOUND`: There is no such organization.
 * - `CREDENTIAL_NOT_FOUND`: There is no such credential.
 * - `AGREEMENT_NOT_FOUND`: There is no such agreement.
 * - `ORDER_NOT_FOUND`: There is no such order.
 * - `TRANSFER_NOT_FOUND`: There is no such transfer.
 * - `MARK_TO_MARKET_REQUEST_NOT_FOUND`: There is no such mark-to-market request.
 * - `NOTIFICATION_NOT_FOUND`: There is no such notification.
 * - `CHAT_ENTRY_NOT_FOUND`: There is no such entry in this chat.
 * - `ORDER_REQUEST_NOT_FOUND`: There is no such order request.
 * - `INSTRUCTION_NOT_FOUND`: There is no such instruction to a custodian.
 * - `PRICE_SOURCE_NOT_FOUND`: There is no such price source.
 * - `WEBHOOK_ENDPOINT_NOT_FOUND`: There is no such webhook endpoint.
 * - `WEBHOOK_DELIVERY_NOT_FOUND`: There is no such webhook delivery.
 * - `PRICE_MISSING`: There is no price for an asset of this position.
 * - `PRICE_STALE`: The newest price for an asset of this position is too old.
 * - `MUTED_BY_COUNTERPARTY`: The counterparty has muted this organization.
 * - `PENDING_ORDERS_EXHAUSTED`: Too many orders already await its answer.
 * - `COUNTERPARTY_LIMITED`: Too many messages or new orders to this counterparty.
 * - `RATE_LIMITED`: Too many requests in this window.
 * - `STREAMS_EXHAUSTED`: This credential, or its organization, has as many streams open as it may.
 * - `OVERLOADED`: The service cannot do this now. Nothing was done.
 * - `INTERNAL`: Something went wrong on our side. The request id finds it in our logs.
 */
export type ErrorReason =
  | 'REQUEST_MALFORMED'
  | 'REQUEST_TOO_LARGE'
  | 'REQUEST_TIMEOUT'
  | 'CONTENT_TYPE_UNSUPPORTED'
  | 'BODY_MALFORMED'
  | 'BODY_INVALID'
  | 'PARAMETER_INVALID'
  | 'PAGE_TOKEN_INVALID'
  | 'EVENT_POSITION_INVALID'
  | 'UNAUTHENTICATED'
  | 'TIMESTAMP_OUT_OF_WINDOW'
  | 'ROLE_NOT_PERMITTED'
  | 'ORGANIZATION_SUSPENDED'
  | 'ROUTE_NOT_FOUND'
  | 'POSITION_NOT_FOUND'
  | 'MARK_TO_MARKET_REQUEST_OPEN'
  | 'POSITION_QUANTITY_CHANGING'
  | 'POSITION_NOT_ACTIVE'
  | 'COLLATERAL_MANAGED_BY_AGENT'
  | 'TRANSFER_STATUS_UNKNOWN'
  | 'CUSTODIAN_UNKNOWN'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_KEY_IN_USE'
  | 'INVALID_STATE'
  | 'ALREADY_EXISTS'
  | 'QUANTITY_NOT_AVAILABLE'
  | 'PREVIEW_STALE'
  | 'PARTY_NOT_PERMITTED'
  | 'REFERENCE_UNKNOWN'
  | 'STATUS_UNKNOWN'
  | 'QUANTITY_TOO_FINE'
  | 'VALUE_INVALID'
  | 'AGREEMENT_MISSING'
  | 'WALLET_UNSUITABLE'
  | 'CALCULATION_INVALID'
  | 'MARK_TO_MARKET_NOT_DUE'
  | 'NOTHING_DISPUTED'
  | 'ORGANIZATION_NOT_FOUND'
  | 'CREDENTIAL_NOT_FOUND'
  | 'AGREEMENT_NOT_FOUND'
  | 'ORDER_NOT_FOUND'
  | 'TRANSFER_NOT_FOUND'
  | 'MARK_TO_MARKET_REQUEST_NOT_FOUND'
  | 'NOTIFICATION_NOT_FOUND'
  | 'CHAT_ENTRY_NOT_FOUND'
  | 'ORDER_REQUEST_NOT_FOUND'
  | 'INSTRUCTION_NOT_FOUND'
  | 'PRICE_SOURCE_NOT_FOUND'
  | 'WEBHOOK_ENDPOINT_NOT_FOUND'
  | 'WEBHOOK_DELIVERY_NOT_FOUND'
  | 'PRICE_MISSING'
  | 'PRICE_STALE'
  | 'MUTED_BY_COUNTERPARTY'
  | 'PENDING_ORDERS_EXHAUSTED'
  | 'COUNTERPARTY_LIMITED'
  | 'RATE_LIMITED'
  | 'STREAMS_EXHAUSTED'
  | 'OVERLOADED'
  | 'INTERNAL'

/** What is wrong with one member, parameter or header. */
export interface ErrorDetail {
  /** The member, parameter or header that is meant. */
  field: string
  /** What is wrong with it, and what was expected. */
  issue: string
  /** A value that helps, such as an id or the time of the server. */
  value?: string
  /** The values that exist. */
  allowed?: string[]
}

/** The reasons for which something else is to be done than their codes say. */
export const reasonsWithAdviceOfTheirOwn = {
  TIMESTAMP_OUT_OF_WINDOW: 'resync_clock',
  IDEMPOTENCY_KEY_IN_USE: 'back_off',
} as const

/**
 * What a credential may do.
 *
 * - `viewer`: Reads the book of its organization and previews what could be done.
 * - `execution`: A viewer that also creates, answers and retries.
 * - `reporting`: Reads transfers and reports, nothing else.
 * - `admin`: Execution, and the credentials of its organization.
 * - `operator`: The platform's own: onboarding, prices, custody. It sees no organization's book.
 */
export type Role = 'viewer' | 'execution' | 'reporting' | 'admin' | 'operator'

/**
 * BILATERAL: moves between the parties. RESTRICTED: bilateral, not to be reused. TRIPARTY: an agent
 * manages it.
 */
export type CollateralType = 'BILATERAL' | 'RESTRICTED' | 'TRIPARTY'

/**
 * TopUp: the borrower sends collateral. Release: the lender sends some back. None: nothing is due.
 */
export type MarkToMarketDirection = 'TopUp' | 'Release' | 'None'

/** How far the provider is, in one vocabulary for all providers. */
export type ProviderState =
  | 'pending_submission'
  | 'pending_provider_approval'
  | 'pending_provider_signature'
  | 'broadcasting'
  | 'confirming'
  | 'completed'
  | 'failed'
  | 'rejected'
  | 'cancelled'

/** What the transfer is for. */
export type TransferCategory = 'open' | 'm2m' | 'return' | 'close' | 'interest' | 'liquidation'

/** How far the transfer is. */
export type TransferStatus =
  'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'REJECTED' | 'CANCELLED'
