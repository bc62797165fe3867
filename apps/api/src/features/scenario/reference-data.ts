import { type TSchema, Type } from '@sinclair/typebox'
import {
  CalendarId,
  closeOutCauses,
  Day,
  DecimalString,
  EligibleCollateral,
  enumeration,
  identifier,
  LocalTime,
  RoleName,
  Timestamp,
  Uuid,
} from '@vadium/schema'

export const closed = { additionalProperties: false }
export const Name = Type.String({ minLength: 1, maxLength: 200 })
export const nullable = <Schema extends TSchema>(schema: Schema) =>
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

/** An eligible asset, with the id of the row of its terms. */
const Eligible = Type.Object({ id: Uuid, ...EligibleCollateral.properties }, closed)

const Terms = Type.Object(
  {
    id: Uuid,
    requirement_percent: nullable(DecimalString),
    haircut: nullable(DecimalString),
    margin_call_percent: DecimalString,
    liquidation_percent: DecimalString,
    top_up_when: Type.Optional(enumeration(['minimum', 'margin_call'])),
    release_percent: nullable(DecimalString),
    default_causes: Type.Optional(
      Type.Array(enumeration(closeOutCauses), { maxItems: closeOutCauses.length }),
    ),
    grace_seconds: Type.Optional(Type.Integer({ minimum: 3600, maximum: 2_592_000 })),
    liquidation_confirm_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
    settlement_time_seconds: nullable(Type.Integer({ minimum: 1, maximum: 2_592_000 })),
    dispute_time_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_592_000 })),
    recall_notice_seconds: nullable(Type.Integer({ minimum: 1, maximum: 31_536_000 })),
    close_out_discount: Type.Optional(DecimalString),
    close_out_scope: Type.Optional(enumeration(['full', 'to_requirement'])),
    eligible_collateral: Type.Optional(Type.Array(Eligible, { maxItems: 20 })),
    minimum_applies_to: Type.Optional(enumeration(['deal', 'agreement'])),
    threshold_usd: DecimalString,
    minimum_notional_top_up_usd: DecimalString,
    minimum_notional_release_usd: DecimalString,
    lot_top_up: nullable(DecimalString),
    lot_release: nullable(DecimalString),
    day_count: enumeration(['ACT/360', 'ACT/365']),
    interest_schedule: Type.Optional(enumeration(['at_close', 'monthly'])),
    cure_time_seconds: Type.Integer({ minimum: 1, maximum: 31_536_000 }),
    calendars: Type.Optional(Type.Array(CalendarId, { maxItems: 4, uniqueItems: true })),
    time_zone: nullable(Type.String({ minLength: 1, maxLength: 64 })),
    notification_time: nullable(LocalTime),
    response_time: nullable(LocalTime),
    dispute_tolerance_usd: nullable(DecimalString),
    dispute_tolerance_percent: nullable(DecimalString),
    dispute_method: enumeration(['undisputed', 'split']),
  },
  closed,
)

const Calendar = Type.Object(
  {
    id: CalendarId,
    name: Name,
    weekend: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7 }),
    holidays: Type.Array(Type.Object({ date: Day, name: Name }, closed), { maxItems: 2000 }),
    last_day: Day,
    created_at: Timestamp,
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
        {
          version: Type.Integer({ minimum: 1 }),
          effective_at: Timestamp,
          lender_accepted_at: Timestamp,
          borrower_accepted_at: Timestamp,
          terms: Terms,
        },
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

/** The members of a scenario that a history plays with. */
export const referenceData = {
  name: Name,
  organizations: Type.Array(Organization),
  accounts: Type.Array(Account),
  credentials: Type.Array(Credential),
  custodians: Type.Array(Custodian),
  assets: Type.Array(Asset),
  wallets: Type.Array(Wallet),
  calendars: Type.Optional(Type.Array(Calendar)),
  agreements: Type.Array(Agreement),
  prices: Type.Array(Price),
  price_sources: Type.Optional(Type.Array(PriceSource)),
  market_cuts: Type.Array(MarketCut),
}
