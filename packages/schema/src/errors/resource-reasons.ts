import type { ReasonDefinition } from './codes.ts'

/** Reasons that concern a resource that does not exist, or exists already. */
export const resourceReasons = {
  ROUTE_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'No operation has this method and path. See /openapi.json.',
  },
  POSITION_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The position was not found.',
  },
  CALL_SET_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The call set was not found.',
  },
  CLOSE_OUT_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The close-out was not found.',
  },
  DOCUMENT_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The document was not found.',
  },
  DOCUMENT_NOT_READY: {
    code: 'ABORTED',
    retry: 'never',
    message: 'The PDF of the document is not rendered yet.',
  },
  ORGANIZATION_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The organization was not found.',
  },
  CREDENTIAL_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The credential was not found.',
  },
  INVITATION_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The invitation was not found.',
  },
  APPROVAL_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The approval was not found.',
  },
  AGREEMENT_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The agreement was not found.',
  },
  ORDER_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The order was not found.',
  },
  TRANSFER_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The transfer was not found.',
  },
  MARK_TO_MARKET_REQUEST_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The mark-to-market request was not found.',
  },
  NOTIFICATION_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The notification was not found.',
  },
  CHAT_ENTRY_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The chat entry was not found.',
  },
  ORDER_REQUEST_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The order request was not found.',
  },
  INSTRUCTION_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The instruction was not found.',
  },
  WALLET_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The wallet was not found.',
  },
  PRICE_SOURCE_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The price source was not found.',
  },
  MAIL_ADDRESS_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The mail address was not found.',
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The webhook endpoint was not found.',
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'The webhook delivery was not found.',
  },
  TRANSFER_STATUS_UNKNOWN: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'The transfer status does not exist.',
  },
  CUSTODIAN_UNKNOWN: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'The custodian does not exist.',
  },
  STATUS_UNKNOWN: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'The status does not exist.',
  },
  REFERENCE_UNKNOWN: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'A member names a resource that does not exist.',
  },
  ALREADY_EXISTS: {
    code: 'ABORTED',
    retry: 'never',
    message: 'The resource already exists.',
  },
} as const satisfies Record<string, ReasonDefinition>
