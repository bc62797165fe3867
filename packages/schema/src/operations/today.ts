import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { operation } from '../operation.ts'
import { AvailableActions } from '../resources/available-action.ts'
import { AssetSymbol } from '../resources/custody.ts'
import { ProviderState, TransferCategory, TransferParty } from '../resources/transfer.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { statusSets } from '../state-machines/status-sets.ts'
import { usualSeconds } from '../state-machines/usual-times.ts'

/** The most rows of each kind that are counted. */
export const todayCountMax = 1_000
/** The most positions of the lowest coverage, and of the highest, that are looked at. */
export const todayPositionsMax = 500
/** The most stuck transfers that are named. */
export const stuckTransfersMax = 10
/** The most late transfers that are named. */
export const lateTransfersMax = 10
/** The most failed transfers that are named. */
export const failedTransfersMax = 10

const count = (what: string) =>
  Type.Integer({ minimum: 0, description: `The number of ${what}.`, examples: [3] })
const usd = (description: string) => described(DecimalString, description, '147801.25')

const hasMore = {
  has_more: Type.Boolean({
    description: `Whether there may be more: at most ${todayCountMax} of each kind are looked at, and then numbers and sums are lower bounds.`,
  }),
}
const leg = enumeration(['asset', 'collateral', 'interest'], {
  description: 'The part of the deal that it moves.',
})
const deadline = {
  next_deadline: nullable(Timestamp, 'The nearest deadline among them. Null if there is none.'),
}

function part<Members extends Parameters<typeof Type.Object>[0]>(
  members: Members,
  description: string,
) {
  return Type.Object({ ...members, ...hasMore }, { additionalProperties: false, description })
}

const submittable = (kind: string) =>
  part(
    {
      count: count('positions'),
      notional_usd: usd('The sum of their `m2m_notional_usd`.'),
    },
    `The positions for which a ${kind} can be submitted at current prices, among the ${todayPositionsMax} of the lowest coverage and the ${todayPositionsMax} of the highest.`,
  )

const usual = Object.entries(usualSeconds)
  .map(([state, seconds]) => `${state} ${seconds}`)
  .join(', ')

/** A failed transfer that needs a person, and whether the caller may retry it. */
export const FailedTransfer = Type.Object(
  {
    id: described(Uuid, 'The id of the transfer.'),
    order_id: described(Uuid, 'The id of its order.'),
    order_id_pretty: Type.Integer({
      description: 'The number of its order, for people.',
      examples: [1042],
    }),
    category: TransferCategory,
    leg,
    status: enumeration(statusSets.transfer.failed, { description: 'How it ended.' }),
    token: described(AssetSymbol, 'The symbol of the asset.'),
    quantity: described(DecimalString, 'The quantity in units of the asset.', '2.5'),
    notional: usd('Its value in USD when it was created.'),
    counterparty_id: described(Uuid, 'The organization id of the other side.'),
    counterparty_name: text('The name of the other side.', 'Kestrel Market Making'),
    sender: TransferParty,
    receiver: TransferParty,
    provider_state: ProviderState,
    label: text(
      'What the provider says of it, for people.',
      'Rejected by an approver at Fireblocks.',
    ),
    since: described(Timestamp, 'When it failed.'),
    mark_to_market_request_id: nullable(
      Uuid,
      'The mark-to-market request whose retry instructs it again. Null if it belongs to none.',
    ),
    order_request_id: nullable(
      Uuid,
      'The order request whose retry instructs it again. Null if it belongs to none. If both are null, the order is retried.',
    ),
    actions: described(
      AvailableActions,
      'Whether the caller may retry what it belongs to: the action `retry` of that resource.',
    ),
  },
  {
    title: 'FailedTransfer',
    additionalProperties: false,
    description: 'A transfer that failed and is not replaced, with what is retried.',
  },
)
export type FailedTransfer = Static<typeof FailedTransfer>

export const Today = Type.Object(
  {
    as_of: described(Timestamp, 'The time of all figures.'),
    failed_transfers: part(
      {
        count: count('failed transfers that need a person'),
        transfers: Type.Array(FailedTransfer, {
          maxItems: failedTransfersMax,
          description: `Those that failed last, at most ${failedTransfersMax}.`,
        }),
      },
      'The transfers from or to the organization that failed, were rejected or were cancelled, that no later attempt has replaced, and whose order or request awaits a retry.',
    ),
    to_answer: part(
      {
        count: count('orders and requests of counterparties that await an answer'),
        orders: count('orders among them'),
        mark_to_market_requests: count('mark-to-market requests among them'),
        order_requests: count('order requests among them'),
        ...deadline,
      },
      "What awaits the answer of the caller's organization.",
    ),
    to_approve: part(
      { count: count('approvals'), ...deadline },
      'The approvals that the caller may approve.',
    ),
    agreements_to_accept: part(
      { count: count('agreement versions'), ...deadline },
      "The proposed versions of agreements that await the acceptance of the caller's organization.",
    ),
    to_call: submittable('top-up'),
    to_release: submittable('release'),
    watch: part(
      {
        margin_call_reached: count('positions at or below their margin call level'),
        liquidation_reached: count('positions at or below their liquidation level'),
      },
      'The positions that have reached a level at the prices of the last revaluation.',
    ),
    stuck_transfers: part(
      {
        count: count('stuck transfers'),
        transfers: Type.Array(
          Type.Object(
            {
              id: described(Uuid, 'The id of the transfer.'),
              order_id_pretty: Type.Integer({
                description: 'The number of its order, for people.',
                examples: [1042],
              }),
              provider_state: ProviderState,
              label: text(
                'The state at the provider, for people.',
                'Awaits the approval of a person at Fireblocks.',
              ),
              since: described(Timestamp, 'When it last changed.'),
              usual_seconds: Type.Integer({
                description: 'How long this state usually lasts at most.',
                examples: [usualSeconds.confirming],
              }),
            },
            {
              title: 'StuckTransfer',
              additionalProperties: false,
              description: 'A transfer that has not changed for longer than `usual_seconds`.',
            },
          ),
          {
            maxItems: stuckTransfersMax,
            description: `Those that are stuck for longest, at most ${stuckTransfersMax}.`,
          },
        ),
      },
      `The transfers that have not changed for longer than usual in their state at the provider. Usual seconds: ${usual}.`,
    ),
    late_transfers: part(
      {
        count: count('late transfers'),
        transfers: Type.Array(
          Type.Object(
            {
              id: described(Uuid, 'The id of the transfer.'),
              order_id: described(Uuid, 'The id of its order.'),
              order_id_pretty: Type.Integer({
                description: 'The number of its order, for people.',
                examples: [1042],
              }),
              category: TransferCategory,
              leg,
              provider_state: ProviderState,
              label: text(
                'The state at the provider, for people.',
                'Awaits the approval of a person at Fireblocks.',
              ),
              late_since: described(Timestamp, 'From when it is late.'),
              cancellation_requested: Type.Boolean({
                description:
                  'Whether its cancellation was requested, and the custodian has not answered.',
              }),
              actions: AvailableActions,
            },
            {
              title: 'LateTransfer',
              additionalProperties: false,
              description: 'A transfer that has not ended in time, with the actions that may help.',
            },
          ),
          {
            maxItems: lateTransfersMax,
            description: `Those that are late for longest, at most ${lateTransfersMax}.`,
          },
        ),
      },
      'The transfers from or to the organization that have not ended a day after their first attempt was instructed (`TRANSFER_LATE_AFTER_S`).',
    ),
    totals: part(
      {
        owed_to_us_usd: usd(
          "What counterparties are asked for: the notional of mark-to-market requests that await an answer or a retry, and whose collateral the caller's organization would receive. After a dispute, its undisputed part.",
        ),
        owed_by_us_usd: usd("The same that the caller's organization would send."),
        in_transit_to_us_usd: usd('The notional of the transfers under way to it.'),
        in_transit_from_us_usd: usd('The notional of the transfers under way from it.'),
        disputed_usd: usd('The disputed notional of the mark-to-market requests in dispute.'),
      },
      'Sums in USD, of notionals as they were computed when each was created.',
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
    "Counts what awaits the caller's organization: requests to answer and to approve, agreements to accept, positions to call or to release, failed, stuck and late transfers; and what is owed, in transit and disputed.",
  command: ['today', 'show'],
  group: 'today',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  response: Today,
  reasons: [],
})
