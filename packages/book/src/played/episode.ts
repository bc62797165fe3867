import type {
  Agreement,
  Calculation,
  CloseOut,
  MarkToMarketPreview,
  MarkToMarketRequest,
  Order,
  Position,
  Price,
  Transfer,
} from '@vadium/client'
import type { CloseOutVerification, PreviewVerification } from '@vadium/margin'
import type { Scene, Side } from './deal-script.ts'

/** An onboarded firm. */
export interface Firm {
  readonly side: Side
  readonly organization_id: string
  readonly name: string
  readonly public_key: string
  readonly custodian: { readonly id: string; readonly name: string }
  readonly asset_wallet_id: string
  readonly collateral_wallet_id: string
}

/** A report of a custodian on a transfer, and when it was received. */
export interface CustodianWord {
  readonly time: string
  readonly state: string
  /** The custodian's own word. Null: the instruction was not sent yet. */
  readonly word: string | null
}

/** A transfer with the reports of its custodian. */
export interface Movement {
  readonly transfer: Transfer
  readonly words: readonly CustodianWord[]
}

/** The net flow of an asset for one side, over all transfers. */
export interface NetFlow {
  readonly side: Side
  /** The name of the firm. */
  readonly name: string
  readonly asset: string
  readonly received: string
  readonly sent: string
  readonly net: string
}

/** The answers of the service in a scene. */
export interface Answers {
  readonly firms?: readonly Firm[]
  readonly agreement?: Agreement
  readonly prices?: readonly Price[]
  /** As the side that acts next sees it. */
  readonly order?: Order
  readonly preview?: MarkToMarketPreview
  readonly calculation?: Calculation
  /** The result of recomputing the preview or the statement offline. */
  readonly verification?: PreviewVerification | CloseOutVerification
  /** As the side that acts next sees it. */
  readonly request?: MarkToMarketRequest
  /** The transfers instructed in the scene. */
  readonly transfers?: readonly Transfer[]
  readonly movements?: readonly Movement[]
  readonly position?: Position
  readonly closeOut?: CloseOut
  readonly flows?: readonly NetFlow[]
}

/** A played scene. */
export interface Episode {
  /** Counted from 1. */
  readonly step: number
  readonly scene: Scene
  /** The time of the sandbox, RFC 3339. */
  readonly time: string
  readonly answers: Answers
}
