import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, label } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { agreementVersionStates } from '../state-machines/agreement-version.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { DecimalString, QuantityString, Timestamp, Uuid } from '../scalars.ts'
import { CalendarId, calendarsOfTermsMax, LocalTime, PinnedCalendar, TimeZone } from './calendar.ts'
import { closeOutCauses } from './close-out-cause.ts'
import { AssetSymbol } from './custody.ts'

const decimal = (description: string, example: string) =>
  described(DecimalString, description, example)

/** The largest number of assets that may be substituted for the collateral of a deal. */
const eligibleAssetsMax = 20

export const EligibleCollateral = Type.Object(
  {
    asset: described(AssetSymbol, 'The symbol of the asset.', 'ETH'),
    requirement_percent: nullable(
      DecimalString,
      'The required collateral coverage in percent. Null if the asset has a haircut.',
      '160',
    ),
    haircut: nullable(
      DecimalString,
      'The haircut on the asset as a fraction. Null if the asset has a requirement.',
      '0.3',
    ),
    margin_call_percent: decimal(
      'The collateral coverage ratio in percent at which the margin call flag is raised.',
      '140',
    ),
    liquidation_percent: decimal(
      'The collateral coverage ratio in percent at which the liquidation flag is raised.',
      '120',
    ),
  },
  {
    title: 'EligibleCollateral',
    additionalProperties: false,
    description:
      'An asset that may be substituted for the collateral of a deal, with the terms that apply in place of the general ones while it is the collateral.',
  },
)
export type EligibleCollateral = Static<typeof EligibleCollateral>

export const MarginTerms = Type.Object(
  {
    requirement_percent: nullable(
      DecimalString,
      'The required collateral coverage in percent. Null if the agreement has a haircut.',
      '105',
    ),
    haircut: nullable(
      DecimalString,
      'The haircut on the collateral as a fraction. Null if the agreement has a requirement.',
      '0.05',
    ),
    margin_call_percent: decimal(
      'The collateral coverage ratio in percent at which the margin call flag is raised.',
      '103',
    ),
    liquidation_percent: decimal(
      'The collateral coverage ratio in percent at which the liquidation flag is raised.',
      '101',
    ),
    top_up_when: enumeration(['minimum', 'margin_call'], {
      description:
        'When a top-up can be submitted: once its notional reaches the minimum, which is the default, or only if coverage is at or below the margin call level as well.',
    }),
    release_percent: nullable(
      DecimalString,
      'The collateral coverage ratio in percent from which on a release can be submitted, above the margin call level. Null, which is the default: at any coverage.',
      '180',
    ),
    default_causes: Type.Array(
      enumeration(closeOutCauses, {
        description:
          'UNMET_CALL: a call that has no answer, is late, or is in dispute for too long. LIQUIDATION_LEVEL: coverage that stays at or below the liquidation level. MISSED_RETURN: an asset, or its collateral, that does not come back in time. MISSED_INTEREST: interest that is late.',
      }),
      {
        maxItems: closeOutCauses.length,
        uniqueItems: true,
        description:
          'What a side may declare to be a default of the other, and then close the deal out for. Default: nothing.',
        examples: [['UNMET_CALL', 'LIQUIDATION_LEVEL']],
      },
    ),
    grace_seconds: Type.Integer({
      minimum: 3600,
      maximum: 2_592_000,
      description:
        'How long after its notice a default can be cured before the deal can be terminated for it, in seconds. The liquidation level has a time of its own in place of it. Default: 86,400.',
      examples: [86_400],
    }),
    liquidation_confirm_seconds: Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description:
        'How long coverage must have stayed at or below the liquidation level before a default can be declared for it, in seconds. Default: 900.',
      examples: [900],
    }),
    settlement_time_seconds: nullable(
      Type.Integer({ minimum: 1, maximum: 2_592_000 }),
      'How long after its first attempt was instructed a transfer that has not arrived is late, in seconds. Null, which is the default: the time of the installation.',
      86_400,
    ),
    dispute_time_seconds: Type.Integer({
      minimum: 1,
      maximum: 2_592_000,
      description:
        'How long a call may be in dispute before it is unmet, in seconds. Default: 86,400.',
      examples: [86_400],
    }),
    recall_notice_seconds: nullable(
      Type.Integer({ minimum: 1, maximum: 31_536_000 }),
      'After this time a recall binds whatever its answer, in seconds: what it recalls and is not back is a missed return. Null, which is the default: only a recall that was accepted binds. An order with a maturity has no such time.',
      604_800,
    ),
    close_out_discount: decimal(
      'The fraction taken off the price of what is kept in a close-out, from 0 to below 1. Default: 0.',
      '0.03',
    ),
    close_out_scope: enumeration(['full', 'to_requirement'], {
      description:
        'What a close-out ends: the whole deal, which is the default, or of a borrower that is short of collateral only as much as makes the rest meet the requirement. With the latter, a liquidation level that is a cause of default must be below the requirement.',
    }),
    eligible_collateral: Type.Array(EligibleCollateral, {
      maxItems: eligibleAssetsMax,
      description:
        'What may be substituted for the collateral of a deal, in the order of the assets, each once. The general terms always apply to the collateral that a deal began with. Default: nothing.',
    }),
    threshold_usd: decimal('The exposure that needs no collateral, in USD.', '0'),
    minimum_notional_top_up_usd: decimal(
      'The smallest top-up that may be submitted, in USD.',
      '10000',
    ),
    minimum_notional_release_usd: decimal(
      'The smallest release that may be submitted, in USD.',
      '25000',
    ),
    minimum_applies_to: enumeration(['deal', 'agreement'], {
      description:
        'What both minimums are compared with in a call set: each request by itself, which is the default, or the sum of the set.',
    }),
    lot_top_up: nullable(
      QuantityString,
      'A top-up is a multiple of this collateral quantity. Null: the smallest unit of the asset.',
      '0.01',
    ),
    lot_release: nullable(
      QuantityString,
      'A release is a multiple of this collateral quantity. Null: the smallest unit of the asset.',
      '0.01',
    ),
    day_count: enumeration(['ACT/360', 'ACT/365'], {
      description: 'The day count convention of interest.',
    }),
    interest_schedule: enumeration(['at_close', 'monthly'], {
      description:
        'When interest is paid: at the close, which is the default, or also every month, at 00:00 UTC on the first, what has accrued until then.',
    }),
    cure_time_seconds: Type.Integer({
      minimum: 1,
      maximum: 31_536_000,
      description:
        'How long a mark-to-market request may await its answer, in seconds. With a notification time: at least so long.',
      examples: [14_400],
    }),
    calendars: Type.Array(CalendarId, {
      maxItems: calendarsOfTermsMax,
      uniqueItems: true,
      description:
        'The calendars of business days: a business day is one in each of them. Default: none, so every day is one.',
      examples: [['london', 'new-york']],
    }),
    time_zone: nullable(
      TimeZone,
      'The time zone of the notification time and the response time. Null, which is the default: there are no such times.',
      'Europe/London',
    ),
    notification_time: nullable(
      LocalTime,
      'What is asked for by this time of a business day is due on that day, and later on the next one. Null if there is no time zone.',
      '13:00',
    ),
    response_time: nullable(
      LocalTime,
      'The time of a business day at which requests expire, later than the notification time. Null if there is no time zone.',
      '17:00',
    ),
    dispute_tolerance_usd: nullable(
      DecimalString,
      'The largest difference that is not a dispute, in USD. Null if the tolerance is in percent.',
      '500',
    ),
    dispute_tolerance_percent: nullable(
      DecimalString,
      'The largest difference that is not a dispute, in percent of the request. Null if the tolerance is in USD.',
      '1',
    ),
    dispute_method: enumeration(['undisputed', 'split'], {
      description:
        'What is transferred if the difference is within the tolerance: the undisputed part, or the midpoint (split).',
    }),
  },
  {
    title: 'MarginTerms',
    additionalProperties: false,
    description: 'The margin terms that a lender and a borrower have agreed on.',
  },
)
export type MarginTerms = Static<typeof MarginTerms>

/** What the terms that may be left out of a request are without it. */
export const termDefaults = {
  top_up_when: 'minimum',
  release_percent: null,
  interest_schedule: 'at_close',
  default_causes: [],
  grace_seconds: 86_400,
  liquidation_confirm_seconds: 900,
  settlement_time_seconds: null,
  dispute_time_seconds: 86_400,
  recall_notice_seconds: null,
  close_out_discount: '0',
  close_out_scope: 'full',
  eligible_collateral: [],
  minimum_applies_to: 'deal',
  calendars: [],
  time_zone: null,
  notification_time: null,
  response_time: null,
} as const satisfies Partial<MarginTerms>

export const ProposedMarginTerms = Type.Object(
  {
    ...MarginTerms.properties,
    top_up_when: Type.Optional(MarginTerms.properties.top_up_when),
    release_percent: Type.Optional(MarginTerms.properties.release_percent),
    interest_schedule: Type.Optional(MarginTerms.properties.interest_schedule),
    default_causes: Type.Optional(MarginTerms.properties.default_causes),
    grace_seconds: Type.Optional(MarginTerms.properties.grace_seconds),
    liquidation_confirm_seconds: Type.Optional(MarginTerms.properties.liquidation_confirm_seconds),
    settlement_time_seconds: Type.Optional(MarginTerms.properties.settlement_time_seconds),
    dispute_time_seconds: Type.Optional(MarginTerms.properties.dispute_time_seconds),
    recall_notice_seconds: Type.Optional(MarginTerms.properties.recall_notice_seconds),
    close_out_discount: Type.Optional(MarginTerms.properties.close_out_discount),
    close_out_scope: Type.Optional(MarginTerms.properties.close_out_scope),
    eligible_collateral: Type.Optional(MarginTerms.properties.eligible_collateral),
    minimum_applies_to: Type.Optional(MarginTerms.properties.minimum_applies_to),
    calendars: Type.Optional(MarginTerms.properties.calendars),
    time_zone: Type.Optional(MarginTerms.properties.time_zone),
    notification_time: Type.Optional(MarginTerms.properties.notification_time),
    response_time: Type.Optional(MarginTerms.properties.response_time),
  },
  {
    title: 'ProposedMarginTerms',
    additionalProperties: false,
    description:
      'The margin terms that are proposed to a lender and a borrower. A term that is left out has its default, not the value of the version before.',
  },
)
export type ProposedMarginTerms = Static<typeof ProposedMarginTerms>

/** Proposed terms with every term. */
export const withDefaults = (terms: ProposedMarginTerms): MarginTerms => ({
  ...termDefaults,
  ...terms,
})

export const AgreementVersionState = enumeration(statesOf(agreementVersionStates), {
  title: 'AgreementVersionState',
  description:
    'The state of the version: `PROPOSED` until both sides have accepted it, then `ACCEPTED`. `EXPIRED` if they have not in time, if other terms were proposed instead, or if its proposer withdrew it.',
})

/**
 * The largest number of versions of an agreement. It is bounded because each answer contains all
 * versions.
 */
export const agreementVersionsMax = 500

/** The number of a version of an agreement. */
export const TermsVersion = Type.Integer({
  minimum: 1,
  maximum: agreementVersionsMax,
  examples: [2],
})

export const AgreementVersion = Type.Object(
  {
    version: described(TermsVersion, 'The number of the version: 1, 2, 3.'),
    state: AgreementVersionState,
    proposer_id: nullable(
      Uuid,
      'The organization that proposed the version, which has accepted it with that. Null: the operator.',
    ),
    effective_time: described(
      Timestamp,
      'The earliest time at which the terms of this version take effect.',
    ),
    expire_time: described(
      Timestamp,
      'When the version expires, unless both sides have accepted it before.',
    ),
    lender_accept_time: nullable(
      Timestamp,
      'When the lender accepted the version. Null until it has.',
    ),
    borrower_accept_time: nullable(
      Timestamp,
      'When the borrower accepted the version. Null until it has.',
    ),
    in_effect_time: nullable(
      Timestamp,
      'From when the version is in effect: the later of `effective_time` and the last acceptance. Null until both sides have accepted it.',
    ),
    terms: MarginTerms,
    calendar_versions: Type.Array(PinnedCalendar, {
      maxItems: calendarsOfTermsMax,
      description:
        'The versions of its calendars that were the newest when it was proposed. They apply to it until a newer one does, 7 days after both sides were notified of that one.',
    }),
  },
  {
    title: 'AgreementVersion',
    additionalProperties: false,
    description:
      'One version of the terms. It is proposed, and takes effect when both sides have accepted it.',
  },
)

/** The largest number of versions that one side of an agreement may propose. */
export const agreementProposalsMax = 200

/** How many of the versions of an agreement no side proposes: they are the operator's alone. */
export const agreementVersionsOfOperator = 100

export const Agreement = Type.Object(
  {
    id: described(Uuid, 'The id of the agreement.'),
    lender_id: described(Uuid, 'The organization that lends.'),
    lender_name: label('The name of the lender.', 200, 'Harbor Bank Treasury'),
    borrower_id: described(Uuid, 'The organization that borrows.'),
    borrower_name: label('The name of the borrower.', 200, 'Kestrel Market Making'),
    versions: Type.Array(AgreementVersion, {
      maxItems: agreementVersionsMax,
      description: 'All versions, oldest first.',
    }),
  },
  {
    title: 'Agreement',
    additionalProperties: false,
    description:
      'The terms between one lender and one borrower, past, current and proposed. Of the versions in effect, the newest applies.',
  },
)
export type Agreement = Static<typeof Agreement>
export type AgreementVersion = Static<typeof AgreementVersion>

/**
 * The version of the agreement that a version replaces once both sides have accepted it: the newest
 * accepted one before it, which may take effect only later. Undefined if there is none. A proposal
 * is compared with this one: what is in effect now may not be what it changes.
 */
export function replacedVersion<
  Version extends Pick<AgreementVersion, 'version'> & { readonly state: string },
>(
  { versions }: { readonly versions: readonly Version[] },
  { version }: Pick<AgreementVersion, 'version'>,
): Version | undefined {
  return versions.findLast((one) => one.version < version && one.state === 'ACCEPTED')
}
