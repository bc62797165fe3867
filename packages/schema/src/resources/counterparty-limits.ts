import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { AssetSymbol } from './custody.ts'

/** What happens to an order that exceeds a limit of an organization. */
export const limitBreaches = ['warn', 'refuse'] as const
export type LimitBreach = (typeof limitBreaches)[number]

export const LimitBreach = enumeration(limitBreaches, {
  description:
    'What happens to an order that exceeds a limit. warn: it goes on, and the organization is notified. refuse: the request is refused.',
})

/** The most assets that have a limit for one counterparty. */
export const limitedAssetsMax = 50

export const LentUsdMax = nullable(
  DecimalString,
  'The most that may be lent to the counterparty, in USD. Null: no limit.',
  '5000000',
)

export const UncoveredUsdMax = nullable(
  DecimalString,
  'The most that may be uncovered with the counterparty, in USD: of each deal what is owed to the organization, less what it holds for it after `shock`. Null: no limit.',
  '500000',
)

export const Shock = described(
  DecimalString,
  'The fraction by which the value of what is held falls, in the uncovered amount: at least 0, below 1.',
  '0.3',
)

const asset = described(AssetSymbol, 'The symbol of the asset.')

export const AssetLimit = Type.Object(
  {
    asset,
    lent_quantity_max: described(
      DecimalString,
      'The most that may be lent of the asset, in its units.',
      '250',
    ),
  },
  {
    title: 'AssetLimit',
    additionalProperties: false,
    description: 'The most that may be lent of one asset to a counterparty.',
  },
)
export type AssetLimit = Static<typeof AssetLimit>

export const AssetLimits = Type.Array(AssetLimit, {
  maxItems: limitedAssetsMax,
  description: 'Assets of which only so much may be lent, each once. The others have no limit.',
})

const percent = (of: string) =>
  nullable(
    DecimalString,
    `The use of ${of} in percent of the limit, rounded up to 2 decimals. Null without a limit above zero, or if the use is unknown.`,
    '34.00',
  )

const exceeded = (of: string) =>
  Type.Boolean({
    description: `Whether the exact use of ${of} is above the limit. An unknown use exceeds any limit.`,
  })

export const LimitUse = Type.Object(
  {
    lent_usd: nullable(
      DecimalString,
      'What is lent to the counterparty, in USD, rounded up to cents. Null if an asset has no price.',
      '3000000.00',
    ),
    lent_percent: percent('`lent_usd_max`'),
    lent_exceeded: exceeded('`lent_usd_max`'),
    uncovered_usd: nullable(
      DecimalString,
      'What is uncovered, in USD, rounded up to cents. Null if an asset has no price.',
      '170000.00',
    ),
    uncovered_percent: percent('`uncovered_usd_max`'),
    uncovered_exceeded: exceeded('`uncovered_usd_max`'),
    assets: Type.Array(
      Type.Object(
        {
          asset,
          lent_quantity: described(DecimalString, 'What is lent of the asset.', '120.5'),
          percent: percent('the limit of the asset'),
          exceeded: exceeded('the limit of the asset'),
        },
        {
          title: 'AssetLimitUse',
          additionalProperties: false,
          description: 'How much is used of the limit of one asset.',
        },
      ),
      { description: 'The use of the limits of assets, in the order of the limits.' },
    ),
    pending_usd: nullable(
      DecimalString,
      'What the own offers to lend that await an answer are worth, in USD, rounded up to cents. It is not part of the use. Null if an asset has no price.',
      '500000.00',
    ),
    stale_assets: Type.Array(asset, {
      description: 'Assets with which the use was computed at an old price.',
    }),
    unpriced_assets: Type.Array(asset, { description: 'Assets that never had a price.' }),
  },
  {
    title: 'LimitUse',
    additionalProperties: false,
    description: 'How much is used of the limits for a counterparty, over all deals with it.',
  },
)
export type LimitUse = Static<typeof LimitUse>

export const CounterpartyLimits = Type.Object(
  {
    counterparty_id: described(Uuid, 'The organization id of the counterparty.'),
    counterparty_name: text('The name of the counterparty.', 'Kestrel Market Making'),
    version: Type.Integer({
      minimum: 1,
      description: 'The number of the version, for this counterparty: 1, 2, 3.',
      examples: [1],
    }),
    in_effect: Type.Boolean({ description: 'Whether it is the newest version, which applies.' }),
    lent_usd_max: LentUsdMax,
    uncovered_usd_max: UncoveredUsdMax,
    shock: Shock,
    assets: AssetLimits,
    on_breach: LimitBreach,
    use: nullable(LimitUse, 'The use at the prices of now. Null unless the version is in effect.'),
    use_after: nullable(
      LimitUse,
      'The use with the order of `order_id` as well. Null without one, if it awaits no answer, and for other counterparties.',
    ),
    create_time: described(Timestamp, 'When the version was set.'),
    account_id: described(Uuid, 'The account that set the version.'),
  },
  {
    title: 'CounterpartyLimits',
    additionalProperties: false,
    description:
      'A version of the limits of the organization for a counterparty. No other organization sees it.',
  },
)
export type CounterpartyLimits = Static<typeof CounterpartyLimits>
