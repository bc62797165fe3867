import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { MarginTerms, TermsVersion } from './agreement.ts'
import { AvailableActions } from './available-action.ts'
import { Calculation } from './calculation.ts'
import { MarkToMarketPreview } from './mark-to-market-preview.ts'
import { MarkToMarketRequest, MarkToMarketRequestStatus } from './mark-to-market-request.ts'

/** How many requests a call set has at most. */
export const callSetRowsMax = 500
/**
 * The length of the calculation id of a preview. 500 requests have about 50,000 characters; a set
 * has fewer where its amounts have so many digits that its id would be longer.
 */
export const callSetCalculationIdMax = 60_000
/** At how many deals of an agreement a preview of a call set looks. */
export const callSetDealsMax = 2000

export const { direction: CallSetDirection } = MarkToMarketRequest.properties

const usd = (description: string) => described(DecimalString, description, '12000.24')

/** Why a deal is not called. */
export const callSetReasons = {
  OTHER_DIRECTION: 'collateral is due in the other direction',
  NOTHING_DUE: 'nothing is due',
  BELOW_MINIMUM_NOTIONAL: 'what is due is below the minimum',
  ROUNDS_TO_ZERO: 'what may be released is less than one lot',
  ABOVE_MARGIN_CALL_LEVEL: 'coverage is above the level of top-ups',
  BELOW_RELEASE_LEVEL: 'coverage is below the level of releases',
  RECEIVER_IN_DEFAULT: 'a default of the borrower is declared',
  TOO_MANY_ROWS: 'the set has as many requests as it may have',
  POSITION_NOT_ACTIVE: 'the position is not active',
  COLLATERAL_MANAGED_BY_AGENT: 'an agent manages its collateral',
  MARK_TO_MARKET_REQUEST_OPEN: 'a mark-to-market request of it is open',
  POSITION_QUANTITY_CHANGING: 'its quantity is changing',
  PRICE_MISSING: 'an asset of it has no price',
  PRICE_STALE: 'the price of an asset of it is too old',
} as const
export type CallSetLeftOutReason = keyof typeof callSetReasons

const isReason = (name: string): name is CallSetLeftOutReason => Object.hasOwn(callSetReasons, name)

export const CallSetRow = Type.Object(
  {
    preview: MarkToMarketPreview,
    minimum_applies_to: MarginTerms.properties.minimum_applies_to,
    terms_version: described(
      TermsVersion,
      'The version of the agreement whose terms apply to the deal.',
    ),
    calculation: Type.Optional(Calculation),
  },
  {
    title: 'CallSetRow',
    additionalProperties: false,
    description: 'A deal that is called: its preview, and its calculation where asked for.',
  },
)
export type CallSetRow = Static<typeof CallSetRow>

export const CallSetLeftOut = Type.Object(
  {
    position_id: described(Uuid, 'The position.'),
    order_id_pretty: Type.Integer({
      description: 'The number of its order, for people.',
      examples: [1042],
    }),
    reason: enumeration(Object.keys(callSetReasons).filter(isReason), {
      description: `Why it is not called. ${Object.entries(callSetReasons)
        .map(([name, meaning]) => `${name}: ${meaning}`)
        .join('. ')}.`,
    }),
  },
  {
    title: 'CallSetLeftOut',
    additionalProperties: false,
    description: 'A deal of the agreement that is not called.',
  },
)

export const CallSetPreview = Type.Object(
  {
    agreement_id: described(Uuid, 'The agreement.'),
    direction: CallSetDirection,
    rows: Type.Array(CallSetRow, {
      maxItems: callSetRowsMax,
      description: 'What is called, oldest order first.',
    }),
    total_notional_usd: usd('The sum of the notionals of the rows, in USD.'),
    minimum_notional_usd: usd(
      'The smallest total that may be submitted, in USD: the minimum of the newest version of the terms among the rows. Zero without a row.',
    ),
    can_submit: Type.Boolean({ description: 'Whether the caller can create the set now.' }),
    left_out: Type.Array(CallSetLeftOut, {
      maxItems: callSetDealsMax,
      description: 'The other open deals of the agreement, oldest order first, and why.',
    }),
    calculation_id: text(
      'The id of the calculation, from which the set can be created. Opaque.',
      'eyJ2IjoxfQ',
    ),
  },
  {
    title: 'CallSetPreview',
    additionalProperties: false,
    description: 'The calls across the deals of an agreement that could be created together now.',
  },
)
export type CallSetPreview = Static<typeof CallSetPreview>

const StatusSum = Type.Object(
  {
    status: MarkToMarketRequestStatus,
    requests: Type.Integer({ description: 'How many requests have it.', examples: [2] }),
    notional_usd: usd('The sum of their notionals, in USD.'),
  },
  {
    title: 'CallSetStatusSum',
    additionalProperties: false,
    description: 'The requests of a call set that have one status.',
  },
)

export const CallSet = Type.Object(
  {
    id: described(Uuid, 'The id of the call set.'),
    agreement_id: described(Uuid, 'The agreement.'),
    lender_id: described(Uuid, 'The organization that lends.'),
    borrower_id: described(Uuid, 'The organization that borrows.'),
    creator_id: described(Uuid, 'The organization that created the set.'),
    direction: CallSetDirection,
    request_ids: Type.Array(Uuid, {
      maxItems: callSetRowsMax,
      description: 'The ids of its mark-to-market requests, oldest order first.',
    }),
    total_notional_usd: usd('The sum of the notionals of its requests, in USD.'),
    minimum_notional_usd: usd('The minimum that the total had to reach, in USD.'),
    statuses: Type.Array(StatusSum, {
      description: 'Its requests by status, in the order of the states.',
    }),
    expire_time: described(Timestamp, 'When its requests expire that have no answer.'),
    create_time: described(Timestamp, 'When it was created.'),
    actions: AvailableActions,
  },
  {
    title: 'CallSet',
    additionalProperties: false,
    description:
      'Mark-to-market requests for several deals of an agreement that were created together. Each has states and transfers of its own.',
  },
)
export type CallSet = Static<typeof CallSet>
