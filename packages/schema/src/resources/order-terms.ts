import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { MarginTerms, TermsVersion } from './agreement.ts'
import { AssetSymbol } from './custody.ts'

export const OrderTerms = Type.Object(
  {
    terms_version: described(TermsVersion, 'The version of the agreement.'),
    terms: described(MarginTerms, 'Its terms.'),
    collateral_asset: described(AssetSymbol, 'The collateral of the deal then.', 'BTC'),
    from_time: described(
      Timestamp,
      'From when they applied: the acceptance of the order, or of an amend.',
    ),
    until_time: nullable(Timestamp, 'When others replaced them. Null: they apply now.'),
    order_request_id: nullable(
      Uuid,
      'The amend by which they came to apply. Null for those of the acceptance of the order.',
    ),
  },
  {
    title: 'OrderTerms',
    additionalProperties: false,
    description: 'Terms that applied to a deal for a time, or apply now.',
  },
)
export type OrderTerms = Static<typeof OrderTerms>
