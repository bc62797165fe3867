// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A page of transfers. */
export interface TransferList {
  /** The transfers of this page. */
  transfers: Transfer[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** A movement of assets that a custodian carries out. */
export interface Transfer {
  /** The id of the transfer. A UUID. */
  id: string
  /** The identifier under which the provider knows the transfer. */
  external_transfer_id: string
  /** What the transfer is for. */
  category: 'open' | 'm2m' | 'return' | 'close' | 'interest' | 'liquidation' | (string & {})
  /** How far the transfer is. */
  status:
    'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'REJECTED' | 'CANCELLED' | (string & {})
  /** The asset that moves. */
  token: string
  /** How much of the asset moves. The string of its digits: on the wire it is a JSON number. */
  quantity: string
  /**
   * Value in USD when the transfer was made; from 1e30 on the greatest below it. A decimal string.
   */
  notional: string
  /** The number of the order. */
  order_id: number
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** One side of a transfer. */
  sender: TransferParty
  /** One side of a transfer. */
  receiver: TransferParty
  /** State of the transfer at the provider. */
  provider_lifecycle: ProviderLifecycle
}

/** One side of a transfer. */
export interface TransferParty {
  /** An organization, in the form `organizations/<organization_id>`. */
  organization_id: string
  /** The custody provider. */
  custodian: string
  /** The address of the wallet at the custodian. */
  wallet_address: string
}

/** State of the transfer at the provider. */
export interface ProviderLifecycle {
  /** The state, as a sentence for people. */
  label: string
  /** The provider that carries the transfer out. */
  provider: string
  /** The provider's own word. Null until the provider has been asked. */
  provider_request_state: string | null
  /** How far the provider is, in one vocabulary for all providers. */
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
   * The sending organization. Expected: organizations/<organization_id>, where organization_id is a
   * UUID.
   */
  sender?: string | undefined
  /**
   * The receiving organization. Expected: organizations/<organization_id>, where organization_id is
   * a UUID.
   */
  receiver?: string | undefined
  /** The custodian of the sender. Expected: 1 to 64 visible ASCII characters. */
  senderCustodian?: string | undefined
  /** The custodian of the receiver. Expected: 1 to 64 visible ASCII characters. */
  receiverCustodian?: string | undefined
  /** The status of the transfer. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** The number of the order. */
  orderId?: number | undefined
  /** The asset that moves. Expected: 1 to 64 visible ASCII characters. */
  token?: string | undefined
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}
