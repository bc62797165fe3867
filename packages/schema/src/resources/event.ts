import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { AdministrativeChange } from './administrative-change.ts'
import { Notification } from './notification.ts'
import { ChatEntry } from './chat.ts'
import { ProviderLifecycle } from './transfer.ts'

/** What moves from state to state, by the ids of the state machines; an event each tells of its moves. */
export const changedResources = [
  'order',
  'position',
  'transfer',
  'mark_to_market_request',
  'order_request',
] as const
export type ChangedResource = (typeof changedResources)[number]

/** The kinds of events, with what each carries. */
export const eventTypes = {
  'order.updated': 'An order came to be or moved on: `change`.',
  'position.updated': 'A position came to be or moved on: `change`.',
  'transfer.updated':
    'A transfer came to be or moved on: `change`; or its state at the provider changed: `progress`.',
  'mark_to_market_request.updated': 'A mark-to-market request came to be or moved on: `change`.',
  'order_request.updated': 'A recall, return or rerate came to be or moved on: `change`.',
  'notification.created': 'Something that somebody should look at: `notification`.',
  'chat.updated': 'Something was written or settled in the thread of an order: `entry`.',
  'account.updated': 'An account of the organization was created: `administrative_change`.',
  'credential.updated':
    'A credential of the organization was created, rotated or revoked: `administrative_change`.',
  'wallet.updated': 'A wallet of the organization was created: `administrative_change`.',
  'organization.updated':
    'The organization, or one with which it has an agreement, was suspended or activated: `administrative_change`.',
  'agreement.updated':
    'An agreement of the organization was created or amended: `administrative_change`.',
  'price_source.updated': 'A source of prices was registered or revoked: `administrative_change`.',
} as const
export type EventType = keyof typeof eventTypes

export const eventTypeNames = Object.keys(eventTypes) as readonly EventType[]

/** A position in the log of one organization. */
export const EventPosition = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,128}$',
  maxLength: 128,
  description:
    'A position in the log of the organization. Opaque; positions are not to be compared with one another.',
  'x-expected': 'the id of an event that this organization was given',
})

/** What every stream is asked with. */
export const streamParameters = {
  after: Type.Optional(
    described(
      EventPosition,
      'Goes on after this position, as the header Last-Event-ID does. From now on unless given.',
    ),
  ),
}

/** A move of a resource as its state machine has it. */
export const StateChange = Type.Object(
  {
    resource: enumeration(changedResources, {
      description: 'What moved, as /state-machines names it.',
    }),
    resource_id: Uuid,
    order_id: Uuid,
    action: Type.String({ description: 'What was done. `create`: it came to be.' }),
    from: nullable(Type.String(), 'The state it was in. Null where it came to be.'),
    to: Type.String({ description: 'The state it is in since.' }),
    by: nullable(Uuid, 'The organization that did it. Null: the service, or a custodian.'),
  },
  { title: 'StateChange', additionalProperties: false },
)
export type StateChange = Static<typeof StateChange>

/** A change of a transfer that is no move of its state machine. */
export const TransferProgress = Type.Object(
  {
    transfer_id: Uuid,
    order_id: Uuid,
    provider_lifecycle: ProviderLifecycle,
  },
  {
    title: 'TransferProgress',
    additionalProperties: false,
    description: 'How far a transfer is at its provider, without a change of its status.',
  },
)
export type TransferProgress = Static<typeof TransferProgress>

export const Event = Type.Object(
  {
    id: EventPosition,
    type: enumeration(eventTypeNames, {
      description: 'What happened. More kinds may come: pass over those that you do not know.',
    }),
    time: Timestamp,
    data: Type.Object(
      {
        organization_id: Uuid,
        change: Type.Optional(StateChange),
        progress: Type.Optional(TransferProgress),
        notification: Type.Optional(Notification),
        entry: Type.Optional(ChatEntry),
        administrative_change: Type.Optional(AdministrativeChange),
      },
      { title: 'EventData', description: 'The reader, and what the kind of event carries.' },
    ),
  },
  {
    title: 'Event',
    additionalProperties: false,
    description: 'Something that happened and concerns the organization.',
  },
)
export type Event = Static<typeof Event>
