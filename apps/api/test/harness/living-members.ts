import type { MarginTerms, Role } from '@vadium/schema'
import type { Deal, Key } from './book.ts'

export type Keys = Readonly<Record<Role, Key>>

/** An organization that can ask in every role. */
export interface Member {
  readonly party: {
    readonly id: string
    readonly name: string
    /** By the asset that they hold. */
    readonly wallets: { readonly BTC: string; readonly ETH: string }
  }
  readonly accountId: string
  readonly keys: Keys
  /** Another account of the organization: it makes the requests that others decide on. */
  readonly colleague: Readonly<Record<'admin' | 'operator', Key>>
  readonly revokedKeys: Keys
  readonly expiredKeys: Keys
}

/** Terms as they are sent: coverage of 150 % is required, and a difference of 5 % is no dispute. */
export const usualTerms: MarginTerms = {
  requirement_percent: '150',
  haircut: null,
  margin_call_percent: '130',
  liquidation_percent: '110',
  top_up_when: 'minimum',
  release_percent: null,
  default_causes: [],
  grace_seconds: 86_400,
  liquidation_confirm_seconds: 900,
  settlement_time_seconds: null,
  dispute_time_seconds: 86_400,
  recall_notice_seconds: null,
  close_out_discount: '0',
  close_out_scope: 'full',
  eligible_collateral: [],
  minimum_applies_to: 'deal',
  threshold_usd: '0',
  minimum_notional_top_up_usd: '1000',
  minimum_notional_release_usd: '1000',
  lot_top_up: null,
  lot_release: null,
  day_count: 'ACT/360',
  interest_schedule: 'at_close',
  cure_time_seconds: 86_400,
  calendars: [],
  time_zone: null,
  notification_time: null,
  response_time: null,
  dispute_tolerance_usd: null,
  dispute_tolerance_percent: '5',
  dispute_method: 'undisputed',
}

/** The wallets that a side names for an order of the book. */
export function walletsOf({ party }: Member) {
  return { asset_wallet_id: party.wallets.BTC, collateral_wallet_id: party.wallets.ETH }
}

/** Who deals in a book, and the deals that tests use up one by one. */
export interface Plan {
  readonly lender: Member
  readonly borrower: Member
  readonly agreementId: string
  readonly firstDeal: Deal
  readonly firstTransferId: string
  readonly deals: readonly Deal[]
}
