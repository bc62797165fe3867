import { type Static, type TSchema, Type } from '@sinclair/typebox'
import {
  CollateralType,
  DecimalString,
  enumeration,
  identifier,
  MarkToMarketDirection,
  MarkToMarketRequestStatus,
  OrderStatus,
  PositionStatus,
  ProviderState,
  RoleName,
  Timestamp,
  TransferCategory,
  TransferStatus,
  Uuid,
} from '@vadium/schema'

const closed = { additionalProperties: false }
const Name = Type.String({ minLength: 1, maxLength: 200 })
const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

const Organization = Type.Object(
  {
    id: Uuid,
    slug: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$' }),
    name: Name,
    status: enumeration(['active', 'suspended']),
    created_at: Timestamp,
  },
  closed,
)

const Account = Type.Object(
  { id: Uuid, organization_id: Uuid, name: Name, kind: enumeration(['person', 'program']) },
  closed,
)

const Credential = Type.Object(
  {
    id: Uuid,
    account_id: Uuid,
    role: RoleName,
    public_key: Type.String({ maxLength: 64 }),
    created_at: Timestamp,
    expires_at: nullable(Timestamp),
    revoked_at: nullable(Timestamp),
  },
  closed,
)

const Custodian = Type.Object(
  { id: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,63}$' }), name: Name, adapter: Name },
  closed,
)

const Asset = Type.Object(
  {
    symbol: identifier('The symbol of the asset.'),
    name: Name,
    normalized_symbol: identifier('The symbol without its chain.'),
    decimals: Type.Integer({ minimum: 0, maximum: 20 }),
  },
  closed,
)

const Wallet = Type.Object(
  {
    id: identifier('The identifier of the wallet.', 128),
    organization_id: Uuid,
    custodian: Type.String(),
    name: Name,
    address: identifier('The address of the wallet.', 256),
    assets: Type.Array(Type.String()),
  },
  closed,
)

const Terms = Type.Object(
  {
    id: Uuid,
    requirement_percent: nullable(DecimalString),
    haircut: nullable(DecimalString),
    margin_call_percent: DecimalString,
    liquidation_percent: DecimalString,
    threshold_usd: DecimalString,
    minimum_notional_top_up_usd: DecimalString,
    minimum_notional_release_usd: DecimalString,
    lot_top_up: nullable(DecimalString),
    lot_release: nullable(DecimalString),
    day_count: enumeration(['ACT/360', 'ACT/365']),
    cure_time_seconds: Type.Integer({ minimum: 1, maximum: 31_536_000 }),
    dispute_tolerance_usd: nullable(DecimalString),
    dispute_tolerance_percent: nullable(DecimalString),
    dispute_method: enumeration(['undisputed', 'split']),
  },
  closed,
)

const Agreement = Type.Object(
  {
    id: Uuid,
    lender_id: Uuid,
    borrower_id: Uuid,
    versions: Type.Array(
      Type.Object(
        { version: Type.Integer({ minimum: 1 }), effective_at: Timestamp, terms: Terms },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
)

const Price = Type.Object(
  {
    asset: Type.String(),
    source: identifier('The source of the price.'),
    price_usd: DecimalString,
    observed_at: Type.Optional(Timestamp),
    live: Type.Optional(
      Type.Boolean({
        description: 'Whether the service repeats the quote for as long as it runs.',
      }),
    ),
  },
  closed,
)

const PriceSource = Type.Object(
  {
    source: identifier('A name under which prices are pushed.'),
    account_id: Uuid,
  },
  closed,
)

const MarketCut = Type.Object(
  { asset: Type.String(), cut_at: Timestamp, price_usd: DecimalString },
  closed,
)

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

/** A book as a file. It is loaded at the start, completely or not at all. */
export const Scenario = Type.Object(
  {
    name: Name,
    organizations: Type.Array(Organization),
    accounts: Type.Array(Account),
    credentials: Type.Array(Credential),
    custodians: Type.Array(Custodian),
    assets: Type.Array(Asset),
    wallets: Type.Array(Wallet),
    agreements: Type.Array(Agreement),
    prices: Type.Array(Price),
    price_sources: Type.Optional(Type.Array(PriceSource)),
    market_cuts: Type.Array(MarketCut),
    orders: Type.Array(Order),
    positions: Type.Array(Position),
    mark_to_market_requests: Type.Array(MarkToMarketRequest),
    order_requests: Type.Array(OrderRequest),
    transfers: Type.Array(ScenarioTransfer),
  },
  { title: 'Scenario', ...closed },
)
export type Scenario = Static<typeof Scenario>
export type ScenarioTransfer = Static<typeof ScenarioTransfer>
