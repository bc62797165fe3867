// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type {
  AvailableAction,
  CalculationInput,
  CalculationStep,
} from './mark-to-market-requests.ts'

/** The statement that a close-out would have now, and for what it could be declared. */
export interface CloseOutPreviewResponse {
  /**
   * A close-out of one deal: what is claimed, what is kept for it, what goes back, and how each
   * figure was computed.
   */
  statement: CloseOutStatement
  /**
   * Which causes of the terms are there now, of those that can be declared with this side in
   * default. An open notice counts as it was declared.
   */
  facts: CauseFact[]
}

/**
 * A close-out of one deal: what is claimed, what is kept for it, what goes back, and how each
 * figure was computed.
 */
export interface CloseOutStatement {
  /** The side in default. The other one is the declarer. */
  in_default: 'borrower' | 'lender' | (string & {})
  /**
   * `full` ends the deal. `to_requirement` discharges as much of the asset as makes the rest of the
   * collateral meet the requirement.
   */
  scope: 'full' | 'to_requirement' | (string & {})
  /** Whether quantities may still change, because nothing is booked. */
  provisional: boolean
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /** The asset that is lent. */
  asset: string
  /** What is lent and has not come back, in units of the asset. A decimal string. */
  asset_quantity: string
  /**
   * The price of the asset, in USD for one unit. Null only if nothing of it and no interest is
   * owed. A decimal string.
   */
  asset_price_usd: string | null
  /**
   * Interest that has accrued and is not paid, in units of the asset, rounded up to its smallest
   * unit. A decimal string.
   */
  interest_owed: string
  /** The collateral, in the order in which it is kept. */
  collateral: CloseOutCollateral[]
  /** Taken off the price of what is kept: a fraction. A decimal string. */
  discount: string
  /** Whether the prices are the current ones, or those of a market cut. */
  price_source: 'current' | 'market_cut' | (string & {})
  /** When the prices were fixed. RFC 3339 in UTC, with milliseconds. */
  price_time: string
  /**
   * What the side in default owes the declarer, at prices without a discount. In USD, exact, with
   * at least 2 decimals.
   */
  claim_usd: string
  /**
   * What the declarer keeps for its claim: each collateral or, with the lender in default, the
   * asset with its interest.
   */
  kept: CloseOutKept[]
  /**
   * By how much that which is kept is worth more than the claim: less than one smallest unit. In
   * USD, exact, with at least 2 decimals.
   */
  overshoot_usd: string
  /**
   * What goes back of the interest, in units of the asset: 0 unless the lender is in default. A
   * decimal string.
   */
  back_interest: string
  /**
   * How much of the asset the borrower need not return any more, in its units. A decimal string.
   */
  discharged_quantity: string
  /** What is left of the claim. In USD, 2 decimals, cut. A decimal string. */
  residual_claim_usd: string
  /** How a close-out follows from its inputs: enough to recompute it. */
  calculation: CloseOutCalculation
}

/** One collateral of a close-out. */
export interface CloseOutCollateral {
  /** The collateral asset. */
  asset: string
  /** What has settled of it, in its units. A decimal string. */
  quantity: string
  /** Its price, in USD for one unit. Null only if there is none of it. A decimal string. */
  price_usd: string | null
}

/** What is kept of one asset, and what goes back, in its units. */
export interface CloseOutKept {
  /** What is kept. */
  asset: string
  /** What the declarer keeps, rounded up to the smallest unit. A decimal string. */
  kept_quantity: string
  /**
   * What goes back to the side in default. Of the lent asset, without `back_interest`. 0 of a
   * close-out in part. A decimal string.
   */
  back_quantity: string
}

/** How a close-out follows from its inputs: enough to recompute it. */
export interface CloseOutCalculation {
  /** The version of the formulas. A statement is verified with the formulas of its version. */
  formula_version: string
  /** The inputs. */
  inputs: CalculationInput[]
  /** The inputs of the interest, oldest first. */
  interest_periods: CloseOutInterestPeriod[]
  /** The steps, in the order of computation. */
  steps: CalculationStep[]
}

/** Days with one quantity and one rate. */
export interface CloseOutInterestPeriod {
  /** The first day that bears interest. */
  from: string
  /** The day after the last one. */
  to: string
  /** The quantity that bears interest. A decimal string. */
  quantity: string
  /** The rate, in percent a year. A decimal string. */
  rate_percent: string
  /** Where quantity and rate came from. */
  source: string
}

/** Whether a cause that the terms of a deal have is there. */
export interface CauseFact {
  /**
   * UNMET_CALL: collateral is due, and a call of it has no answer, is late, or has been in dispute
   * for `dispute_time_seconds`. Its sender is in default. LIQUIDATION_LEVEL: the coverage has
   * stayed at or below the liquidation level for `liquidation_confirm_seconds` of the terms, and is
   * there now. The borrower is in default. MISSED_RETURN: the asset of a return, a recall, a close
   * or a maturity has not come back in time, or the collateral that follows it has not. Its sender
   * is in default. MISSED_INTEREST: interest that was due is late. The borrower is in default.
   */
  cause: 'UNMET_CALL' | 'LIQUIDATION_LEVEL' | 'MISSED_RETURN' | 'MISSED_INTEREST' | (string & {})
  /** Whether it is so now, as a declaration would find it. Null without a price that it needs. */
  holds: boolean | null
  /** Since when it is so. Null unless it holds. RFC 3339 in UTC, with milliseconds. */
  since_time: string | null
  /**
   * From when the deal could be terminated if it were declared now. Null unless it holds. RFC 3339
   * in UTC, with milliseconds.
   */
  earliest_terminate_time: string | null
  /** If it holds, all that makes it so. Otherwise the first 20 that would have to be otherwise. */
  conditions: FactCondition[]
}

/** One figure that decides whether a cause is there. */
export interface FactCondition {
  /** What is compared. */
  name: string
  /** The kind of what it is about. Null if it is about the whole deal. */
  resource: string | null
  /** The id of what it is about. Null if there is none. A UUID. */
  resource_id: string | null
  /** The figure and what it must be, in a sentence for people. */
  text: string
  /** Whether it is as it must be. Null without a price that it needs. */
  met: boolean | null
}

/** What `client.closeOuts.preview` takes. */
export interface CloseOutPreviewRequest {
  /** The position to close out. A UUID. */
  position_id: string
  /** The side in default. The other one is the declarer. */
  in_default: 'borrower' | 'lender'
  /**
   * For what it would be terminated, which can decide whether only a part is closed out. Default:
   * for a cause of which only a part is, if the terms say so.
   */
  cause?: 'UNMET_CALL' | 'LIQUIDATION_LEVEL' | 'MISSED_RETURN' | 'MISSED_INTEREST' | undefined
}

/**
 * A declared default of one side of a deal, and its close-out: what the declarer keeps, what goes
 * back, and the claim that is left.
 */
export interface CloseOut {
  /** The id of the close-out. A UUID. */
  id: string
  /** Lifecycle status. */
  status:
    | 'NOTICE'
    | 'CLOSING_OUT'
    | 'CLAIM_OPEN'
    | 'SETTLED'
    | 'CURED'
    | 'WITHDRAWN'
    | (string & {})
  /**
   * UNMET_CALL: collateral is due, and a call of it has no answer, is late, or has been in dispute
   * for `dispute_time_seconds`. Its sender is in default. LIQUIDATION_LEVEL: the coverage has
   * stayed at or below the liquidation level for `liquidation_confirm_seconds` of the terms, and is
   * there now. The borrower is in default. MISSED_RETURN: the asset of a return, a recall, a close
   * or a maturity has not come back in time, or the collateral that follows it has not. Its sender
   * is in default. MISSED_INTEREST: interest that was due is late. The borrower is in default.
   */
  cause: 'UNMET_CALL' | 'LIQUIDATION_LEVEL' | 'MISSED_RETURN' | 'MISSED_INTEREST' | (string & {})
  /** The position. A UUID. */
  position_id: string
  /** The order of the position. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /** The organization that declared the default. The other one is in default. A UUID. */
  declarer_id: string
  /** The note of the declarer. Null if there is none. */
  note: string | null
  /** What the service has checked before it accepted the declaration. */
  fact: CloseOutFact
  /** From when it can be terminated. RFC 3339 in UTC, with milliseconds. */
  earliest_terminate_time: string
  /** When it was terminated. Null until then. RFC 3339 in UTC, with milliseconds. */
  terminate_time: string | null
  /**
   * The figures of the termination. Null until then. A provisional one is computed again when the
   * close-out is booked, with the same prices.
   */
  statement: CloseOutStatement | null
  /** What a provisional statement waits for. Null once it is booked. */
  waits_for: AwaitedTransfers | null
  /** Whether what goes back is late: the party in default still waits for it. */
  excess_late: boolean
  /**
   * The ids of its transfers, oldest first: of what goes back, and of what is sent back because it
   * arrived without counting.
   */
  transfer_ids: string[]
  /** When it was declared. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** The actions on the resource, and whether the caller may take them. */
  actions: AvailableAction[]
}

/** What the service has checked before it accepted the declaration. */
export interface CloseOutFact {
  /** The kind of what the fact is about. */
  resource: 'position' | 'order' | 'mark_to_market_request' | 'order_request' | (string & {})
  /** The id of what the fact is about. A UUID. */
  resource_id: string
  /**
   * Which time it was that the position fell to the level. A later one is another occasion, and
   * needs another notice. Null for other causes.
   */
  occasion: number | null
  /** The day, in UTC, on which the interest was due that is late. Null for other causes. */
  due_day: string | null
  /**
   * Since when: of the liquidation level, since the coverage was at or below it; of a call, since
   * its time to answer was over, it was late or in dispute; of a recall or a maturity, since it
   * bound; of anything else, since it was late. RFC 3339 in UTC, with milliseconds.
   */
  since_time: string
  /** Whether the fact holds now. Null without a current price, and once the notice has ended. */
  holds: boolean | null
}

/** What a provisional statement waits for. */
export interface AwaitedTransfers {
  /** The transfers that count if they arrive in time, oldest first. */
  transfer_ids: string[]
  /**
   * Until when they count. The close-out is booked then, or once none of them is under way. RFC
   * 3339 in UTC, with milliseconds.
   */
  until_time: string
}

/** What `client.closeOuts.create` takes. */
export interface NewCloseOut {
  /** The position of the deal. A UUID. */
  position_id: string
  /**
   * UNMET_CALL: collateral is due, and a call of it has no answer, is late, or has been in dispute
   * for `dispute_time_seconds`. Its sender is in default. LIQUIDATION_LEVEL: the coverage has
   * stayed at or below the liquidation level for `liquidation_confirm_seconds` of the terms, and is
   * there now. The borrower is in default. MISSED_RETURN: the asset of a return, a recall, a close
   * or a maturity has not come back in time, or the collateral that follows it has not. Its sender
   * is in default. MISSED_INTEREST: interest that was due is late. The borrower is in default.
   */
  cause: 'UNMET_CALL' | 'LIQUIDATION_LEVEL' | 'MISSED_RETURN' | 'MISSED_INTEREST'
  /**
   * A note for the other side. Expected: 1 to 500 visible characters on one line, without space at
   * either end.
   */
  note?: string | undefined
}

/** A page of close outs. */
export interface CloseOutList {
  /** The items of this page. */
  close_outs: CloseOut[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.closeOuts.list` can be asked for. */
export interface ListCloseOutsQuery {
  /** Only close-outs with this status. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** Only close-outs of this position. A UUID. */
  position_id?: string | undefined
  /**
   * UNMET_CALL: collateral is due, and a call of it has no answer, is late, or has been in dispute
   * for `dispute_time_seconds`. Its sender is in default. LIQUIDATION_LEVEL: the coverage has
   * stayed at or below the liquidation level for `liquidation_confirm_seconds` of the terms, and is
   * there now. The borrower is in default. MISSED_RETURN: the asset of a return, a recall, a close
   * or a maturity has not come back in time, or the collateral that follows it has not. Its sender
   * is in default. MISSED_INTEREST: interest that was due is late. The borrower is in default.
   */
  cause?: 'UNMET_CALL' | 'LIQUIDATION_LEVEL' | 'MISSED_RETURN' | 'MISSED_INTEREST' | undefined
  /** Only those that this organization declared. A UUID. */
  declarer_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
