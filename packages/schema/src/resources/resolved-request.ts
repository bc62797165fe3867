import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, identifier, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { MarginTerms, TermsVersion } from './agreement.ts'
import { Approval } from './approval.ts'
import { CloseOutStatement } from './close-out-statement.ts'
import { callSetRowsMax } from './call-set.ts'
import { AssetSymbol } from './custody.ts'

const walletMembers = {
  wallet_id: nullable(
    text('The id of the wallet at its custodian.', 'kestrel-collateral'),
    'The id of the wallet at its custodian. Null if none is named yet.',
  ),
  wallet_name: nullable(
    text('The name of the wallet.', 'Collateral'),
    'The name of the wallet. Null if none is named yet, or if you may not see it.',
  ),
  custodian: nullable(
    identifier('The custodian of the wallet.', 64, 'fireblocks'),
    'The custodian of the wallet. Null if none is named yet, or if you may not see it.',
  ),
}

const ResolvedWallet = Type.Object(walletMembers, {
  title: 'ResolvedWallet',
  additionalProperties: false,
  description: 'A wallet that a request names.',
})

const ResolvedParty = Type.Object(
  {
    organization_id: described(Uuid, 'The organization.'),
    organization_name: nullable(
      Type.String(),
      'The name of the organization. Null if you may not see it.',
      'Kestrel Market Making',
    ),
    ...walletMembers,
  },
  {
    title: 'ResolvedParty',
    additionalProperties: false,
    description: 'The sender or the receiver of a movement.',
  },
)
export type ResolvedParty = Static<typeof ResolvedParty>

const movementTimes = ['at_once', 'when_accepted', 'afterwards'] as const

const ResolvedMovement = Type.Object(
  {
    leg: enumeration(['asset', 'collateral', 'interest'], {
      description: 'What it is in the deal.',
    }),
    when: enumeration(movementTimes, {
      description:
        'at_once: it is instructed when the request is carried out. when_accepted: when the counterparty accepts. afterwards: when the movements before it have settled.',
    }),
    token: described(AssetSymbol, 'The symbol of what moves.', 'USDC'),
    quantity: nullable(
      DecimalString,
      'The quantity, in units of the token. Of a movement afterwards, as the position is now. Null if it is only known then.',
      '7391.5',
    ),
    notional_usd: nullable(
      DecimalString,
      'The amount in USD: of a mark-to-market request its own, otherwise at the current price. Null without a quantity or a current price.',
      '7391.31',
    ),
    sender: ResolvedParty,
    receiver: ResolvedParty,
  },
  {
    title: 'ResolvedMovement',
    additionalProperties: false,
    description: 'A transfer that the request leads to: who sends what to whom.',
  },
)

const CoveredQuantities = Type.Object(
  {
    asset_quantity: described(DecimalString, 'The lent quantity.', '12.5'),
    collateral_quantity: described(DecimalString, 'The settled collateral.', '1108725'),
  },
  {
    title: 'CoveredQuantities',
    additionalProperties: false,
    description: 'What a coverage is computed from, beside the prices.',
  },
)

const ResolvedCoverage = Type.Object(
  {
    before_percent: nullable(
      DecimalString,
      'The coverage (CCR) now, in percent, as in a preview. Null before the opening, or without a notional.',
      '143.5',
    ),
    after_percent: nullable(
      DecimalString,
      'The coverage (CCR) in percent once every movement has settled, at the same prices. Null without a notional.',
      '150.01',
    ),
    requirement_percent: nullable(
      DecimalString,
      'The required coverage in percent. Null if the agreement has a haircut instead, or for an order that is not created yet.',
      '150',
    ),
    margin_call_percent: nullable(
      DecimalString,
      'The coverage in percent at which a margin call is due. Null for an order that is not created yet.',
      '140',
    ),
    liquidation_percent: nullable(
      DecimalString,
      'The coverage in percent at which liquidation is due. Null for an order that is not created yet.',
      '110',
    ),
    before: nullable(
      CoveredQuantities,
      'The quantities before the movements. Null before the opening.',
    ),
    after: described(CoveredQuantities, 'The quantities once every movement has settled.'),
    asset_price_usd: described(
      DecimalString,
      'The current price of the asset in USD, for both figures.',
      '59120.5',
    ),
    collateral_price_usd: described(
      DecimalString,
      'The current price of the collateral in USD, for both figures; of a substitution, for the figure before it.',
      '1',
    ),
  },
  {
    title: 'ResolvedCoverage',
    additionalProperties: false,
    description: 'The coverage of the position, before and after the movements.',
  },
)

const AskedPrices = Type.Object(
  {
    asset_price_usd: described(DecimalString, 'The price of the asset in USD.', '59120.5'),
    collateral_price_usd: described(DecimalString, 'The price of the collateral in USD.', '1'),
  },
  {
    title: 'AskedPrices',
    additionalProperties: false,
    description: 'The prices with which a mark-to-market request was computed.',
  },
)

const ResolvedWalletChange = Type.Object(
  {
    leg: enumeration(['asset', 'collateral'], { description: 'What the wallet is for.' }),
    token: described(AssetSymbol, 'The symbol of what it holds.', 'USDC'),
    before: described(ResolvedWallet, 'The wallet that the deal names now.'),
    after: described(ResolvedWallet, 'The wallet that it will name.'),
  },
  {
    title: 'ResolvedWalletChange',
    additionalProperties: false,
    description: 'Another wallet for the later transfers of a deal.',
  },
)

const ResolvedRate = Type.Object(
  {
    before_percent: nullable(
      DecimalString,
      'The rate in percent a year now. Null for a new order.',
      '4.25',
    ),
    after_percent: described(DecimalString, 'The rate in percent a year that is asked for.', '5'),
    effective_time: nullable(
      Timestamp,
      'From the UTC day of this time. Null: from the opening or the acceptance.',
    ),
  },
  {
    title: 'ResolvedRate',
    additionalProperties: false,
    description: 'The interest rate of the deal.',
  },
)

const ResolvedMaturity = Type.Object(
  {
    before_time: nullable(Timestamp, 'The maturity now. Null for an order that is not open yet.'),
    after_time: described(Timestamp, 'The maturity that is asked for.'),
  },
  {
    title: 'ResolvedMaturity',
    additionalProperties: false,
    description: 'When the service begins the close.',
  },
)

const ResolvedSubstitution = Type.Object(
  {
    before_asset: described(AssetSymbol, 'The symbol of the collateral now.', 'BTC'),
    before_quantity: described(DecimalString, 'How much of it has settled: all of it.', '25'),
    after_asset: described(AssetSymbol, 'The symbol of the collateral that is given.', 'ETH'),
    after_quantity: described(DecimalString, 'How much of it is given.', '534'),
    after_price_usd: nullable(
      DecimalString,
      'Its current price in USD. Null if there is none.',
      '3000',
    ),
    least_quantity: nullable(
      DecimalString,
      'The least quantity of it that meets the requirement at the prices of now. Null without current prices, or if it is not eligible.',
      '533.333333333333333334',
    ),
    required_usd: nullable(
      DecimalString,
      'The required collateral in USD, from which the least quantity follows. Null as above.',
      '1600000',
    ),
    credited_price_usd: nullable(
      DecimalString,
      'The price of one unit after the haircut, in USD. Null as above.',
      '3000',
    ),
  },
  {
    title: 'ResolvedSubstitution',
    additionalProperties: false,
    description: 'A collateral that takes the place of another one.',
  },
)

const ResolvedTerms = Type.Object(
  {
    before_version: described(TermsVersion, 'The version whose terms apply to the deal now.'),
    before: described(MarginTerms, 'The terms that apply now.'),
    after_version: described(TermsVersion, 'The version whose terms are to apply.'),
    after: described(MarginTerms, 'The terms that are to apply.'),
  },
  {
    title: 'ResolvedTerms',
    additionalProperties: false,
    description: 'Other terms for an open deal.',
  },
)

const ResolvedCall = Type.Object(
  {
    order_id: described(Uuid, 'The order of the deal.'),
    order_id_pretty: Type.Integer({
      description: 'The number of the order, for people.',
      examples: [1042],
    }),
    position_id: described(Uuid, 'The position.'),
    token: described(AssetSymbol, 'The symbol of the collateral.', 'BTC'),
    quantity: described(DecimalString, 'What is called, in units of the token.', '0.10000417'),
    notional_usd: described(DecimalString, 'What is called, in USD.', '6000.24'),
    before_percent: nullable(
      DecimalString,
      'The coverage (CCR) now, in percent. Null without current prices, or without a notional.',
      '149.40',
    ),
    after_percent: nullable(
      DecimalString,
      'The coverage (CCR) in percent once the call has settled, at the same prices. Null like the one before.',
      '150.00',
    ),
    reason: nullable(
      Type.String(),
      'Why it would be refused now, as far as the state of the deal says. Null if nothing is known against it.',
      'the order is closing',
    ),
  },
  {
    title: 'ResolvedCall',
    additionalProperties: false,
    description: 'A request of a call set: what is called of one deal, and its coverage.',
  },
)

export const ResolvedRequest = Type.Object(
  {
    as_of: described(Timestamp, 'When everything in it was read, and the time of the prices.'),
    order_id: nullable(Uuid, 'The order. Null if it is not created yet, and of a call set.'),
    order_id_pretty: nullable(
      Type.Integer(),
      'The number of the order, for people. Null if it is not created yet, and of a call set.',
      1042,
    ),
    position_id: nullable(
      Uuid,
      'The position. Null before the acceptance of the order, and of a call set.',
    ),
    counterparty_id: described(Uuid, 'The other side of the deal.'),
    counterparty_name: nullable(
      Type.String(),
      'The name of the other side. Null if you may not see it.',
      'Harbor Lending',
    ),
    movements: Type.Array(ResolvedMovement, {
      description: 'What moves, in this order. Empty if nothing does.',
    }),
    wallet_changes: Type.Array(ResolvedWalletChange, {
      description: 'The wallets that the request replaces. Empty if it replaces none.',
    }),
    rate: nullable(ResolvedRate, 'The rate that is agreed on. Null if the request names none.'),
    maturity: nullable(
      ResolvedMaturity,
      'The maturity that is agreed on. Null if the request names none.',
    ),
    terms: nullable(
      ResolvedTerms,
      'The terms that are to apply to the deal. Null if the request is no amend, or if that version is not in effect.',
    ),
    substitution: nullable(
      ResolvedSubstitution,
      'The collateral that is exchanged. Null if the request exchanges none.',
    ),
    coverage: nullable(
      ResolvedCoverage,
      'The coverage before and after. Null without current prices, if the deal ends by the request, and of a call set, whose `calls` have it.',
    ),
    close_out: Type.Union([CloseOutStatement, Type.Null()], {
      description:
        'The statement of the termination at the prices of now: what is claimed, kept and sent back, and what is left of the claim. Null if the request terminates nothing, or if a price is missing.',
    }),
    asked_prices: nullable(
      AskedPrices,
      'The prices that the requester was shown. Null if the request has no calculation.',
    ),
    reason: nullable(
      Type.String(),
      'Why the request would be refused if it were carried out now, as far as the state of the deal says. Null if nothing is known against it; amounts and prices are checked again when it is carried out.',
      'the order is CLOSING',
    ),
    calls: Type.Optional(
      Type.Array(ResolvedCall, {
        maxItems: callSetRowsMax,
        description:
          'Only of a call set that is created or accepted: what is called of each deal, oldest order first.',
      }),
    ),
  },
  {
    title: 'ResolvedRequest',
    additionalProperties: false,
    description:
      'What a request means: its ids and its calculation in names and figures, as you may see them at this moment. An approval is of the request itself and its hash.',
  },
)
export type ResolvedRequest = Static<typeof ResolvedRequest>

export const ResolvedApproval = Type.Object(
  {
    ...Approval.properties,
    resolved: nullable(
      ResolvedRequest,
      'What the request means, read with your own rights at this moment. Null once it has ended, for requests that are not about a deal, and if you may not see the deal.',
    ),
  },
  {
    title: 'ResolvedApproval',
    additionalProperties: false,
    description: 'An approval with the request in names and figures.',
  },
)
export type ResolvedApproval = Static<typeof ResolvedApproval>
