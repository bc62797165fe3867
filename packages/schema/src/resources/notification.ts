import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'

/** What somebody is told of, and when. */
export const notificationCategories = {
  margin_call_reached: 'The coverage of a position has come down to its margin call level.',
  liquidation_reached: 'The coverage of a position has come down to its liquidation level.',
  mark_to_market_to_answer: 'A mark-to-market request, or a dispute of one, awaits an answer.',
  order_request_to_answer: 'A recall, return or rerate awaits an answer.',
  transfer_failed: 'A transfer came to nothing: it failed, was rejected or was cancelled.',
  price_stale: 'The newest price of an asset of open positions is too old.',
  price_source_changed: 'The operator has registered or revoked a source of prices.',
  request_expiring: 'What awaits an answer will expire before long.',
  credential_expiring: 'A credential that nothing replaces will expire before long.',
  webhook_disabled: 'A webhook could not be delivered for so long that it was switched off.',
  account_changed: 'An account of the organization was created.',
  credential_changed: 'A credential of the organization was created, rotated or revoked.',
  wallet_changed: 'A wallet of the organization was created.',
  organization_changed:
    'The organization, or one with which it has an agreement, was suspended or activated.',
  agreement_changed: 'An agreement of the organization was created or amended.',
} as const
export type NotificationCategory = keyof typeof notificationCategories

export const notificationCategoryNames = Object.keys(
  notificationCategories,
) as readonly NotificationCategory[]

/**
 * What nobody can mute, whatever its severity: somebody who has gained a credential must not be able to hide what is
 * done with it.
 */
export const unmutableCategories: readonly NotificationCategory[] = [
  'account_changed',
  'credential_changed',
  'wallet_changed',
  'organization_changed',
  'agreement_changed',
  'price_source_changed',
]

const mutableCategoryNames = notificationCategoryNames.filter(
  (name) => !unmutableCategories.includes(name),
)

/** From the least to the most. */
export const notificationSeverities = ['info', 'warning', 'critical'] as const
export type NotificationSeverity = (typeof notificationSeverities)[number]

export const NotificationCategoryName = enumeration(notificationCategoryNames, {
  description: 'What it is about. More may come: show those that you do not know as they are.',
})
export const NotificationSeverityName = enumeration(notificationSeverities, {
  description: 'How much it matters: `info`, `warning` or `critical`.',
})

/** What can be looked up from a notification. */
export const linkedResources = [
  'order',
  'position',
  'transfer',
  'mark_to_market_request',
  'order_request',
  'price',
  'price_source',
  'credential',
  'webhook',
  'account',
  'wallet',
  'organization',
  'agreement',
] as const

export const NotificationLink = Type.Object(
  {
    resource: enumeration(linkedResources, { description: 'What it is.' }),
    id: Type.String({ description: 'Its id. Of a price, the symbol of the asset.' }),
    order_id: nullable(Uuid, 'The order to which it belongs. Null: to none.'),
  },
  {
    title: 'NotificationLink',
    additionalProperties: false,
    description: 'What the notification is about.',
  },
)
export type NotificationLink = Static<typeof NotificationLink>

export const Notification = Type.Object(
  {
    id: Uuid,
    category: NotificationCategoryName,
    severity: NotificationSeverityName,
    title: Type.String({ description: 'One line for people.' }),
    body: Type.String({ description: 'Some sentences for people. No program should read them.' }),
    link: NotificationLink,
    create_time: Timestamp,
    read: Type.Boolean({ description: 'Whether the account of the caller has marked it as read.' }),
  },
  {
    title: 'Notification',
    additionalProperties: false,
    description: 'Something that somebody of the organization should look at.',
  },
)
export type Notification = Static<typeof Notification>

export const NotificationPreferences = Type.Object(
  {
    muted_categories: Type.Array(
      enumeration(mutableCategoryNames, { description: 'A category that can be muted.' }),
      {
        maxItems: notificationCategoryNames.length,
        description:
          'Categories that the account does not want to hear of. Changes of accounts, credentials, wallets, organizations and agreements cannot be muted.',
      },
    ),
    minimum_severity: described(
      NotificationSeverityName,
      'What matters less than this is not let through, unless it cannot be muted; `info` lets everything through.',
    ),
  },
  {
    title: 'NotificationPreferences',
    additionalProperties: false,
    description: 'What one account wants to hear of. Others of its organization have their own.',
  },
)
export type NotificationPreferences = Static<typeof NotificationPreferences>
