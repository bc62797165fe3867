import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'

/** The categories of notifications, each with its cause. */
export const notificationCategories = {
  margin_call_reached: 'The coverage of a position has fallen to its margin call level.',
  liquidation_reached: 'The coverage of a position has fallen to its liquidation level.',
  mark_to_market_to_answer: 'A mark-to-market request or its dispute awaits an answer.',
  order_request_to_answer:
    'A recall, return, rerate, amend, extend or substitution awaits an answer.',
  transfer_failed: 'A transfer failed, was rejected or was cancelled.',
  collateral_received: 'Collateral has arrived that the counterparty sent without a call.',
  collateral_exchanged:
    'It was decided whether other collateral replaces that of an order, or what was to be sent back has arrived.',
  close_cancelled: 'The close of an order was cancelled, and the order is active again.',
  maturity_near: 'An order reaches its maturity in a day, and closes then.',
  default_declared: 'A side of a deal has declared a default of the other.',
  close_out_changed:
    'The party in default sends something, a default can be terminated, a close-out was terminated or settled, or what goes back is late.',
  default_ended: 'A declared default was cured or withdrawn, or it ended by itself.',
  transfer_late:
    'A transfer is late, or its receiver requests its cancellation because it is late.',
  price_stale: 'The newest price of an asset in open positions is too old.',
  price_source_changed:
    'The operator registered or revoked a price source, or released a held quote of it.',
  request_expiring:
    'An order, a request or a proposed agreement version will expire soon without an answer.',
  credential_expiring: 'A credential without a replacement will expire soon.',
  webhook_disabled: 'A webhook endpoint was disabled because deliveries kept failing.',
  approval_to_decide: 'A request awaits the approval of another account.',
  approval_ended:
    'A request that needed approval was carried out, failed, was rejected or expired.',
  account_changed: 'An account of the organization was created.',
  credential_changed: 'A credential of the organization was created, rotated or revoked.',
  invitation_changed:
    'An invitation of the organization was created, accepted, confirmed or revoked, or a second key was refused.',
  wallet_changed:
    'A wallet of the organization was created or retired, a transfer uses a retired one, or a side of a deal names another wallet.',
  organization_changed:
    'The organization, or one with which it has an agreement, was suspended or activated.',
  approval_policy_changed: 'The approval policy of the organization was changed.',
  agreement_changed: 'An agreement of the organization was created or amended.',
  automation_changed: 'An automation of the organization was changed.',
  calendar_changed: 'A new version of a calendar was set that terms of the organization name.',
  calendar_ending: 'A calendar that the organization has set covers sixty more days or fewer.',
  counterparty_limits_changed: 'Limits of the organization for a counterparty were changed.',
  limit_exceeded:
    'A limit of the organization for a counterparty is exceeded, or an order was refused for it.',
  mail_address_changed:
    'A mail address of the organization was added, verified, changed, suspended or deleted.',
  automation_held:
    'A mark-to-market request that an automation would have created is left to a person.',
} as const
export type NotificationCategory = keyof typeof notificationCategories

export const notificationCategoryNames = Object.keys(
  notificationCategories,
) as readonly NotificationCategory[]

/**
 * Whether accounts may mute each category. Some cannot be muted, at any severity: a thief of a
 * credential must not be able to hide its use.
 */
const isMutable: Readonly<Record<NotificationCategory, boolean>> = {
  margin_call_reached: true,
  liquidation_reached: true,
  mark_to_market_to_answer: true,
  order_request_to_answer: true,
  transfer_failed: true,
  collateral_received: true,
  collateral_exchanged: true,
  close_cancelled: true,
  maturity_near: true,
  default_declared: false,
  close_out_changed: false,
  default_ended: true,
  transfer_late: true,
  price_stale: true,
  price_source_changed: false,
  request_expiring: true,
  credential_expiring: true,
  webhook_disabled: true,
  approval_to_decide: true,
  approval_ended: true,
  account_changed: false,
  credential_changed: false,
  invitation_changed: false,
  wallet_changed: false,
  organization_changed: false,
  approval_policy_changed: false,
  agreement_changed: false,
  automation_changed: false,
  calendar_changed: false,
  calendar_ending: true,
  counterparty_limits_changed: false,
  limit_exceeded: true,
  mail_address_changed: false,
  automation_held: true,
}

/** The categories that cannot be muted. */
export const unmutableCategories = notificationCategoryNames.filter((name) => !isMutable[name])

const mutableCategoryNames = notificationCategoryNames.filter((name) => isMutable[name])

/** From the least to the most severe. */
export const notificationSeverities = ['info', 'warning', 'critical'] as const
export type NotificationSeverity = (typeof notificationSeverities)[number]

export const NotificationCategoryName = enumeration(notificationCategoryNames, {
  description:
    'The category. New categories may be added: show the name of one that you do not know.',
})
export const NotificationSeverityName = enumeration(notificationSeverities, {
  description: 'The severity: `info`, `warning` or `critical`.',
})

/** The kinds of resources that a notification can link to. */
export const linkedResources = [
  'order',
  'position',
  'transfer',
  'mark_to_market_request',
  'order_request',
  'close_out',
  'call_set',
  'price',
  'price_source',
  'credential',
  'invitation',
  'webhook',
  'account',
  'wallet',
  'organization',
  'agreement',
  'approval',
  'approval_policy',
  'automation',
  'calendar',
  'counterparty_limits',
  'mail_address',
] as const

export const NotificationLink = Type.Object(
  {
    resource: enumeration(linkedResources, { description: 'The kind of the linked resource.' }),
    id: text(
      'The id of the linked resource. For a price, the symbol of the asset. For an automation or limits, the id of the counterparty. For a calendar, its id.',
      '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
    ),
    order_id: nullable(Uuid, 'The order of the linked resource. Null if it has none.'),
  },
  {
    title: 'NotificationLink',
    additionalProperties: false,
    description: 'The resource that the notification is about.',
  },
)
export type NotificationLink = Static<typeof NotificationLink>

export const Notification = Type.Object(
  {
    id: described(Uuid, 'The id of the notification.'),
    category: NotificationCategoryName,
    severity: NotificationSeverityName,
    title: text('One line for people.', 'Margin call level reached on order 1042'),
    body: text(
      'A few sentences for people. They may change; programs should not parse them.',
      'Coverage is 102.5 %, at or below the margin call level of 103 %.',
    ),
    link: NotificationLink,
    create_time: described(Timestamp, 'When it was created.'),
    read: Type.Boolean({ description: "Whether the caller's account has marked it as read." }),
  },
  {
    title: 'Notification',
    additionalProperties: false,
    description: 'Something that a member of the organization should look at.',
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
          'The categories that the account mutes. Defaults and close-outs, and changes of accounts, credentials, invitations, wallets, organizations, agreements, price sources, approval policies, automations, limits, calendars and mail addresses cannot be muted.',
      },
    ),
    minimum_severity: described(
      NotificationSeverityName,
      'Notifications below this severity are muted, unless their category cannot be muted. `info` mutes none.',
    ),
  },
  {
    title: 'NotificationPreferences',
    additionalProperties: false,
    description:
      'The notifications that one account mutes. Other accounts of the organization have their own preferences.',
  },
)
export type NotificationPreferences = Static<typeof NotificationPreferences>
