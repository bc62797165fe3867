// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AvailableAction } from './mark-to-market-requests.ts'

/** A page of approvals. */
export interface ApprovalList {
  /** The items of this page. */
  approvals: Approval[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** A request that is carried out once enough other accounts have approved it. */
export interface Approval {
  /** The id of the approval. A UUID. */
  id: string
  /** The state of the approval, as in /state-machines. */
  state:
    | 'PENDING'
    | 'APPROVED'
    | 'CARRIED_OUT'
    | 'FAILED'
    | 'REJECTED'
    | 'EXPIRED'
    | 'WITHDRAWN'
    | (string & {})
  /** The operation of the request. */
  operation: string
  /** The request that awaits approval, exactly as it was signed. */
  request: StoredRequest
  /**
   * The SHA-256 of the method, a line feed, the path, a line feed and the body, exactly as they
   * were signed. Hexadecimal.
   */
  request_hash: string
  /** The organization that made the request. A UUID. */
  organization_id: string
  /** The account that made the request. A UUID. */
  account_id: string
  /** The credential that signed the request. A UUID. */
  credential_id: string
  /** The organization whose accounts may decide. A UUID. */
  decider_id: string
  /** How many other accounts must approve. */
  approvals_needed: number
  /** The decisions, oldest first. */
  decisions: ApprovalDecision[]
  /**
   * The amount of the request in USD when it was made, or when it was found to need more approvals.
   * Null if it has none, or if it is unknown. A decimal string.
   */
  amount_usd: string | null
  /** The order that the request concerns. Null if there is none. A UUID. */
  order_id: string | null
  /** When the request was made. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it expires if it has not been carried out. RFC 3339 in UTC, with milliseconds. */
  expire_time: string
  /** When it reached its final state. Null before that. RFC 3339 in UTC, with milliseconds. */
  end_time: string | null
  /** The answer of the request, as its operation describes it. Null unless it was carried out. */
  answer: Record<string, unknown> | null
  /** Why the request could not be carried out. Null unless the state is FAILED. */
  failure: ApprovalFailure | null
  /** The actions on the resource, and whether the caller may take them. */
  actions: AvailableAction[]
}

/** The request that awaits approval, exactly as it was signed. */
export interface StoredRequest {
  /** The HTTP method. */
  method: string
  /** The path, as it was signed. */
  path: string
  /** The body, exactly as it was signed. Empty if there is none. */
  body: string
}

/** The decision of one account. */
export interface ApprovalDecision {
  /** What the account decided. */
  decision: 'approve' | 'reject' | (string & {})
  /** The account that decided. A UUID. */
  account_id: string
  /** The credential that signed the decision. A UUID. */
  credential_id: string
  /** When it decided. RFC 3339 in UTC, with milliseconds. */
  time: string
}

/** Why a request could not be carried out. */
export interface ApprovalFailure {
  /** The reason of the refusal, as in errors. */
  reason: string
  /** A sentence for people. */
  message: string
}

/** What `client.approvals.list` can be asked for. */
export interface ListApprovalsQuery {
  /** Only approvals in this state. */
  state?:
    | 'PENDING'
    | 'APPROVED'
    | 'CARRIED_OUT'
    | 'FAILED'
    | 'REJECTED'
    | 'EXPIRED'
    | 'WITHDRAWN'
    | undefined
  /** Only approvals that concern this order. A UUID. */
  order_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** An approval with the request in names and figures. */
export interface ResolvedApproval {
  /** The id of the approval. A UUID. */
  id: string
  /** The state of the approval, as in /state-machines. */
  state:
    | 'PENDING'
    | 'APPROVED'
    | 'CARRIED_OUT'
    | 'FAILED'
    | 'REJECTED'
    | 'EXPIRED'
    | 'WITHDRAWN'
    | (string & {})
  /** The operation of the request. */
  operation: string
  /** The request that awaits approval, exactly as it was signed. */
  request: StoredRequest
  /**
   * The SHA-256 of the method, a line feed, the path, a line feed and the body, exactly as they
   * were signed. Hexadecimal.
   */
  request_hash: string
  /** The organization that made the request. A UUID. */
  organization_id: string
  /** The account that made the request. A UUID. */
  account_id: string
  /** The credential that signed the request. A UUID. */
  credential_id: string
  /** The organization whose accounts may decide. A UUID. */
  decider_id: string
  /** How many other accounts must approve. */
  approvals_needed: number
  /** The decisions, oldest first. */
  decisions: ApprovalDecision[]
  /**
   * The amount of the request in USD when it was made, or when it was found to need more approvals.
   * Null if it has none, or if it is unknown. A decimal string.
   */
  amount_usd: string | null
  /** The order that the request concerns. Null if there is none. A UUID. */
  order_id: string | null
  /** When the request was made. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it expires if it has not been carried out. RFC 3339 in UTC, with milliseconds. */
  expire_time: string
  /** When it reached its final state. Null before that. RFC 3339 in UTC, with milliseconds. */
  end_time: string | null
  /** The answer of the request, as its operation describes it. Null unless it was carried out. */
  answer: Record<string, unknown> | null
  /** Why the request could not be carried out. Null unless the state is FAILED. */
  failure: ApprovalFailure | null
  /** The actions on the resource, and whether the caller may take them. */
  actions: AvailableAction[]
  /**
   * What the request means, read with your own rights at this moment. Null once it has ended, for
   * requests that are not about a deal, and if you may not see the deal.
   */
  resolved: ResolvedRequest | null
}

/**
 * What a stored request means: its ids and its calculation in names and figures, as you may see
 * them at this moment. The decision is on the request itself and its hash.
 */
export interface ResolvedRequest {
  /**
   * When everything in it was read, and the time of the prices. RFC 3339 in UTC, with milliseconds.
   */
  as_of: string
  /** The order. Null if it is not created yet. A UUID. */
  order_id: string | null
  /** The number of the order, for people. Null if it is not created yet. */
  order_id_pretty: number | null
  /** The position. Null before the acceptance of the order. A UUID. */
  position_id: string | null
  /** The other side of the deal. A UUID. */
  counterparty_id: string
  /** The name of the other side. Null if you may not see it. */
  counterparty_name: string | null
  /** What moves, in this order. Empty if nothing does. */
  movements: ResolvedMovement[]
  /** The wallets that the request replaces. Empty if it replaces none. */
  wallet_changes: ResolvedWalletChange[]
  /** The rate that is agreed on. Null if the request names none. */
  rate: ResolvedRate | null
  /**
   * The coverage before and after. Null without current prices, or if the deal ends by the request.
   */
  coverage: ResolvedCoverage | null
  /** The prices that the requester was shown. Null if the request has no calculation. */
  asked_prices: AskedPrices | null
  /**
   * Why the request would be refused if it were carried out now, as far as the state of the deal
   * says. Null if nothing is known against it; amounts and prices are checked again when it is
   * carried out.
   */
  reason: string | null
}

/** A transfer that the request leads to: who sends what to whom. */
export interface ResolvedMovement {
  /** What it is in the deal. */
  leg: 'asset' | 'collateral' | 'interest' | (string & {})
  /**
   * at_once: it is instructed when the request is carried out. when_accepted: when the counterparty
   * accepts. afterwards: when the movements before it have settled.
   */
  when: 'at_once' | 'when_accepted' | 'afterwards' | (string & {})
  /** The symbol of what moves. */
  token: string
  /**
   * The quantity, in units of the token. Of a movement afterwards, as the position is now. Null if
   * it is only known then. A decimal string.
   */
  quantity: string | null
  /**
   * The amount in USD: of a mark-to-market request its own, otherwise at the current price. Null
   * without a quantity or a current price. A decimal string.
   */
  notional_usd: string | null
  /** The sender or the receiver of a movement. */
  sender: ResolvedParty
  /** The sender or the receiver of a movement. */
  receiver: ResolvedParty
}

/** The sender or the receiver of a movement. */
export interface ResolvedParty {
  /** The organization. A UUID. */
  organization_id: string
  /** The name of the organization. Null if you may not see it. */
  organization_name: string | null
  /** The id of the wallet at its custodian. Null if none is named yet. */
  wallet_id: string | null
  /** The name of the wallet. Null if none is named yet, or if you may not see it. */
  wallet_name: string | null
  /** The custodian of the wallet. Null if none is named yet, or if you may not see it. */
  custodian: string | null
}

/** Another wallet for the later transfers of a deal. */
export interface ResolvedWalletChange {
  /** What the wallet is for. */
  leg: 'asset' | 'collateral' | (string & {})
  /** The symbol of what it holds. */
  token: string
  /** The wallet that the deal names now. */
  before: ResolvedWallet
  /** The wallet that it will name. */
  after: ResolvedWallet
}

/** The wallet that the deal names now. */
export interface ResolvedWallet {
  /** The id of the wallet at its custodian. Null if none is named yet. */
  wallet_id: string | null
  /** The name of the wallet. Null if none is named yet, or if you may not see it. */
  wallet_name: string | null
  /** The custodian of the wallet. Null if none is named yet, or if you may not see it. */
  custodian: string | null
}

/** The interest rate of the deal. */
export interface ResolvedRate {
  /** The rate in percent a year now. Null for a new order. A decimal string. */
  before_percent: string | null
  /** The rate in percent a year that is asked for. A decimal string. */
  after_percent: string
  /**
   * From the UTC day of this time. Null: from the opening or the acceptance. RFC 3339 in UTC, with
   * milliseconds.
   */
  effective_time: string | null
}

/** The coverage of the position, before and after the movements. */
export interface ResolvedCoverage {
  /**
   * The coverage (CCR) now, in percent, as in a preview. Null before the opening, or without a
   * notional. A decimal string.
   */
  before_percent: string | null
  /**
   * The coverage (CCR) in percent once every movement has settled, at the same prices. Null without
   * a notional. A decimal string.
   */
  after_percent: string | null
  /**
   * The required coverage in percent. Null if the agreement has a haircut instead, or for an order
   * that is not created yet. A decimal string.
   */
  requirement_percent: string | null
  /**
   * The coverage in percent at which a margin call is due. Null for an order that is not created
   * yet. A decimal string.
   */
  margin_call_percent: string | null
  /** The current price of the asset in USD, for both figures. A decimal string. */
  asset_price_usd: string
  /** The current price of the collateral in USD, for both figures. A decimal string. */
  collateral_price_usd: string
}

/** The prices with which a mark-to-market request was computed. */
export interface AskedPrices {
  /** The price of the asset in USD. A decimal string. */
  asset_price_usd: string
  /** The price of the collateral in USD. A decimal string. */
  collateral_price_usd: string
}

/** What `client.approvals.approve` takes. */
export interface DecideApproval {
  /**
   * The SHA-256 of the method, a line feed, the path, a line feed and the body, exactly as they
   * were signed. Hexadecimal. Expected: the request_hash of the approval: 64 of 0-9 and a-f.
   */
  request_hash: string
}
