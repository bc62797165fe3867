import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { mailAddressStates } from '../state-machines/mail-address.ts'
import { mailDeliveryStates } from '../state-machines/mail-delivery.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import {
  NotificationCategoryName,
  NotificationLink,
  NotificationPreferences,
  NotificationSeverityName,
} from './notification.ts'

/** The largest number of mail addresses of an organization that are not deleted. */
export const mailAddressesMax = 50

/** How many addresses an organization may add in 24 hours that it does not verify. */
export const unverifiedAddressesMax = 10

/** How many codes an organization may ask for to a mailbox in 24 hours. */
export const mailCodesMax = 3

/** How many mail addresses an account may add in 24 hours. */
export const addedAddressesMax = 50

/** How many changes and tests of mail addresses an account may ask for in an hour. */
export const mailRequestsMax = 10

/** How long a code is valid, and for how many tries. */
export const mailCodeBounds = { minutes: 10, tries: 5 } as const

/** Without `!` and `%` before the `@`: some mail servers read another host in them. */
export const MailAddressText = Type.String({
  pattern:
    "^[A-Za-z0-9#$&'*+/=?^_`{|}~-]{1,64}(?:\\.[A-Za-z0-9#$&'*+/=?^_`{|}~-]{1,64}){0,15}@[^\\s@\\p{C}]{1,190}$",
  minLength: 3,
  maxLength: 254,
  description:
    'The address. Before the @ it has ASCII characters only. A domain with other characters is stored in its ASCII form.',
  examples: ['desk@harbor.example'],
  'x-expected': 'a mail address such as desk@harbor.example',
})

export const mailContents = {
  title: 'the sentence of the category, the order number, the severity and a link',
  full: 'also the title and the body of the notification',
} as const
export type MailContent = keyof typeof mailContents

const contentNames: readonly MailContent[] = ['title', 'full']

export const MailContentName = enumeration(contentNames, {
  description:
    'What is sent of a notification. `title`: the sentence of its category, the order number, the severity and a link; no name and no amount. `full`: also its title and its body; only an admin can choose it.',
})

export const DigestTime = Type.String({
  pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
  maxLength: 5,
  description: 'A time of the day.',
  examples: ['08:00'],
  'x-expected': 'a time of the day such as 08:00',
})

export const MailTimeZone = Type.String({
  pattern: '^[A-Za-z0-9_+/-]{1,64}$',
  maxLength: 64,
  description: 'The time zone of `digest_time`: a name of the IANA database.',
  examples: ['Europe/London'],
  'x-expected': 'a time zone such as Europe/London',
})

const digestTime = nullable(
  DigestTime,
  'When the digest of a day is sent: what is not sent at once. Null: there is no digest.',
  '08:00',
)

/** What the holder of an address chooses. */
export const mailSettings = {
  content: MailContentName,
  muted_categories: NotificationPreferences.properties.muted_categories,
  immediate_severity: described(
    NotificationSeverityName,
    'Notifications of this severity or above are sent at once, and so is what cannot be muted.',
  ),
  digest_time: digestTime,
  time_zone: MailTimeZone,
}

export const mailAddressStateNames = statesOf(mailAddressStates)
export type MailAddressState = (typeof mailAddressStateNames)[number]

export const mailSuspensions = {
  REFUSED: 'the mail server refused it three times in a row',
  NO_CREDENTIAL: 'the account has no valid credential any more',
} as const
export type MailSuspension = keyof typeof mailSuspensions

const suspensionNames: readonly MailSuspension[] = ['REFUSED', 'NO_CREDENTIAL']

export const MailAddress = Type.Object(
  {
    id: described(Uuid, 'The id of the address.'),
    address: nullable(MailAddressText, 'The address. Null if it is deleted.'),
    account_id: nullable(Uuid, 'The account that it belongs to. Null: it is shared by a desk.'),
    state: enumeration(mailAddressStateNames, {
      description: 'The state, as in /state-machines.',
    }),
    suspension: nullable(
      enumeration(suspensionNames),
      'Why it is suspended: `REFUSED` or `NO_CREDENTIAL`. Null if it is not.',
    ),
    ...mailSettings,
    code_expire_time: nullable(
      Timestamp,
      'Until when the last code is valid. Null if none can be entered.',
    ),
    code_tries_left: nullable(
      Type.Integer({ minimum: 0, maximum: mailCodeBounds.tries }),
      'How many tries the code has left. Null if none can be entered.',
      5,
    ),
    create_time: described(Timestamp, 'When it was added.'),
  },
  {
    title: 'MailAddress',
    additionalProperties: false,
    description: 'An address to which notifications are mailed.',
  },
)
export type MailAddress = Static<typeof MailAddress>

export const VerifiedMailAddress = Type.Object(
  {
    verified: Type.Boolean({
      description:
        'Whether the code was right. If not, `code_tries_left` of the address says how many tries are left.',
    }),
    mail_address: MailAddress,
  },
  {
    title: 'VerifiedMailAddress',
    additionalProperties: false,
    description: 'A mail address after a code was entered.',
  },
)

export const mailDeliveryStateNames = statesOf(mailDeliveryStates)
export type MailDeliveryState = (typeof mailDeliveryStateNames)[number]

/** What a delivery is of. Codes are deliveries too, and are in no list. */
export const mailKinds = ['notification', 'digest', 'test', 'farewell'] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * Why a mail was not sent, or an attempt had no reply of the mail server, as part of a sentence.
 */
export const mailErrors = {
  CONNECTION_FAILED: 'the mail server could not be reached, or the connection broke',
  TLS_FAILED: 'TLS failed, or the certificate is not valid for the name',
  LOGIN_FAILED: 'the mail server refused the login of the service',
  TIMED_OUT: 'the mail server did not answer in time',
  UNANSWERED: 'the mail server had the whole mail and did not answer, so it may have been sent',
  NOT_DELIVERABLE: 'the address is not to get this mail any more',
  TOO_OLD: 'it was too old to be sent',
  QUEUE_FULL: 'too many mails to the address were waiting',
  LOG_RESTORED: 'the log of events was restored',
} as const
export type MailError = keyof typeof mailErrors

const errorNames: readonly MailError[] = [
  'CONNECTION_FAILED',
  'TLS_FAILED',
  'LOGIN_FAILED',
  'TIMED_OUT',
  'UNANSWERED',
  'NOT_DELIVERABLE',
  'TOO_OLD',
  'QUEUE_FULL',
  'LOG_RESTORED',
]

const digest = (what: string) =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: what,
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    maxLength: 64,
  })

export const MailDelivery = Type.Object(
  {
    id: described(Uuid, 'The id of the delivery, which is the `ENVID` of every attempt.'),
    mail_address_id: described(Uuid, 'The address.'),
    address_sha256: digest(
      'The SHA-256 of the address in lower case, as hexadecimal digits. It stays when the address is deleted.',
    ),
    kind: enumeration(mailKinds, {
      description:
        'What was sent: one notification, the digest of a day, a test, or the farewell to a deleted address.',
    }),
    notification_id: nullable(Uuid, 'The notification. Null for other kinds.'),
    category: nullable(
      NotificationCategoryName,
      'The category of the notification. Null for other kinds.',
      'margin_call_reached',
    ),
    link: nullable(NotificationLink, 'What the notification is about. Null for other kinds.'),
    state: enumeration(mailDeliveryStateNames, {
      description: 'The state, as in /state-machines.',
    }),
    attempts: Type.Integer({ description: 'The number of attempts.', examples: [1] }),
    create_time: described(Timestamp, 'When it was created.'),
    next_attempt_time: nullable(
      Timestamp,
      'When the next attempt is made. Null if none is planned.',
    ),
    last_attempt_time: nullable(Timestamp, 'When the last attempt ended. Null if there was none.'),
    message_id: text(
      'The Message-ID, the same in every attempt.',
      '<0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11@vadium.example>',
    ),
    sha256: nullable(
      digest('The SHA-256.'),
      'The SHA-256 of the bytes of the message, as hexadecimal digits. Null before the first attempt.',
    ),
    server: nullable(
      text('The name.', 'mail.example.com'),
      'The mail server of the last attempt. Null if there was none.',
      'mail.example.com',
    ),
    certificate_sha256: nullable(
      digest('The SHA-256.'),
      'The SHA-256 of the certificate that the mail server showed in the last attempt, as hexadecimal digits. Null without TLS.',
    ),
    reply: nullable(
      text('The reply.', '250 2.0.0 Ok: queued as 4F1A21'),
      'What the mail server last replied. Null if it did not.',
      '250 2.0.0 Ok: queued as 4F1A21',
    ),
    error: nullable(
      enumeration(errorNames),
      'Why it was not sent, or why the last attempt had no reply. Null if it had one.',
    ),
  },
  {
    title: 'MailDelivery',
    additionalProperties: false,
    description: 'One mail to one address, with the proof that it was sent.',
  },
)
export type MailDelivery = Static<typeof MailDelivery>
