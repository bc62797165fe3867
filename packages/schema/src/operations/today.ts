import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { operation } from '../operation.ts'
import {
  ApprovalToGive,
  ExceededLimits,
  FailedTransfer,
  LateTransfer,
  OpenDefault,
  PositionToMark,
  RequestToAnswer,
  StuckTransfer,
  TermsToAccept,
} from '../resources/today.ts'
import { DecimalString, Timestamp } from '../scalars.ts'
import { usualSeconds } from '../state-machines/usual-times.ts'

/** The most rows of each kind that are counted. */
export const todayCountMax = 1_000
/** The most positions of the lowest coverage, and of the highest, that are looked at. */
export const todayPositionsMax = 500
/** The most changes since the last market cut that are looked at, for each side of a deal. */
export const todayChangesMax = 10_000
/** How many rows of each kind are named, unless the caller asks for another number. */
export const todayRowsDefault = 10

const count = (what: string) =>
  Type.Integer({ minimum: 0, description: `The number of ${what}.`, examples: [3] })
const usd = (description: string) => described(DecimalString, description, '147801.25')

const hasMore = {
  has_more: Type.Boolean({
    description: `Whether there may be more: at most ${todayCountMax} of each kind are looked at, and then numbers and sums are lower bounds.`,
  }),
}
const deadline = {
  next_deadline: nullable(Timestamp, 'The nearest deadline among them. Null if there is none.'),
}

/** What is counted and not named, because the caller asked for no more rows. */
const others = {
  others: Type.Object(
    {
      count: count('those that are counted and not named'),
      notional_usd: usd('The sum of their amounts in USD. Those that have none add nothing.'),
    },
    {
      title: 'TodayOthers',
      additionalProperties: false,
      description: 'What is counted and not named: `rows` names so many of each kind.',
    },
  ),
}

function part<Members extends Parameters<typeof Type.Object>[0]>(
  members: Members,
  description: string,
) {
  return Type.Object({ ...members, ...hasMore }, { additionalProperties: false, description })
}

/** The rows of a part that are named. */
const named = <Row extends TSchema>(row: Row, order: string) =>
  Type.Array(row, { maxItems: todayCountMax, description: `${order}, at most \`rows\`.` })

const submittable = (kind: string) =>
  part(
    {
      count: count('positions'),
      lender_count: count(
        "positions among them in which the caller's organization is the lender. In the others it is the borrower",
      ),
      notional_usd: usd('The sum of their `m2m_notional_usd`.'),
      positions: named(PositionToMark, 'Those with the largest `m2m_notional_usd`'),
      ...others,
    },
    `The positions for which a ${kind} can be submitted at current prices, among the ${todayPositionsMax} of the lowest coverage and the ${todayPositionsMax} of the highest. They are those of \`GET /positions\` with \`ready_for_m2m\` and this \`m2m_direction\`.`,
  )

const usual = Object.entries(usualSeconds)
  .map(([state, seconds]) => `${state} ${seconds}`)
  .join(', ')

/** Transfers that need a person, with their sum. */
const transfers = <Row extends TSchema>(what: string, row: Row, description: string) =>
  part(
    {
      count: count(what),
      notional_usd: usd('The sum of their `notional`.'),
      transfers: named(row, 'Those with the largest `notional`'),
      ...others,
    },
    description,
  )

const Watch = part(
  {
    margin_call_reached: count('positions at or below their margin call level'),
    liquidation_reached: count('positions at or below their liquidation level'),
  },
  'The positions that have reached a level at the prices of the last revaluation. A position without a current price does not count.',
)

const sums = {
  owed_to_us_usd: usd(
    "What counterparties are asked for: the notional of mark-to-market requests that await an answer or a retry, and whose collateral the caller's organization would receive. After a dispute, its undisputed part.",
  ),
  owed_by_us_usd: usd("The same that the caller's organization would send."),
  in_transit_to_us_usd: usd('The notional of the transfers under way to it.'),
  in_transit_from_us_usd: usd('The notional of the transfers under way from it.'),
  disputed_usd: usd('The disputed notional of the mark-to-market requests in dispute.'),
}

const Totals = part(sums, 'Sums in USD, of notionals as they were computed when each was created.')

const TotalsAtCut = Type.Object(
  {
    cut_time: described(Timestamp, 'The time of the market cut.'),
    ...sums,
    has_more: Type.Boolean({
      description: `Whether there may be more, so that the sums are lower bounds: at most ${todayCountMax} of each kind that are open now are looked at, and ${todayChangesMax} changes since the cut for each side of a deal.`,
    }),
  },
  {
    title: 'TotalsAtCut',
    additionalProperties: false,
    description:
      'The sums of `totals` as they were at a market cut. They rest on no price of the cut.',
  },
)

export const Today = Type.Object(
  {
    as_of: described(Timestamp, 'The time of all figures.'),
    failed_transfers: transfers(
      'failed transfers that need a person',
      FailedTransfer,
      'The transfers from or to the organization that failed, were rejected or were cancelled, that no later attempt has replaced, and whose order or request awaits a retry.',
    ),
    to_answer: part(
      {
        count: count(
          'orders, requests and call sets of counterparties that await an answer; the requests of a call set count as one',
        ),
        orders: count('orders among them'),
        mark_to_market_requests: count(
          'mark-to-market requests among them, without those of call sets',
        ),
        call_sets: count('call sets among them'),
        order_requests: count('order requests among them'),
        notional_usd: usd(
          'The sum of the notional of the mark-to-market requests among them, with those of call sets.',
        ),
        ...deadline,
        requests: named(RequestToAnswer, 'Those that expire first'),
        ...others,
      },
      "What awaits the answer of the caller's organization.",
    ),
    to_approve: part(
      {
        count: count('approvals'),
        ...deadline,
        approvals: named(ApprovalToGive, 'Those that expire first'),
        ...others,
      },
      'The approvals that the caller may approve.',
    ),
    agreements_to_accept: part(
      {
        count: count('agreement versions'),
        ...deadline,
        versions: named(TermsToAccept, 'Those that expire first'),
        ...others,
      },
      "The proposed versions of agreements that await the acceptance of the caller's organization.",
    ),
    awaited: part(
      {
        count: count('orders, requests and call sets of the organization'),
        ...deadline,
      },
      'What the organization has asked of its counterparties, and awaits their answer.',
    ),
    to_call: submittable('top-up'),
    to_release: submittable('release'),
    watch: Watch,
    stuck_transfers: transfers(
      'stuck transfers',
      StuckTransfer,
      `The transfers that have not changed for longer than usual in their state at the provider. Usual seconds: ${usual}.`,
    ),
    late_transfers: transfers(
      'late transfers',
      LateTransfer,
      'The transfers from or to the organization that are late: they have not ended within the `settlement_time_seconds` of the terms after their first attempt was instructed, or within a day (`TRANSFER_LATE_AFTER_S`) where the terms do not say.',
    ),
    defaults: part(
      {
        against_us: count(
          'notices and close-outs under way in which the organization is in default',
        ),
        by_us: count('those that the organization has declared'),
        claims_open: count('close-outs with an unpaid claim, of either side'),
        next_deadline: nullable(
          Timestamp,
          'The nearest time from which one of the notices can be terminated. Null if none is ahead.',
        ),
        close_outs: named(OpenDefault, 'Notices first, by when they can be terminated'),
        ...others,
      },
      'The declared defaults that are not over. The amounts of the others are their unpaid claims.',
    ),
    limits_exceeded: part(
      {
        count: count('counterparties with a limit that is exceeded'),
        counterparties: named(ExceededLimits, 'Those that are exceeded for longest'),
        ...others,
      },
      'The limits of the organization that were exceeded when they were last compared: at the last market cut, or by an order since. The others have no amounts.',
    ),
    totals: Totals,
    totals_at_cut: nullable(
      TotalsAtCut,
      'The same sums at the last market cut until now. Null if there was no cut since the organization was created.',
    ),
  },
  {
    title: 'Today',
    additionalProperties: false,
    description: 'What needs a person now, in numbers. All of it is from one snapshot of the book.',
  },
)
export type Today = Static<typeof Today>

export const getToday = operation({
  id: 'getToday',
  method: 'GET',
  path: '/today',
  summary: 'Count what needs a person',
  description:
    "Counts what awaits the caller's organization, and names the first of each kind: requests to answer and to approve, agreements to accept, positions to call or to release, failed, stuck and late transfers, declared defaults, exceeded limits; and sums what is owed, in transit and disputed, now and at the last market cut.",
  command: ['today', 'show'],
  group: 'today',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      rows: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: todayCountMax,
          description: `How many of each kind are named, 0 to ${todayCountMax}. The others are counted. Default: ${todayRowsDefault}.`,
          examples: [todayRowsDefault],
        }),
      ),
      named: Type.Optional(
        enumeration(['all', 'positions'], {
          description:
            'Whose rows are named: those of `all` kinds, or only those of `positions`, which are all that rests on prices. The others are then counted only. Default: all.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: Today,
  reasons: [],
})
