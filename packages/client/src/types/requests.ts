// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { CloseOutStatement } from './close-outs.ts'
import type { AgreedMarginTerms } from './orders.ts'

/**
 * What a request means: its ids and its calculation in names and figures, as you may see them at
 * this moment. An approval is of the request itself and its hash.
 */
export interface ResolvedRequest {
  /**
   * When everything in it was read, and the time of the prices. RFC 3339 in UTC, with milliseconds.
   */
  as_of: string
  /** The order. Null if it is not created yet, and of a call set. A UUID. */
  order_id: string | null
  /** The number of the order, for people. Null if it is not created yet, and of a call set. */
  order_id_pretty: number | null
  /** The position. Null before the acceptance of the order, and of a call set. A UUID. */
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
  /** The maturity that is agreed on. Null if the request names none. */
  maturity: ResolvedMaturity | null
  /**
   * The terms that are to apply to the deal. Null if the request is no amend, or if that version is
   * not in effect.
   */
  terms: ResolvedTerms | null
  /** The collateral that is exchanged. Null if the request exchanges none. */
  substitution: ResolvedSubstitution | null
  /**
   * The coverage before and after. Null without current prices, if the deal ends by the request,
   * and of a call set, whose `calls` have it.
   */
  coverage: ResolvedCoverage | null
  /**
   * The statement of the termination at the prices of now: what is claimed, kept and sent back, and
   * what is left of the claim. Null if the request terminates nothing, or if a price is missing.
   */
  close_out: CloseOutStatement | null
  /** The prices that the requester was shown. Null if the request has no calculation. */
  asked_prices: AskedPrices | null
  /**
   * Why the request would be refused if it were carried out now, as far as the state of the deal
   * says. Null if nothing is known against it; amounts and prices are checked again when it is
   * carried out.
   */
  reason: string | null
  /**
   * Only of a call set that is created or accepted: what is called of each deal, oldest order
   * first.
   */
  calls?: ResolvedCall[]
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

/** When the service begins the close. */
export interface ResolvedMaturity {
  /**
   * The maturity now. Null for an order that is not open yet. RFC 3339 in UTC, with milliseconds.
   */
  before_time: string | null
  /** The maturity that is asked for. RFC 3339 in UTC, with milliseconds. */
  after_time: string
}

/** Other terms for an open deal. */
export interface ResolvedTerms {
  /** The version whose terms apply to the deal now. */
  before_version: number
  /** The terms that apply now. */
  before: AgreedMarginTerms
  /** The version whose terms are to apply. */
  after_version: number
  /** The terms that are to apply. */
  after: AgreedMarginTerms
}

/** A collateral that takes the place of another one. */
export interface ResolvedSubstitution {
  /** The symbol of the collateral now. */
  before_asset: string
  /** How much of it has settled: all of it. A decimal string. */
  before_quantity: string
  /** The symbol of the collateral that is given. */
  after_asset: string
  /** How much of it is given. A decimal string. */
  after_quantity: string
  /** Its current price in USD. Null if there is none. A decimal string. */
  after_price_usd: string | null
  /**
   * The least quantity of it that meets the requirement at the prices of now. Null without current
   * prices, or if it is not eligible. A decimal string.
   */
  least_quantity: string | null
  /**
   * The required collateral in USD, from which the least quantity follows. Null as above. A decimal
   * string.
   */
  required_usd: string | null
  /** The price of one unit after the haircut, in USD. Null as above. A decimal string. */
  credited_price_usd: string | null
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
  /**
   * The coverage in percent at which liquidation is due. Null for an order that is not created yet.
   * A decimal string.
   */
  liquidation_percent: string | null
  /** The quantities before the movements. Null before the opening. */
  before: CoveredQuantities | null
  /** The quantities once every movement has settled. */
  after: CoveredQuantities
  /** The current price of the asset in USD, for both figures. A decimal string. */
  asset_price_usd: string
  /**
   * The current price of the collateral in USD, for both figures; of a substitution, for the figure
   * before it. A decimal string.
   */
  collateral_price_usd: string
}

/** What a coverage is computed from, beside the prices. */
export interface CoveredQuantities {
  /** The lent quantity. A decimal string. */
  asset_quantity: string
  /** The settled collateral. A decimal string. */
  collateral_quantity: string
}

/** The prices with which a mark-to-market request was computed. */
export interface AskedPrices {
  /** The price of the asset in USD. A decimal string. */
  asset_price_usd: string
  /** The price of the collateral in USD. A decimal string. */
  collateral_price_usd: string
}

/** A request of a call set: what is called of one deal, and its coverage. */
export interface ResolvedCall {
  /** The order of the deal. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The position. A UUID. */
  position_id: string
  /** The symbol of the collateral. */
  token: string
  /** What is called, in units of the token. A decimal string. */
  quantity: string
  /** What is called, in USD. A decimal string. */
  notional_usd: string
  /**
   * The coverage (CCR) now, in percent. Null without current prices, or without a notional. A
   * decimal string.
   */
  before_percent: string | null
  /**
   * The coverage (CCR) in percent once the call has settled, at the same prices. Null like the one
   * before. A decimal string.
   */
  after_percent: string | null
  /**
   * Why it would be refused now, as far as the state of the deal says. Null if nothing is known
   * against it.
   */
  reason: string | null
}

/** What `client.requests.preview` takes. */
export interface PreviewRequest {
  /** The operation of the request. */
  operation:
    | 'createOrder'
    | 'acceptOrder'
    | 'closeOrder'
    | 'retryOrder'
    | 'abandonOrder'
    | 'changeOrderWallets'
    | 'acceptMarkToMarketRequest'
    | 'disputeMarkToMarketRequest'
    | 'retryMarkToMarketRequest'
    | 'createOrderRequest'
    | 'acceptOrderRequest'
    | 'retryOrderRequest'
  /** The id in the path of the operation. Left out if it has none. A UUID. */
  id?: string | undefined
  /** The body, as the operation describes it. Left out if it takes none. */
  body?: Record<string, unknown> | undefined
}
