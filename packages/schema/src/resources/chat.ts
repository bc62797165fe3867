import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { AvailableAction } from './available-action.ts'

const textLengthMax = 4000

/**
 * A message of several lines, without control characters that a terminal or a log would interpret.
 */
export const ChatText = Type.String({
  pattern: '^(?=[\\s\\S]*\\S)(?:[^\\p{Cc}]|\\r?\\n)+$',
  minLength: 1,
  maxLength: textLengthMax,
  description: `1 to ${textLengthMax} characters, stored unchanged. Line breaks are allowed, other control characters are not.`,
  examples: ['Please confirm the wallet for the collateral.'],
  'x-expected': `1 to ${textLengthMax} characters, not white space alone, with line breaks (LF, CR LF) but no other control characters`,
})

/** The resources that can await an answer, by the ids of their state machines. */
export const answeredResources = ['order', 'mark_to_market_request', 'order_request'] as const
export type AnsweredResource = (typeof answeredResources)[number]

export const chatDecisions = ['accept', 'reject'] as const
export type ChatDecision = (typeof chatDecisions)[number]

export const ChatAction = Type.Object(
  {
    resource: enumeration(answeredResources, {
      description: 'The kind of resource that awaits an answer, as in /state-machines.',
    }),
    resource_id: described(Uuid, 'The id of the resource.'),
    awaits: text('The state in which the resource awaits the answer.', 'PENDING_ACCEPTANCE'),
    state: enumeration(['open', 'resolved'], {
      description:
        'open: the resource awaits the answer. resolved: it has left that state, by any operation.',
    }),
    resolution: nullable(
      Type.String(),
      'The action that resolved it, as in /state-machines. Null while open.',
      'accept',
    ),
    resolved_by: nullable(
      Uuid,
      'The organization that resolved it. Null while open, or if the service resolved it.',
    ),
    resolve_time: nullable(Timestamp, 'When it was resolved. Null while open.'),
    actions: Type.Array(AvailableAction, {
      description:
        'The answers that the caller may give here, as in the actions of the resource. In an event, only the state and the side of the reader are considered, not the role, the time or the prices.',
    }),
  },
  {
    title: 'ChatAction',
    additionalProperties: false,
    description: 'An order or a request that awaits an answer, or has awaited one.',
  },
)
export type ChatAction = Static<typeof ChatAction>

export const ChatEntry = Type.Object(
  {
    id: described(Uuid, 'The id of the entry.'),
    order_id: described(Uuid, 'The order of the chat.'),
    number: Type.Integer({
      minimum: 1,
      description: 'The number of the entry in its chat: 1, 2, 3, without gaps.',
      examples: [7],
    }),
    kind: enumeration(['message', 'action', 'default'], {
      description:
        'message: a person or a program wrote it. action: an order or a request awaits an answer. default: a default was declared, or the deal was terminated.',
    }),
    organization_id: nullable(
      Uuid,
      'The organization that wrote, asked or declared. Null if the service wrote it.',
    ),
    account_name: nullable(
      Type.String(),
      'The account name of the author. Null if no account wrote it.',
      'Margin bot',
    ),
    text: described(ChatText, 'The message, or what the action or the default is about.'),
    action: nullable(ChatAction, 'The action. Null in other entries.'),
    close_out_id: nullable(Uuid, 'The close-out of the default. Null in other entries.'),
    create_time: described(Timestamp, 'When it was created.'),
  },
  {
    title: 'ChatEntry',
    additionalProperties: false,
    description: "An entry of an order's chat.",
  },
)
export type ChatEntry = Static<typeof ChatEntry>

export const Chat = Type.Object(
  {
    order_id: described(Uuid, 'The order of the chat.'),
    order_number: Type.Integer({
      description: 'The number of the order, for people.',
      examples: [1042],
    }),
    counterparty_id: described(Uuid, 'The organization id of the counterparty.'),
    counterparty_name: text('The name of the counterparty.', 'Kestrel Market Making'),
    last_entry: nullable(ChatEntry, 'The newest entry. Null if the chat is empty.'),
    open_action_count: Type.Integer({
      minimum: 0,
      description: 'The number of actions that await an answer of either side.',
      examples: [1],
    }),
    pending_approval_ids: Type.Array(Uuid, {
      description:
        "The requests of the caller's organization on this order that await approval, oldest first. The other side does not see them.",
    }),
    unread_count: Type.Integer({
      minimum: 0,
      description:
        "The number of entries after the read mark of the caller's account, without its own entries.",
      examples: [3],
    }),
    read_number: Type.Integer({
      minimum: 0,
      description: 'The number of the last entry that the account has read. 0: it has read none.',
      examples: [4],
    }),
    update_time: nullable(
      Timestamp,
      'When an entry was last added or resolved. Null if the chat is empty.',
    ),
  },
  {
    title: 'Chat',
    additionalProperties: false,
    description:
      'The messages between the lender and the borrower of an order, with the actions that await an answer.',
  },
)
export type Chat = Static<typeof Chat>
