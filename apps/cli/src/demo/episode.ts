import type {
  Agreement,
  Calculation,
  MarkToMarketPreview,
  MarkToMarketRequest,
  Order,
  Position,
  Price,
  Transfer,
} from '@vadium/client'
import type { PreviewVerification } from '@vadium/margin'
import type { Scene, Side } from './deal-script.ts'

/** A firm, as it has come on board. */
export interface Firm {
  readonly side: Side
  readonly organization_id: string
  readonly name: string
  readonly public_key: string
  readonly custodian: { readonly id: string; readonly name: string }
  readonly asset_wallet_id: string
  readonly collateral_wallet_id: string
}

/** What a custodian said of a transfer, and when that was heard of. */
export interface CustodianWord {
  readonly time: string
  readonly state: string
  /** In the word of the custodian. Null: it has not been asked yet. */
  readonly word: string | null
}

/** A transfer that was under way, with what its custodian said on the way. */
export interface Movement {
  readonly transfer: Transfer
  readonly words: readonly CustodianWord[]
}

/** What an asset has come to for one side, over all that has moved. */
export interface NetFlow {
  readonly side: Side
  /** The name of the firm. */
  readonly name: string
  readonly asset: string
  readonly received: string
  readonly sent: string
  readonly net: string
}

/** What the service has answered in a scene. */
export interface Answers {
  readonly firms?: readonly Firm[]
  readonly agreement?: Agreement
  readonly prices?: readonly Price[]
  /** As the side sees it that is to act next. */
  readonly order?: Order
  readonly preview?: MarkToMarketPreview
  readonly calculation?: Calculation
  /** What came of computing the preview again, without the service. */
  readonly verification?: PreviewVerification
  /** As the side sees it that is to act next. */
  readonly request?: MarkToMarketRequest
  /** What is instructed now. */
  readonly transfers?: readonly Transfer[]
  readonly movements?: readonly Movement[]
  readonly position?: Position
  readonly flows?: readonly NetFlow[]
}

/** A scene that was played. */
export interface Episode {
  /** Counted from 1. */
  readonly step: number
  readonly scene: Scene
  /** The time of the book, RFC 3339. */
  readonly time: string
  readonly answers: Answers
}
