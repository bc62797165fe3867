import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { AvailableAction } from './available-action.ts'

const textLengthMax = 4000

/** What people write to one another: more than a line, and nothing that a terminal or a log would obey. */
export const ChatText = Type.String({
  pattern: '^(?=[\\s\\S]*\\S)(?:[^\\p{Cc}]|\\r?\\n)+$',
  minLength: 1,
  maxLength: textLengthMax,
  description: `1 to ${textLengthMax} characters, kept byte for byte. Line breaks, but no other control characters.`,
  'x-expected': `1 to ${textLengthMax} characters, not white space alone, with line breaks (LF, CR LF) but no other control characters`,
})

/** What can await an answer, by the ids of the state machines. */
export const answeredResources = ['order', 'mark_to_market_request', 'order_request'] as const
export type AnsweredResource = (typeof answeredResources)[number]

export const chatDecisions = ['accept', 'reject'] as const
export type ChatDecision = (typeof chatDecisions)[number]

export const ChatAction = Type.Object(
  {
    resource: enumeration(answeredResources, {
      description: 'What awaits an answer, as /state-machines names it.',
    }),
    resource_id: Uuid,
    awaits: Type.String({
      description: 'The state of the resource in which the answer is awaited.',
    }),
    state: enumeration(['open', 'resolved'], {
      description: 'resolved: the resource has moved on, wherever that was done.',
    }),
    resolution: nullable(
      Type.String(),
      'The action by which it has moved on, as /state-machines names it. Null while open.',
    ),
    resolved_by: nullable(
      Uuid,
      'The organization that did it. Null while open, or where it was the service.',
    ),
    resolve_time: nullable(Timestamp, 'When that was. Null while open.'),
    actions: Type.Array(AvailableAction, {
      description:
        'How the caller may resolve it here, as the actions of the resource itself say. In an event only state and side decide: role, time and prices may differ for each reader.',
    }),
  },
  { title: 'ChatAction', additionalProperties: false },
)
export type ChatAction = Static<typeof ChatAction>

export const ChatEntry = Type.Object(
  {
    id: Uuid,
    order_id: Uuid,
    number: Type.Integer({
      minimum: 1,
      description: 'Its place in the thread: 1, 2, 3, without a gap.',
    }),
    kind: enumeration(['message', 'action'], {
      description: 'message: somebody wrote it. action: something awaits an answer.',
    }),
    organization_id: nullable(
      Uuid,
      'The side that wrote or asked. Null where a book was taken over, or the service did.',
    ),
    account_name: nullable(
      Type.String(),
      'The name of the person or program. Null where there was none.',
    ),
    text: described(ChatText, 'What was written; of an action, what it is about.'),
    action: nullable(ChatAction, 'What awaits an answer. Null in a message.'),
    create_time: Timestamp,
  },
  {
    title: 'ChatEntry',
    additionalProperties: false,
    description: 'Something that stands in the thread of an order.',
  },
)
export type ChatEntry = Static<typeof ChatEntry>

export const Chat = Type.Object(
  {
    order_id: Uuid,
    order_number: Type.Integer({ description: 'The number of the order, for people.' }),
    counterparty_id: described(Uuid, 'The other side.'),
    counterparty_name: Type.String(),
    last_entry: nullable(ChatEntry, 'The newest entry. Null while there is none.'),
    open_action_count: Type.Integer({
      minimum: 0,
      description: 'How many entries await an answer, by either side.',
    }),
    unread_count: Type.Integer({
      minimum: 0,
      description:
        'How many entries after the read mark of the account of the caller were not its own.',
    }),
    read_number: Type.Integer({
      minimum: 0,
      description: 'The number of the entry up to which that account has read. 0: of none.',
    }),
    update_time: nullable(
      Timestamp,
      'When an entry was last added or resolved. Null while there is none.',
    ),
  },
  {
    title: 'Chat',
    additionalProperties: false,
    description: 'The thread of an order, between its two sides.',
  },
)
export type Chat = Static<typeof Chat>
