import type { ReasonDefinition } from './codes.ts'

/** Reasons that the rules of lending give: states, parties, quantities, prices. */
export const dealReasons = {
  MARK_TO_MARKET_REQUEST_OPEN: {
    code: 'ABORTED',
    retry: 'never',
    message: 'The position has a mark-to-market request that awaits an answer or a retry.',
  },
  POSITION_QUANTITY_CHANGING: {
    code: 'ABORTED',
    retry: 'never',
    message: 'A return, a recall or a close is changing the quantity of the position.',
  },
  POSITION_NOT_ACTIVE: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'The position is not active, so it cannot be marked to market or closed out.',
  },
  COLLATERAL_MANAGED_BY_AGENT: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'A tri-party agent manages the collateral of the position.',
  },
  COLLATERAL_NOT_ELIGIBLE: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'The terms do not allow this collateral for the deal.',
  },
  INVALID_STATE: {
    code: 'ABORTED',
    retry: 'never',
    message: "The action is not allowed in the resource's current state. See /state-machines.",
  },
  QUANTITY_NOT_AVAILABLE: {
    code: 'ABORTED',
    retry: 'never',
    message: 'Insufficient available quantity.',
  },
  PREVIEW_STALE: {
    code: 'ABORTED',
    retry: 'never',
    message: 'The inputs have changed since the preview. The details contain the new preview.',
  },
  TERMS_CHANGED: {
    code: 'ABORTED',
    retry: 'never',
    message: 'Other terms are in effect by now than those that the request names.',
  },
  CAUSE_NOT_AGREED: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'The terms of the order do not have the cause.',
  },
  CAUSE_NOT_PRESENT: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'What the cause needs is not the case. The details contain each figure.',
  },
  CURE_UNDER_WAY: {
    code: 'ABORTED',
    retry: 'never',
    message: 'Transfers on the chain would cure the default. The details say until when they may.',
  },
  PRICE_HELD: {
    code: 'FAILED_DEPENDENCY',
    retry: 'never',
    message: 'A fresh quote of an asset of the position is held.',
  },
  PARTY_NOT_PERMITTED: {
    code: 'PERMISSION_DENIED',
    retry: 'never',
    message: 'Only another party to the deal may do this.',
  },
  QUANTITY_TOO_FINE: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'A quantity has more decimals than its asset.',
  },
  VALUE_INVALID: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'A value has the right format, but is not allowed.',
  },
  AGREEMENT_MISSING: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'No agreement between the lender and the borrower is in effect.',
  },
  WALLET_UNSUITABLE: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'A wallet does not belong to its party or cannot hold the asset.',
  },
  WALLET_RETIRED: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'A wallet is retired: no order, acceptance or request takes it.',
  },
  CALCULATION_INVALID: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The calculation_id is invalid for this position.',
  },
  MARK_TO_MARKET_NOT_DUE: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message:
      'The amount due is below the minimum notional or rounds to zero, or coverage has not reached the level at which it can be submitted.',
  },
  NOTHING_DISPUTED: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'The counter-valuation is not below the amount of the request.',
  },
  PRICE_MISSING: {
    code: 'FAILED_DEPENDENCY',
    retry: 'never',
    message: 'An asset of the position has no price.',
  },
  PRICE_STALE: {
    code: 'FAILED_DEPENDENCY',
    retry: 'never',
    message: 'The newest price of an asset of the position is too old.',
  },
  MUTED_BY_COUNTERPARTY: {
    code: 'PERMISSION_DENIED',
    retry: 'never',
    message: "The counterparty has muted the caller's organization.",
  },
  PENDING_ORDERS_EXHAUSTED: {
    code: 'ABORTED',
    retry: 'never',
    message: 'Too many orders already await the answer of the counterparty.',
  },
  LIMIT_EXCEEDED: {
    code: 'ABORTED',
    retry: 'never',
    message:
      'The order exceeds a limit of one side for the other. The details contain the figures of own limits only.',
  },
  COUNTERPARTY_LIMITED: {
    code: 'RESOURCE_EXHAUSTED',
    retry: 'after_wait',
    message:
      'Too many messages, new orders, proposals of terms, withdrawn requests or changes of wallets to this counterparty in this window.',
  },
} as const satisfies Record<string, ReasonDefinition>
