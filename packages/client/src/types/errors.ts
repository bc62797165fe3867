// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** The canonical names of errors. */
export type ErrorCode =
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'ABORTED'
  | 'RESOURCE_EXHAUSTED'
  | 'FAILED_PRECONDITION'
  | 'INTERNAL'
  | 'NOT_FOUND'
  | 'FAILED_DEPENDENCY'

/**
 * The reasons for which the service refuses a request.
 *
 * - `REQUEST_MALFORMED`: The request is not valid HTTP, or its target or a header is invalid.
 * - `REQUEST_TOO_LARGE`: The request exceeds the size limit.
 * - `REQUEST_TIMEOUT`: The request did not arrive in time.
 * - `CONTENT_TYPE_UNSUPPORTED`: The body must have the content type application/json.
 * - `BODY_MALFORMED`: The body is not a valid JSON object.
 * - `BODY_INVALID`: The body does not match the schema of this operation.
 * - `PARAMETER_INVALID`: A path or query parameter does not match the schema of this operation.
 * - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
 * - `EVENT_POSITION_INVALID`: The event cursor is invalid for this organization.
 * - `UNAUTHENTICATED`: The request has no valid signature.
 * - `TIMESTAMP_OUT_OF_WINDOW`: The timestamp of the request is too far from the server's time.
 * - `ROLE_NOT_PERMITTED`: This credential's role may not perform the operation.
 * - `APPROVALS_PENDING`: Too many requests of this account await approval.
 * - `APPROVED_REQUESTS_EXHAUSTED`: Too many approved requests of the organization wait to be
 *   carried out.
 * - `APPROVER_NOT_PERMITTED`: This account may not decide on the request.
 * - `ORGANIZATION_SUSPENDED`: The caller's organization is suspended.
 * - `MAIL_OFF`: This service sends no mail.
 * - `MAIL_CODES_LIMITED`: Too many codes or unverified mail addresses were asked for in 24 hours.
 * - `MAIL_REQUESTS_LIMITED`: The account has added, changed or tested mail addresses too often.
 * - `IDEMPOTENCY_KEY_INVALID`: A write needs an Idempotency-Key of 1 to 255 visible ASCII
 *   characters.
 * - `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used for a different request.
 * - `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
 * - `RATE_LIMITED`: Too many requests in this window.
 * - `STREAMS_EXHAUSTED`: The credential or its organization has reached its limit of open streams.
 * - `OVERLOADED`: The service cannot handle the request now. Nothing was changed.
 * - `INTERNAL`: Internal error. The request_id identifies the request in the logs of the service.
 * - `ROUTE_NOT_FOUND`: No operation has this method and path. See /openapi.json.
 * - `POSITION_NOT_FOUND`: The position was not found.
 * - `CALL_SET_NOT_FOUND`: The call set was not found.
 * - `CLOSE_OUT_NOT_FOUND`: The close-out was not found.
 * - `DOCUMENT_NOT_FOUND`: The document was not found.
 * - `DOCUMENT_NOT_READY`: The PDF of the document is not rendered yet.
 * - `ORGANIZATION_NOT_FOUND`: The organization was not found.
 * - `CREDENTIAL_NOT_FOUND`: The credential was not found.
 * - `INVITATION_NOT_FOUND`: The invitation was not found.
 * - `APPROVAL_NOT_FOUND`: The approval was not found.
 * - `AGREEMENT_NOT_FOUND`: The agreement was not found.
 * - `ORDER_NOT_FOUND`: The order was not found.
 * - `TRANSFER_NOT_FOUND`: The transfer was not found.
 * - `MARK_TO_MARKET_REQUEST_NOT_FOUND`: The mark-to-market request was not found.
 * - `NOTIFICATION_NOT_FOUND`: The notification was not found.
 * - `CHAT_ENTRY_NOT_FOUND`: The chat entry was not found.
 * - `ORDER_REQUEST_NOT_FOUND`: The order request was not found.
 * - `INSTRUCTION_NOT_FOUND`: The instruction was not found.
 * - `WALLET_NOT_FOUND`: The wallet was not found.
 * - `PRICE_SOURCE_NOT_FOUND`: The price source was not found.
 * - `MAIL_ADDRESS_NOT_FOUND`: The mail address was not found.
 * - `WEBHOOK_ENDPOINT_NOT_FOUND`: The webhook endpoint was not found.
 * - `WEBHOOK_DELIVERY_NOT_FOUND`: The webhook delivery was not found.
 * - `TRANSFER_STATUS_UNKNOWN`: The transfer status does not exist.
 * - `CUSTODIAN_UNKNOWN`: The custodian does not exist.
 * - `STATUS_UNKNOWN`: The status does not exist.
 * - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
 * - `ALREADY_EXISTS`: The resource already exists.
 * - `MARK_TO_MARKET_REQUEST_OPEN`: The position has a mark-to-market request that awaits an answer
 *   or a retry.
 * - `POSITION_QUANTITY_CHANGING`: A return, a recall or a close is changing the quantity of the
 *   position.
 * - `POSITION_NOT_ACTIVE`: The position is not active, so it cannot be marked to market or closed
 *   out.
 * - `COLLATERAL_MANAGED_BY_AGENT`: A tri-party agent manages the collateral of the position.
 * - `COLLATERAL_NOT_ELIGIBLE`: The terms do not allow this collateral for the deal.
 * - `INVALID_STATE`: The action is not allowed in the resource's current state. See
 *   /state-machines.
 * - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
 * - `PREVIEW_STALE`: The inputs have changed since the preview. The details contain the new
 *   preview.
 * - `TERMS_CHANGED`: Other terms are in effect by now than those that the request names.
 * - `CAUSE_NOT_AGREED`: The terms of the order do not have the cause.
 * - `CAUSE_NOT_PRESENT`: What the cause needs is not the case. The details contain each figure.
 * - `CURE_UNDER_WAY`: Transfers on the chain would cure the default. The details say until when
 *   they may.
 * - `PRICE_HELD`: A fresh quote of an asset of the position is held.
 * - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
 * - `QUANTITY_TOO_FINE`: A quantity has more decimals than its asset.
 * - `VALUE_INVALID`: A value has the right format, but is not allowed.
 * - `AGREEMENT_MISSING`: No agreement between the lender and the borrower is in effect.
 * - `WALLET_UNSUITABLE`: A wallet does not belong to its party or cannot hold the asset.
 * - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
 * - `CALCULATION_INVALID`: The calculation_id is invalid for this position.
 * - `MARK_TO_MARKET_NOT_DUE`: The amount due is below the minimum notional or rounds to zero, or
 *   coverage has not reached the level at which it can be submitted.
 * - `NOTHING_DISPUTED`: The counter-valuation is not below the amount of the request.
 * - `PRICE_MISSING`: An asset of the position has no price.
 * - `PRICE_STALE`: The newest price of an asset of the position is too old.
 * - `MUTED_BY_COUNTERPARTY`: The counterparty has muted the caller's organization.
 * - `PENDING_ORDERS_EXHAUSTED`: Too many orders already await the answer of the counterparty.
 * - `LIMIT_EXCEEDED`: The order exceeds a limit of one side for the other. The details contain the
 *   figures of own limits only.
 * - `COUNTERPARTY_LIMITED`: Too many messages, new orders, proposals of terms, withdrawn requests
 *   or changes of wallets to this counterparty in this window.
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
  | 'APPROVALS_PENDING'
  | 'APPROVED_REQUESTS_EXHAUSTED'
  | 'APPROVER_NOT_PERMITTED'
  | 'ORGANIZATION_SUSPENDED'
  | 'MAIL_OFF'
  | 'MAIL_CODES_LIMITED'
  | 'MAIL_REQUESTS_LIMITED'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_KEY_IN_USE'
  | 'RATE_LIMITED'
  | 'STREAMS_EXHAUSTED'
  | 'OVERLOADED'
  | 'INTERNAL'
  | 'ROUTE_NOT_FOUND'
  | 'POSITION_NOT_FOUND'
  | 'CALL_SET_NOT_FOUND'
  | 'CLOSE_OUT_NOT_FOUND'
  | 'DOCUMENT_NOT_FOUND'
  | 'DOCUMENT_NOT_READY'
  | 'ORGANIZATION_NOT_FOUND'
  | 'CREDENTIAL_NOT_FOUND'
  | 'INVITATION_NOT_FOUND'
  | 'APPROVAL_NOT_FOUND'
  | 'AGREEMENT_NOT_FOUND'
  | 'ORDER_NOT_FOUND'
  | 'TRANSFER_NOT_FOUND'
  | 'MARK_TO_MARKET_REQUEST_NOT_FOUND'
  | 'NOTIFICATION_NOT_FOUND'
  | 'CHAT_ENTRY_NOT_FOUND'
  | 'ORDER_REQUEST_NOT_FOUND'
  | 'INSTRUCTION_NOT_FOUND'
  | 'WALLET_NOT_FOUND'
  | 'PRICE_SOURCE_NOT_FOUND'
  | 'MAIL_ADDRESS_NOT_FOUND'
  | 'WEBHOOK_ENDPOINT_NOT_FOUND'
  | 'WEBHOOK_DELIVERY_NOT_FOUND'
  | 'TRANSFER_STATUS_UNKNOWN'
  | 'CUSTODIAN_UNKNOWN'
  | 'STATUS_UNKNOWN'
  | 'REFERENCE_UNKNOWN'
  | 'ALREADY_EXISTS'
  | 'MARK_TO_MARKET_REQUEST_OPEN'
  | 'POSITION_QUANTITY_CHANGING'
  | 'POSITION_NOT_ACTIVE'
  | 'COLLATERAL_MANAGED_BY_AGENT'
  | 'COLLATERAL_NOT_ELIGIBLE'
  | 'INVALID_STATE'
  | 'QUANTITY_NOT_AVAILABLE'
  | 'PREVIEW_STALE'
  | 'TERMS_CHANGED'
  | 'CAUSE_NOT_AGREED'
  | 'CAUSE_NOT_PRESENT'
  | 'CURE_UNDER_WAY'
  | 'PRICE_HELD'
  | 'PARTY_NOT_PERMITTED'
  | 'QUANTITY_TOO_FINE'
  | 'VALUE_INVALID'
  | 'AGREEMENT_MISSING'
  | 'WALLET_UNSUITABLE'
  | 'WALLET_RETIRED'
  | 'CALCULATION_INVALID'
  | 'MARK_TO_MARKET_NOT_DUE'
  | 'NOTHING_DISPUTED'
  | 'PRICE_MISSING'
  | 'PRICE_STALE'
  | 'MUTED_BY_COUNTERPARTY'
  | 'PENDING_ORDERS_EXHAUSTED'
  | 'LIMIT_EXCEEDED'
  | 'COUNTERPARTY_LIMITED'

/** What is wrong with one member, parameter or header. */
export interface ErrorDetail {
  /** The member, parameter or header with the problem. */
  field: string
  /** The problem, and the expected value. */
  issue: string
  /** A related value, such as the id of another resource or the server's time. */
  value?: string
  /** The allowed values. */
  allowed?: string[]
}

/** The reasons for which something else is to be done than their codes say. */
export const reasonsWithAdviceOfTheirOwn = {
  UNAUTHENTICATED: 'sign_again',
  TIMESTAMP_OUT_OF_WINDOW: 'resync_clock',
  IDEMPOTENCY_KEY_IN_USE: 'back_off',
} as const

/** The reasons with which writes themselves refuse, besides what is not found. */
export const reasonsOfWrites =
  'AGREEMENT_MISSING ALREADY_EXISTS APPROVED_REQUESTS_EXHAUSTED' +
  ' APPROVER_NOT_PERMITTED CALCULATION_INVALID CAUSE_NOT_AGREED CAUSE_NOT_PRESENT' +
  ' COLLATERAL_MANAGED_BY_AGENT COLLATERAL_NOT_ELIGIBLE COUNTERPARTY_LIMITED' +
  ' CURE_UNDER_WAY INVALID_STATE LIMIT_EXCEEDED MAIL_CODES_LIMITED MAIL_OFF' +
  ' MAIL_REQUESTS_LIMITED MARK_TO_MARKET_NOT_DUE MARK_TO_MARKET_REQUEST_OPEN' +
  ' MUTED_BY_COUNTERPARTY NOTHING_DISPUTED PARTY_NOT_PERMITTED' +
  ' PENDING_ORDERS_EXHAUSTED POSITION_NOT_ACTIVE POSITION_QUANTITY_CHANGING' +
  ' PREVIEW_STALE PRICE_HELD PRICE_MISSING PRICE_STALE QUANTITY_NOT_AVAILABLE' +
  ' QUANTITY_TOO_FINE REFERENCE_UNKNOWN TERMS_CHANGED VALUE_INVALID WALLET_RETIRED' +
  ' WALLET_UNSUITABLE'

/**
 * What a credential may do.
 *
 * - `viewer`: Reads the book of its organization and previews mark-to-market requests.
 * - `execution`: Does what a viewer does. Also creates, answers, cancels and retries.
 * - `reporting`: Reads transfers, reports and reference data.
 * - `admin`: Does what execution does. Also accepts terms, and manages credentials, webhooks and
 *   mutes of its organization.
 * - `operator`: Runs the platform: onboarding, prices, custody. Does not see an organization's
 *   book.
 */
export type Role = 'viewer' | 'execution' | 'reporting' | 'admin' | 'operator'

/**
 * BILATERAL: the collateral moves between the parties. RESTRICTED: bilateral, and the lender may
 * not reuse it. TRIPARTY: an agent manages it.
 */
export type CollateralType = 'BILATERAL' | 'RESTRICTED' | 'TRIPARTY'

/**
 * TopUp: the borrower sends collateral. Release: the lender sends collateral back. None: nothing is
 * due.
 */
export type MarkToMarketDirection = 'TopUp' | 'Release' | 'None'

/** The state of the transfer at the provider. The states are the same for all providers. */
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

/** The purpose of the transfer. */
export type TransferCategory =
  | 'open'
  | 'm2m'
  | 'return'
  | 'close'
  | 'interest'
  | 'liquidation'
  | 'voluntary'
  | 'substitution'

/** Lifecycle status. */
export type TransferStatus =
  | 'PENDING'
  | 'IN_PROGRESS'
  | 'COMPLETED'
  | 'FAILED'
  | 'REJECTED'
  | 'CANCELLED'
