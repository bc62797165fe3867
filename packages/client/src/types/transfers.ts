// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A page of transfers. */
export interface TransferList {
  /** The items of this page. */
  transfers: Transfer[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** A movement of one asset between two wallets, carried out by a custodian. */
export interface Transfer {
  /** The id of the transfer. A UUID. */
  id: string
  /** The id of the transfer at the provider. */
  external_transfer_id: string
  /** The purpose of the transfer. */
  category:
    | 'open'
    | 'm2m'
    | 'return'
    | 'close'
    | 'interest'
    | 'liquidation'
    | 'voluntary'
    | 'substitution'
    | (string & {})
  /** Lifecycle status. */
  status:
    | 'PENDING'
    | 'IN_PROGRESS'
    | 'COMPLETED'
    | 'FAILED'
    | 'REJECTED'
    | 'CANCELLED'
    | (string & {})
  /** The symbol of the asset. */
  token: string
  /**
   * The quantity in units of the asset: a JSON number with exact digits. Parse it as a decimal: a
   * binary float would lose digits. In the SDK, it is the string of these digits.
   */
  quantity: string
  /**
   * The value in USD when the transfer was created. Values of 1e30 or more are given as the largest
   * value below it. A decimal string.
   */
  notional: string
  /** The number of the order, for people. */
  order_id: number
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** The sender or the receiver of a transfer. */
  sender: TransferParty
  /** The sender or the receiver of a transfer. */
  receiver: TransferParty
  /** The state of the transfer at the provider. */
  provider_lifecycle: ProviderLifecycle
}

/** The sender or the receiver of a transfer. */
export interface TransferParty {
  /** An organization, in the form `organizations/<organization_id>`. */
  organization_id: string
  /** The custodian of the wallet. */
  custodian: string
  /** The address of the wallet. */
  wallet_address: string
}

/** The state of the transfer at the provider. */
export interface ProviderLifecycle {
  /** A sentence for people about the state. */
  label: string
  /** The provider that carries out the transfer. */
  provider: string
  /** The provider's own name of the state. Null until the provider has answered. */
  provider_request_state: string | null
  /** The state of the transfer at the provider. The states are the same for all providers. */
  state:
    | 'pending_submission'
    | 'pending_provider_approval'
    | 'pending_provider_signature'
    | 'broadcasting'
    | 'confirming'
    | 'completed'
    | 'failed'
    | 'rejected'
    | 'cancelled'
    | (string & {})
}

/** What `client.transfers.list` can be asked for. */
export interface TransferFilter {
  /**
   * Only transfers that this organization sends. Expected: organizations/<organization_id>, where
   * organization_id is a UUID.
   */
  sender?: string | undefined
  /**
   * Only transfers that this organization receives. Expected: organizations/<organization_id>,
   * where organization_id is a UUID.
   */
  receiver?: string | undefined
  /** Only transfers from wallets at this custodian. Expected: 1 to 64 visible ASCII characters. */
  senderCustodian?: string | undefined
  /** Only transfers to wallets at this custodian. Expected: 1 to 64 visible ASCII characters. */
  receiverCustodian?: string | undefined
  /** Only transfers with this status. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** Only transfers of the order with this number. */
  orderId?: number | undefined
  /** Only transfers of this asset. Expected: 1 to 64 visible ASCII characters. */
  token?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** A transfer, with the way that it has taken. */
export interface TransferWithSteps {
  /** The id of the transfer. A UUID. */
  id: string
  /** The id of the transfer at the provider. */
  external_transfer_id: string
  /** The purpose of the transfer. */
  category:
    | 'open'
    | 'm2m'
    | 'return'
    | 'close'
    | 'interest'
    | 'liquidation'
    | 'voluntary'
    | 'substitution'
    | (string & {})
  /** Lifecycle status. */
  status:
    | 'PENDING'
    | 'IN_PROGRESS'
    | 'COMPLETED'
    | 'FAILED'
    | 'REJECTED'
    | 'CANCELLED'
    | (string & {})
  /** The symbol of the asset. */
  token: string
  /**
   * The quantity in units of the asset: a JSON number with exact digits. Parse it as a decimal: a
   * binary float would lose digits. In the SDK, it is the string of these digits.
   */
  quantity: string
  /**
   * The value in USD when the transfer was created. Values of 1e30 or more are given as the largest
   * value below it. A decimal string.
   */
  notional: string
  /** The number of the order, for people. */
  order_id: number
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** The sender or the receiver of a transfer. */
  sender: TransferParty
  /** The sender or the receiver of a transfer. */
  receiver: TransferParty
  /** The state of the transfer at the provider. */
  provider_lifecycle: ProviderLifecycle
  /**
   * The states that it has reached at its provider, the first one first. One that the provider
   * passed without reporting it is left out.
   */
  steps: TransferStep[]
  /**
   * How long transfers from this sender to this receiver at this provider usually stay in the
   * present state, in seconds: the median of the latest that have completed. Null if fewer than
   * three of them are known, and for a transfer that has ended.
   */
  usual_seconds: number | null
}

/** A state that a transfer has reached at its provider. */
export interface TransferStep {
  /** The state of the transfer at the provider. The states are the same for all providers. */
  state:
    | 'pending_submission'
    | 'pending_provider_approval'
    | 'pending_provider_signature'
    | 'broadcasting'
    | 'confirming'
    | 'completed'
    | 'failed'
    | 'rejected'
    | 'cancelled'
    | (string & {})
  /**
   * When it was reached: for pending_submission, when the transfer was created. RFC 3339 in UTC,
   * with milliseconds.
   */
  time: string
  /** The provider's own name of the state, when it first reported it. Null without one. */
  provider_request_state: string | null
}
