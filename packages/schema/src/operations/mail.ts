import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import {
  addedAddressesMax,
  MailAddress,
  mailAddressesMax,
  MailAddressText,
  mailCodeBounds,
  mailCodesMax,
  MailDelivery,
  mailDeliveryStateNames,
  mailRequestsMax,
  mailSettings,
  unverifiedAddressesMax,
  VerifiedMailAddress,
} from '../resources/mail.ts'
import type { Role } from '../roles.ts'
import { Uuid } from '../scalars.ts'

/** The roles that get notifications. */
const readers: readonly Role[] = ['viewer', 'execution', 'admin']

const params = Type.Object(
  { mail_address_id: described(Uuid, 'The id of the mail address.') },
  { additionalProperties: false },
)

const chosen = {
  content: Type.Optional(mailSettings.content),
  muted_categories: Type.Optional(mailSettings.muted_categories),
  immediate_severity: Type.Optional(mailSettings.immediate_severity),
  digest_time: Type.Optional(mailSettings.digest_time),
  time_zone: Type.Optional(mailSettings.time_zone),
}

export const createMailAddress = operation({
  id: 'createMailAddress',
  method: 'POST',
  path: '/mail-addresses',
  summary: 'Add a mail address',
  description: `Adds an address to which notifications are mailed, of the caller's account or shared, and sends it a code of ${mailCodeBounds.minutes} minutes. An organization has at most ${mailAddressesMax}, and adds at most ${unverifiedAddressesMax} in 24 hours that it does not verify; an account adds at most ${addedAddressesMax} in 24 hours. The answer does not depend on what other organizations have asked for.`,
  command: ['mail', 'add'],
  group: 'mail',
  roles: readers,
  safe: false,
  body: Type.Object(
    {
      address: MailAddressText,
      shared: Type.Optional(
        Type.Boolean({
          description:
            'Whether it is an address of a desk and of no account; by an admin. Default: false.',
        }),
      ),
      ...chosen,
    },
    { title: 'CreateMailAddress', additionalProperties: false },
  ),
  response: MailAddress,
  reasons: [
    'MAIL_OFF',
    'MAIL_CODES_LIMITED',
    'MAIL_REQUESTS_LIMITED',
    'ALREADY_EXISTS',
    'INVALID_STATE',
    'VALUE_INVALID',
  ],
})

export const listMailAddresses = operation({
  id: 'listMailAddresses',
  method: 'GET',
  path: '/mail-addresses',
  summary: 'List mail addresses',
  description:
    "Lists the mail addresses that are not deleted, newest first: those of the caller's account and the shared ones; for an admin, all of the organization.",
  command: ['mail', 'list'],
  group: 'mail',
  roles: readers,
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('MailAddressList', 'mail_addresses', MailAddress),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const sendMailCode = operation({
  id: 'sendMailCode',
  method: 'POST',
  path: '/mail-addresses/{mail_address_id}:send-code',
  summary: 'Send another code to a mail address',
  description: `Sends a code to an address that is not verified, or is suspended. It replaces the one before it. At most ${mailCodesMax} are asked for in 24 hours.`,
  command: ['mail', 'send-code'],
  group: 'mail',
  roles: readers,
  safe: false,
  params,
  response: MailAddress,
  reasons: ['MAIL_OFF', 'MAIL_ADDRESS_NOT_FOUND', 'MAIL_CODES_LIMITED', 'INVALID_STATE'],
})

export const verifyMailAddress = operation({
  id: 'verifyMailAddress',
  method: 'POST',
  path: '/mail-addresses/{mail_address_id}:verify',
  summary: 'Enter the code of a mail address',
  description: `Enters the code that was sent to an address. The right one makes it active. A wrong one is answered with \`verified: false\` and uses one of ${mailCodeBounds.tries} tries.`,
  command: ['mail', 'verify'],
  group: 'mail',
  roles: readers,
  safe: false,
  params,
  body: Type.Object(
    {
      code: Type.String({
        pattern: '^[0-9]{8}$',
        maxLength: 8,
        description: 'The code in the mail.',
        examples: ['04711815'],
        'x-expected': 'the 8 digits of the mail',
      }),
    },
    { title: 'VerifyMailAddress', additionalProperties: false },
  ),
  response: VerifiedMailAddress,
  reasons: ['MAIL_ADDRESS_NOT_FOUND', 'INVALID_STATE'],
})

export const updateMailAddress = operation({
  id: 'updateMailAddress',
  method: 'POST',
  path: '/mail-addresses/{mail_address_id}:update',
  summary: 'Update a mail address',
  description: `Changes the given members of a mail address and keeps the others. The address itself never changes: add another one. An account makes at most ${mailRequestsMax} changes and tests in an hour.`,
  command: ['mail', 'update'],
  group: 'mail',
  roles: readers,
  safe: false,
  params,
  body: Type.Object(chosen, { title: 'UpdateMailAddress', additionalProperties: false }),
  response: MailAddress,
  reasons: ['MAIL_ADDRESS_NOT_FOUND', 'MAIL_REQUESTS_LIMITED', 'VALUE_INVALID'],
})

export const testMailAddress = operation({
  id: 'testMailAddress',
  method: 'POST',
  path: '/mail-addresses/{mail_address_id}:test',
  summary: 'Send a test mail',
  description: `Sends a test to an active address. Its delivery shows the outcome later. An account makes at most ${mailRequestsMax} changes and tests in an hour.`,
  command: ['mail', 'test'],
  group: 'mail',
  roles: readers,
  safe: false,
  params,
  response: MailDelivery,
  reasons: ['MAIL_OFF', 'MAIL_ADDRESS_NOT_FOUND', 'MAIL_REQUESTS_LIMITED', 'INVALID_STATE'],
})

export const deleteMailAddress = operation({
  id: 'deleteMailAddress',
  method: 'POST',
  path: '/mail-addresses/{mail_address_id}:delete',
  summary: 'Delete a mail address',
  description:
    'Erases a mail address for good. Its deliveries are kept. If it was verified, it gets a last mail that says so.',
  command: ['mail', 'delete'],
  group: 'mail',
  roles: readers,
  safe: false,
  params,
  response: MailAddress,
  reasons: ['MAIL_ADDRESS_NOT_FOUND'],
})

export const listMailDeliveries = operation({
  id: 'listMailDeliveries',
  method: 'GET',
  path: '/mail-deliveries',
  summary: 'List mail deliveries',
  description:
    "Lists mails with the proof that they were sent, newest first: those to addresses of the caller's account and to shared ones; for an admin, all of the organization. Codes are not listed. A delivery must match all given filters.",
  command: ['mail', 'list-deliveries'],
  group: 'mail',
  roles: readers,
  safe: true,
  query: Type.Object(
    {
      mail_address_id: Type.Optional(described(Uuid, 'Only deliveries to this address.')),
      state: Type.Optional(
        enumeration(mailDeliveryStateNames, { description: 'Only deliveries in this state.' }),
      ),
      resource_id: Type.Optional(
        described(
          Uuid,
          'Only deliveries of notifications about this resource, such as a mark-to-market request.',
        ),
      ),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('MailDeliveryList', 'mail_deliveries', MailDelivery),
  reasons: ['PAGE_TOKEN_INVALID'],
})
