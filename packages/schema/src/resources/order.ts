import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { orderStates } from '../state-machines/order.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { MarginTerms, TermsVersion } from './agreement.ts'
import { AvailableActions } from './available-action.ts'
import { AssetSymbol, CustodianId, WalletId } from './custody.ts'
import { CollateralType } from './mark-to-market-preview.ts'

export const OrderStatus = enumeration(statesOf(orderStates), {
  title: 'OrderStatus',
  description: 'Lifecycle status.',
})

const OrderWallet = Type.Object(
  {
    id: WalletId,
    name: text('The name of the wallet.', 'Collateral'),
    custodian: CustodianId,
  },
  {
    title: 'OrderWallet',
    additionalProperties: false,
    description: 'A wallet that an order names.',
  },
)

export const Order = Type.Object(
  {
    id: described(Uuid, 'The id of the order.'),
    number: Type.Integer({ description: 'The number of the order, for people.', examples: [1042] }),
    status: OrderStatus,
    creator_id: described(Uuid, 'The organization that created the order.'),
    lender_id: described(Uuid, 'The organization that lends.'),
    lender_name: text('The name of the lender.', 'Harbor Bank Treasury'),
    borrower_id: described(Uuid, 'The organization that borrows.'),
    borrower_name: text('The name of the borrower.', 'Kestrel Market Making'),
    asset: described(AssetSymbol, 'The symbol of the asset that is lent.'),
    asset_quantity: described(
      DecimalString,
      'The quantity lent at the opening, in units of the asset.',
      '2.5',
    ),
    rate_percent: described(
      DecimalString,
      'The interest rate agreed at the opening, in percent a year. Interest is paid in the asset.',
      '4.25',
    ),
    collateral_asset: described(AssetSymbol, 'The symbol of the collateral asset.', 'USDC'),
    collateral_quantity: described(
      DecimalString,
      'The quantity pledged at the opening, or given by the last substitution, in units of the collateral asset.',
      '160000',
    ),
    collateral_type: CollateralType,
    lender_asset_wallet_id: nullable(
      WalletId,
      "The lender's wallet for the asset. Null until the lender has named it.",
      'harbor-treasury',
    ),
    lender_collateral_wallet_id: nullable(
      WalletId,
      "The lender's wallet for the collateral. Null until the lender has named it.",
      'harbor-collateral',
    ),
    borrower_asset_wallet_id: nullable(
      WalletId,
      "The borrower's wallet for the asset. Null until the borrower has named it.",
      'kestrel-treasury',
    ),
    borrower_collateral_wallet_id: nullable(
      WalletId,
      "The borrower's wallet for the collateral. Null until the borrower has named it.",
      'kestrel-collateral',
    ),
    wallets: Type.Array(OrderWallet, {
      maxItems: 4,
      description: 'The wallets that the order names so far, those of both sides, by id.',
    }),
    terms: described(
      MarginTerms,
      'The margin terms. Before the acceptance, those in effect now; after it, those that the order copied, or that the last amend agreed on.',
    ),
    terms_version: described(
      TermsVersion,
      'The version of the agreement that has these terms. An acceptance can name it.',
    ),
    expire_time: described(Timestamp, 'When the order expires if it has no answer.'),
    maturity_time: nullable(
      Timestamp,
      'When the service begins the close. The borrower may close earlier. Null: the order is open until a side ends it.',
    ),
    position_id: nullable(Uuid, 'The position of the order. Null until the acceptance.'),
    create_time: described(Timestamp, 'When it was created.'),
    update_time: described(Timestamp, 'When it last changed.'),
    actions: AvailableActions,
  },
  {
    title: 'Order',
    additionalProperties: false,
    description:
      'A loan of an asset against collateral: the offer, and after its acceptance the deal.',
  },
)
export type Order = Static<typeof Order>
