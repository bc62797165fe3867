import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { AdministrativeChange } from './administrative-change.ts'
import { ApprovalChange } from './approval.ts'
import { CreatedDocument } from './document.ts'
import { Notification } from './notification.ts'
import { ChatEntry } from './chat.ts'
import { ProviderLifecycle } from './transfer.ts'

/** The resources with a state machine, by its id. Each has an event type for its transitions. */
export const changedResources = [
  'order',
  'position',
  'transfer',
  'mark_to_market_request',
  'order_request',
  'close_out',
] as const
export type ChangedResource = (typeof changedResources)[number]

/** The event types, with the member of `data` that each has. */
export const eventTypes = {
  'order.updated': 'An order was created or changed its state: `change`.',
  'position.updated': 'A position was created or changed its state: `change`.',
  'transfer.updated':
    'A transfer was created or changed its state: `change`. Or its state at the provider changed: `progress`.',
  'mark_to_market_request.updated':
    'A mark-to-market request was created or changed its state: `change`.',
  'order_request.updated': 'A recall, return or rerate was created or changed its state: `change`.',
  'close_out.updated': 'A default was declared, or its close-out changed its state: `change`.',
  'document.created': 'The PDF of a document was stored: `document`.',
  'notification.created': 'A notification was created: `notification`.',
  'chat.updated': "An entry of an order's chat was added or resolved: `entry`.",
  'account.updated': 'An account of the organization was created: `administrative_change`.',
  'credential.updated':
    'A credential of the organization was created, rotated or revoked: `administrative_change`.',
  'invitation.updated':
    'An invitation of the organization was created, accepted, confirmed or revoked: `administrative_change`.',
  'wallet.updated': 'A wallet of the organization was created or retired: `administrative_change`.',
  'organization.updated':
    'The organization, or one with which it has an agreement, was suspended or activated: `administrative_change`.',
  'agreement.updated':
    'A version of an agreement of the organization was proposed, accepted or withdrawn, took effect or expired: `administrative_change`.',
  'approval.updated':
    'An approval was requested, decided or carried out, or it ended: `approval_change`.',
  'approval_policy.updated':
    'The approval policy of the organization was changed: `administrative_change`.',
  'automation.updated': 'An automation of the organization was changed: `administrative_change`.',
  'calendar.updated':
    'A new version of a calendar was set that terms of the organization name: `administrative_change`.',
  'counterparty_limits.updated':
    'Limits of the organization for a counterparty were changed: `administrative_change`.',
  'mail_address.updated':
    'A mail address of the organization was added, verified, changed, suspended or deleted: `administrative_change`.',
  'price_source.updated':
    'A price source was registered or revoked, or a held quote of it was released: `administrative_change`.',
} as const
export type EventType = keyof typeof eventTypes

export const eventTypeNames = Object.keys(eventTypes) as readonly EventType[]

/** A place in the event log of one organization. */
export const EventPosition = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,128}$',
  maxLength: 128,
  examples: ['AAAAAAAAAB4'],
  description:
    "An event cursor: a place in the organization's event log. Opaque; cursors cannot be compared.",
  'x-expected': 'the id of an event that this organization was given',
})

/** The parameters of every stream. */
export const streamParameters = {
  after: Type.Optional(
    described(
      EventPosition,
      'Continues after this event cursor, like the header Last-Event-ID. Default: from now on.',
    ),
  ),
}

/** A transition of a resource in its state machine. */
export const StateChange = Type.Object(
  {
    resource: enumeration(changedResources, {
      description: 'The kind of resource, as in /state-machines.',
    }),
    resource_id: described(Uuid, 'The id of the resource.'),
    order_id: described(Uuid, 'The order of the resource.'),
    action: text('The action. `create`: the resource was created.', 'accept'),
    from: nullable(
      Type.String(),
      'The state before. Null if the resource was created.',
      'PENDING_ACCEPTANCE',
    ),
    to: text('The state after.', 'ACCEPTED'),
    by: nullable(
      Uuid,
      'The organization that took the action. Null if it was the service or a custodian.',
    ),
  },
  {
    title: 'StateChange',
    additionalProperties: false,
    description: 'The creation of a resource, or a change of its state.',
  },
)
export type StateChange = Static<typeof StateChange>

/** A change of a transfer that is not a transition of its state machine. */
export const TransferProgress = Type.Object(
  {
    transfer_id: described(Uuid, 'The transfer.'),
    order_id: described(Uuid, 'The order of the transfer.'),
    provider_lifecycle: ProviderLifecycle,
  },
  {
    title: 'TransferProgress',
    additionalProperties: false,
    description:
      'A change of the state of a transfer at its provider, without a change of its status.',
  },
)
export type TransferProgress = Static<typeof TransferProgress>

export const Event = Type.Object(
  {
    id: EventPosition,
    type: enumeration(eventTypeNames, {
      description: 'The event type. New types may be added: ignore types that you do not know.',
    }),
    time: described(Timestamp, 'When it happened.'),
    data: Type.Object(
      {
        organization_id: described(Uuid, 'The organization whose log has the event.'),
        change: Type.Optional(StateChange),
        progress: Type.Optional(TransferProgress),
        document: Type.Optional(CreatedDocument),
        notification: Type.Optional(Notification),
        entry: Type.Optional(ChatEntry),
        administrative_change: Type.Optional(AdministrativeChange),
        approval_change: Type.Optional(ApprovalChange),
      },
      {
        title: 'EventData',
        description: 'The organization, and one more member that depends on the event type.',
      },
    ),
  },
  {
    title: 'Event',
    additionalProperties: false,
    description: "One entry of an organization's event log.",
  },
)
export type Event = Static<typeof Event>
