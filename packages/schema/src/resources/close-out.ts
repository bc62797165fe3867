import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { closeOutStates } from '../state-machines/close-out.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { AvailableActions } from './available-action.ts'
import { CloseOutCauseName } from './close-out-cause.ts'
import { CloseOutStatement } from './close-out-statement.ts'

export const CloseOutStatus = enumeration(statesOf(closeOutStates), {
  title: 'CloseOutStatus',
  description: 'Lifecycle status.',
})

const CloseOutFact = Type.Object(
  {
    resource: enumeration(['position', 'order', 'mark_to_market_request', 'order_request'], {
      description: 'The kind of what the fact is about.',
    }),
    resource_id: described(Uuid, 'The id of what the fact is about.'),
    occasion: nullable(
      Type.Integer({ minimum: 1 }),
      'Which time it was that the position fell to the level. A later one is another occasion, and needs another notice. Null for other causes.',
      1,
    ),
    due_day: nullable(
      Type.String(),
      'The day, in UTC, on which the interest was due that is late. Null for other causes.',
      '2026-03-01',
    ),
    since_time: described(
      Timestamp,
      'Since when: of the liquidation level, since the coverage was at or below it; of a call, since its time to answer was over, it was late or in dispute; of a recall or a maturity, since it bound; of anything else, since it was late.',
    ),
    holds: nullable(
      Type.Boolean(),
      'Whether the fact holds now. Null without a current price, and once the notice has ended.',
    ),
  },
  {
    title: 'CloseOutFact',
    additionalProperties: false,
    description: 'What the service has checked before it accepted the declaration.',
  },
)

const AwaitedTransfers = Type.Object(
  {
    transfer_ids: Type.Array(Uuid, {
      description: 'The transfers that count if they arrive in time, oldest first.',
    }),
    until_time: described(
      Timestamp,
      'Until when they count. The close-out is booked then, or once none of them is under way.',
    ),
  },
  {
    title: 'AwaitedTransfers',
    additionalProperties: false,
    description: 'What a provisional statement waits for.',
  },
)

export const CloseOut = Type.Object(
  {
    id: described(Uuid, 'The id of the close-out.'),
    status: CloseOutStatus,
    cause: CloseOutCauseName,
    position_id: described(Uuid, 'The position.'),
    order_id: described(Uuid, 'The order of the position.'),
    order_id_pretty: Type.Integer({
      description: 'The number of the order, for people.',
      examples: [1042],
    }),
    lender_id: described(Uuid, 'The organization that lends.'),
    borrower_id: described(Uuid, 'The organization that borrows.'),
    declarer_id: described(
      Uuid,
      'The organization that declared the default. The other one is in default.',
    ),
    note: nullable(
      Type.String(),
      'The note of the declarer. Null if there is none.',
      'No top-up has arrived since Monday.',
    ),
    fact: CloseOutFact,
    earliest_terminate_time: described(Timestamp, 'From when it can be terminated.'),
    terminate_time: nullable(Timestamp, 'When it was terminated. Null until then.'),
    statement: Type.Union([CloseOutStatement, Type.Null()], {
      description:
        'The figures of the termination. Null until then. A provisional one is computed again when the close-out is booked, with the same prices.',
    }),
    waits_for: Type.Union([AwaitedTransfers, Type.Null()], {
      description: 'What a provisional statement waits for. Null once it is booked.',
    }),
    excess_late: Type.Boolean({
      description: 'Whether what goes back is late: the party in default still waits for it.',
    }),
    transfer_ids: Type.Array(Uuid, {
      description:
        'The ids of its transfers, oldest first: of what goes back, and of what is sent back because it arrived without counting.',
    }),
    create_time: described(Timestamp, 'When it was declared.'),
    update_time: described(Timestamp, 'When it last changed.'),
    actions: AvailableActions,
  },
  {
    title: 'CloseOut',
    additionalProperties: false,
    description:
      'A declared default of one side of a deal, and its close-out: what the declarer keeps, what goes back, and the claim that is left.',
  },
)
export type CloseOut = Static<typeof CloseOut>
