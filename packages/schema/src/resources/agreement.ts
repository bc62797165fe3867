import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, label } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, QuantityString, Timestamp, Uuid } from '../scalars.ts'

const decimal = (description: string) => described(DecimalString, description)

export const MarginTerms = Type.Object(
  {
    requirement_percent: nullable(
      DecimalString,
      'Required coverage in percent. Null where there is a haircut.',
    ),
    haircut: nullable(
      DecimalString,
      'Haircut on the collateral, as a fraction. Null where there is a requirement.',
    ),
    margin_call_percent: decimal('The coverage ratio at which the margin call flag is raised.'),
    liquidation_percent: decimal('The coverage ratio at which the liquidation flag is raised.'),
    threshold_usd: decimal('Exposure that is not collateralized, in USD.'),
    minimum_notional_top_up_usd: decimal('Below this no top-up is submitted, in USD.'),
    minimum_notional_release_usd: decimal('Below this no release is submitted, in USD.'),
    lot_top_up: nullable(
      QuantityString,
      'What a top-up is a multiple of. Null: the smallest unit of the collateral.',
    ),
    lot_release: nullable(
      QuantityString,
      'What a release is a multiple of. Null: the smallest unit of the collateral.',
    ),
    day_count: enumeration(['ACT/360', 'ACT/365'], { description: 'How interest counts days.' }),
    cure_time_seconds: Type.Integer({
      minimum: 1,
      maximum: 31_536_000,
      description: 'How long a mark-to-market request may await its answer.',
    }),
    dispute_tolerance_usd: nullable(
      DecimalString,
      'A difference of at most so much is no dispute, in USD; 0: every difference is one. Null where it is in percent.',
    ),
    dispute_tolerance_percent: nullable(
      DecimalString,
      'A difference of at most so much is no dispute, in percent of the call; 0: every difference is one. Null where it is in USD.',
    ),
    dispute_method: enumeration(['undisputed', 'split'], {
      description: 'What moves within the tolerance: the undisputed part, or the midpoint.',
    }),
  },
  {
    title: 'MarginTerms',
    additionalProperties: false,
    description: 'What a lender and a borrower have agreed on about margin.',
  },
)
export type MarginTerms = Static<typeof MarginTerms>

export const AgreementVersion = Type.Object(
  {
    version: Type.Integer({ minimum: 1 }),
    effective_time: Timestamp,
    terms: MarginTerms,
  },
  { title: 'AgreementVersion', additionalProperties: false },
)

/** How many versions an agreement can have: each answer shows them all. */
export const agreementVersionsMax = 500

export const Agreement = Type.Object(
  {
    id: Uuid,
    lender_id: Uuid,
    lender_name: label('The name of the lender.'),
    borrower_id: Uuid,
    borrower_name: label('The name of the borrower.'),
    versions: Type.Array(AgreementVersion, {
      maxItems: agreementVersionsMax,
      description: 'Every version, the oldest first.',
    }),
  },
  {
    title: 'Agreement',
    additionalProperties: false,
    description: 'The terms between one lender and one borrower, as they were and as they are.',
  },
)
export type Agreement = Static<typeof Agreement>
