import { type Static, Type } from '@sinclair/typebox'
import {
  CollateralType,
  DecimalString,
  enumeration,
  MarkToMarketDirection,
  MarkToMarketRequestStatus,
  OrderStatus,
  PositionStatus,
  ProviderState,
  Timestamp,
  TransferCategory,
  TransferStatus,
  Uuid,
} from '@vadium/schema'
import { closed, nullable, referenceData } from './reference-data.ts'

const Order = Type.Object(
  {
    id: Uuid,
    number: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    status: OrderStatus,
    terms_id: Uuid,
    asset: Type.String(),
    asset_quantity: DecimalString,
    rate_percent: DecimalString,
    collateral_asset: Type.String(),
    collateral_quantity: nullable(DecimalString),
    collateral_type: CollateralType,
    // The wallets of a side that has not answered yet may be missing.
    lender_asset_wallet_id: nullable(Type.String()),
    lender_collateral_wallet_id: nullable(Type.String()),
    borrower_asset_wallet_id: nullable(Type.String()),
    borrower_collateral_wallet_id: nullable(Type.String()),
    creator_id: Type.Optional(Uuid),
    expire_at: nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
)

const Position = Type.Object(
  {
    id: Uuid,
    order_id: Uuid,
    status: PositionStatus,
    asset_quantity: DecimalString,
    collateral_quantity: DecimalString,
    collateral_disputed_quantity: Type.Optional(DecimalString),
    price_at_last_m2m_usd: DecimalString,
    last_m2m_at: Timestamp,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
)

const MarkToMarketRequest = Type.Object(
  {
    id: Uuid,
    position_id: Uuid,
    status: MarkToMarketRequestStatus,
    direction: MarkToMarketDirection,
    collateral_amount: DecimalString,
    notional_usd: DecimalString,
    asset_price_usd: nullable(DecimalString),
    collateral_price_usd: nullable(DecimalString),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
)

const OrderRequest = Type.Object(
  {
    id: Uuid,
    position_id: Uuid,
    kind: enumeration(['recall', 'return', 'rerate']),
    status: enumeration([
      'PENDING',
      'ACCEPTED',
      'IN_PROGRESS',
      'COMPLETED',
      'REJECTED',
      'CANCELLED',
      'EXPIRED',
    ]),
    quantity: nullable(DecimalString),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
)

const ScenarioTransfer = Type.Object(
  {
    id: Uuid,
    external_transfer_id: Type.String({ minLength: 1, maxLength: 128 }),
    category: TransferCategory,
    status: TransferStatus,
    leg: enumeration(['asset', 'collateral', 'interest']),
    token: Type.String(),
    quantity: DecimalString,
    notional_usd: DecimalString,
    order_id: Uuid,
    mark_to_market_request_id: nullable(Uuid),
    sender_wallet_id: Type.String(),
    receiver_wallet_id: Type.String(),
    provider_state: ProviderState,
    provider_request_state: nullable(Type.String()),
    label: Type.String(),
    create_time: Timestamp,
    update_time: Timestamp,
  },
  closed,
)

/** A book as a list of rows. */
export const EarlierScenario = Type.Object(
  {
    ...referenceData,
    orders: Type.Array(Order),
    positions: Type.Array(Position),
    mark_to_market_requests: Type.Array(MarkToMarketRequest),
    order_requests: Type.Array(OrderRequest),
    transfers: Type.Array(ScenarioTransfer),
  },
  { title: 'EarlierScenario', ...closed },
)
export type EarlierScenario = Static<typeof EarlierScenario>
export type ScenarioTransfer = Static<typeof ScenarioTransfer>
