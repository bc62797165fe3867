import type { DecimalInput } from '../decimal.ts'
import type { MarginTerms } from '../margin-terms.ts'
import type { PartyName } from '../preview-context.ts'
import type { AssertedDefault, FactSubject } from './fact.ts'

/**
 * A deal as the facts of defaults read it: at one moment, under its lock. Quantities are in units
 * of their asset, times are RFC 3339, and durations are in seconds.
 */
export interface StressedDeal {
  positionId: string
  orderId: string
  terms: DefaultTerms
  /** The quantity lent: what has not come back. */
  lent: DecimalInput
  /**
   * The settled collateral: with what is on its way back, without what is on its way to the lender.
   */
  collateral: DecimalInput
  /** The interest that is owed and not paid, in units of the asset. */
  interestOwed: DecimalInput
  /** The alert of the liquidation level. Null if the level was never reached. */
  liquidationAlert: LiquidationAlert | null
  /** The notices that are open: at most one for each party in default and cause. */
  notices: readonly OpenNotice[]
  /** Needed for every cause but `LIQUIDATION_LEVEL`. */
  history?: DealHistory | undefined
}

/** The terms of a deal that decide its facts. */
export interface DefaultTerms {
  margin: MarginTerms
  /** The coverage (CCR) of the liquidation level, in percent, above zero. */
  liquidationPercent: DecimalInput
  /** How long coverage must have stayed at or below the level. */
  liquidationConfirmSeconds: number
  /** Whether a close-out ends the whole deal, or restores the requirement where it can. */
  closeOutScope: 'full' | 'to_requirement'
  /**
   * What the minimum of a request of a call set is compared with. Default: what is due of the deal.
   */
  minimumAppliesTo?: 'deal' | 'agreement' | undefined
}

/** The alert of the liquidation level, as the last revaluation left it. */
export interface LiquidationAlert {
  /** How often the level was reached. */
  occasion: number
  isActive: boolean
  /** When this occasion began. */
  since: string
  /**
   * The prices that were current `liquidationConfirmSeconds` ago, when the time to confirm began.
   * Without one, an alert stays active though nobody knows the coverage.
   */
  pricesAtStart: DealPrices
}

/** What was demanded and sent under a deal, and the time that does not count. */
export interface DealHistory {
  /** How long after a maturity, or after a recall has bound, the asset may be on its way. */
  settlementTimeSeconds: number
  /** How long a dispute keeps the disputed part from being unmet. */
  disputeTimeSeconds: number
  /** When a recall binds without an answer. Null if it binds only once it is accepted. */
  recallNoticeSeconds: number | null
  /**
   * When these terms have replaced others, whose times may have been longer. Null if they are those
   * of the beginning.
   */
  termsSince: string | null
  /**
   * Its mark-to-market requests, in any order. Of each direction, these are enough: the newest one
   * of which all that was asked for has arrived; those since it and since the newest call without a
   * dispute, with which a dispute begins at the earliest; those of which something is under way, or
   * has failed since the newest one was created; and the one that an open notice is about.
   */
  requests: readonly MarginRequest[]
  /**
   * The call sets of these requests, where the minimum applies to the agreement. Default: none.
   */
  callSets?: readonly CalledTogether[] | undefined
  /** When a close-out of the deal was last terminated; null if none was. */
  lastTerminated: string | null
  /** When a substitution last replaced the collateral. Default: null, as none has. */
  lastExchanged?: string | null | undefined
  /**
   * The returns and recalls that were accepted and of which something has not arrived; without one
   * that the close carries out, which is in `closing`. And the substitution of which what it sends
   * back has not arrived.
   */
  returns: readonly AgreedReturn[]
  /** The close that goes on; null while the order is active, also after a cancelled close. */
  closing: Closing | null
  /**
   * What either side has sent without a call, in any order. These are enough: what is under way,
   * and what was instructed since the oldest request that a notice is or may be about. Default:
   * nothing.
   */
  voluntary?: readonly VoluntaryTransfer[] | undefined
  /** The recalls that the lender has not withdrawn, nor replaced by its next one. */
  recalls: readonly Recall[]
  /** Null for an open deal. */
  maturityTime: string | null
  /** The interest that was instructed, a member for each day on which it was due. */
  interestDue: readonly InterestDue[]
  /** The sum of all interest transfers that have arrived. */
  interestPaid: DecimalInput
  /** The sum of those that are on the chain and have not arrived. */
  interestOnChain: DecimalInput
  /** When each party was suspended. */
  suspensions: { lender: readonly Interval[]; borrower: readonly Interval[] }
  /**
   * When the close was blocked by a transfer of the lender, or by a request that awaited the
   * lender. Of a transfer that was late, only the time after the borrower had requested its
   * cancellation: a borrower that does not want it must not gain time by it. Of a request, only one
   * that neither the borrower could have withdrawn nor the close would have ended.
   */
  lenderBlocks: readonly Interval[]
}

/** Collateral that one side has sent without a call. */
export interface VoluntaryTransfer extends InstructedQuantity {
  sender: PartyName
  leg: 'collateral'
}

/** A mark-to-market request: the collateral that one side must send, and what was sent. */
export interface MarginRequest {
  id: string
  direction: 'TopUp' | 'Release'
  creator: PartyName
  status: string
  createTime: string
  expireTime: string
  /** The id of the call set that it was created in. Default: none. */
  callSetId?: string | null | undefined
  /**
   * When it was answered with a counter-valuation beyond the tolerance. Null if it was not, or if
   * either side has accepted the figure of the other since.
   */
  disputeTime: string | null
  /** The id of the request that superseded it in a dispute. */
  supersededBy: string | null
  /**
   * The collateral to send: what was asked for, or less if the party that asked has agreed to less.
   */
  amount: DecimalInput
  /** Who cancelled it, or requested that its late transfer be cancelled; null for nobody. */
  cancelledBy: PartyName | null
  /** When the last attempt failed that did; null if none has. */
  failTime: string | null
  /** One for each transfer that replaces no other: a dispute that is conceded has two. */
  instructed: readonly InstructedQuantity[]
}

/** The other deals of a call set. */
export interface CalledTogether {
  callSetId: string
  /** What the sum is compared with, in USD: the minimum that the set was created with. */
  minimumNotionalUsd: DecimalInput
  /** Those that are not over. */
  others: readonly CalledDeal[]
}

/** A deal as the sum of a call set reads it. */
export interface CalledDeal {
  margin: MarginTerms
  /** What its minimum is compared with, as in {@link DefaultTerms}. */
  minimumAppliesTo: 'deal' | 'agreement'
  /** Whether its order closes: then nothing but the close sends collateral back. */
  closing: boolean
  /** Whether a notice against its borrower is open: then no Release of it is owed. */
  borrowerUnderNotice: boolean
  /** The quantity lent. */
  lent: DecimalInput
  /** The settled collateral, as in {@link StressedDeal}. */
  collateral: DecimalInput
  /** What is on the chain to the lender, and back. */
  collateralOnChain: { deliveries: DecimalInput; returns: DecimalInput }
  /** What of the asset is on the chain back to the lender. Default: nothing. */
  assetOnChain?: DecimalInput | undefined
  prices: DealPrices
}

/** A quantity that one side must send, with all attempts to send it. */
export interface InstructedQuantity {
  leg: 'asset' | 'collateral'
  /**
   * The symbol of another collateral than that of the deal, which a substitution sends back.
   * Default: null, that of the leg.
   */
  token?: string | null | undefined
  quantity: DecimalInput
  /** When the first attempt was instructed. */
  instructTime: string
  /** From when on it is late: the same for every attempt, because it counts from the first. */
  lateTime: string
  /** Of the newest attempt: `on_chain` if it is broadcasting or confirming. */
  state: 'instructed' | 'on_chain' | 'arrived' | 'failed'
}

/**
 * A return, or an accepted recall: the asset goes back, and collateral in proportion. Or a
 * substitution that is decided: what it sends back.
 */
export interface AgreedReturn {
  id: string
  /** Whether it was cancelled because its asset was not sent. Then it owes nothing. */
  isCancelled: boolean
  /** At most one of each leg: its newest attempt, with the times of the first. */
  instructed: readonly InstructedQuantity[]
}

/**
 * The steps of a close that was begun and not cancelled, without its interest. A return or a recall
 * of the whole that the close carries out is here, and not in `returns`.
 */
export interface Closing {
  /** At most one of each leg: its newest attempt, with the times of the first. */
  instructed: readonly InstructedQuantity[]
}

/** A demand of the lender that the asset come back. */
export interface Recall {
  id: string
  createTime: string
  /** Null unless the borrower has accepted it. */
  acceptTime: string | null
  /**
   * What is still lent when it is met: what was lent when it was created, less what it recalls.
   * Other recalls that were open then are not subtracted, so a return meets each of them.
   */
  lentWhenMet: DecimalInput
}

/** Interest that was instructed on a day. */
export interface InterestDue {
  /** `YYYY-MM-DD` */
  day: string
  /** The interest from the beginning of the deal until this day, in units of the asset. */
  total: DecimalInput
  /** When its first transfer was instructed, and from when on it is late. */
  instructTime: string
  lateTime: string
}

/** A time with a beginning; the end is null as long as it lasts. */
export interface Interval {
  from: string
  until: string | null
}

/** A notice that was declared and has not ended, with what its fact was about. */
export interface OpenNotice extends AssertedDefault, FactSubject {}

/** The current prices in USD for one unit, each above zero; null without a current price. */
export interface DealPrices {
  assetUsd: DecimalInput | null
  collateralUsd: DecimalInput | null
}
