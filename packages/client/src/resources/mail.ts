// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  CreateMailAddress,
  ListMailAddressesQuery,
  ListMailDeliveriesQuery,
  MailAddress,
  MailAddressList,
  MailDelivery,
  MailDeliveryList,
  UpdateMailAddress,
  VerifiedMailAddress,
  VerifyMailAddress,
} from '../types/mail.ts'

/** Where notifications are mailed to, and the proof of what was sent there. */
export class Mail {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Add a mail address. Adds an address to which notifications are mailed, of the caller's account
   * or shared, and sends it a code of 10 minutes. An organization has at most 50, and adds at most
   * 10 in 24 hours that it does not verify; an account adds at most 50 in 24 hours. The answer does
   * not depend on what other organizations have asked for.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param body
   *   - `address`: The address. Before the @ it has ASCII characters only. A domain with other
   *     characters is stored in its ASCII form.
   *   - `shared` (optional): Whether it is an address of a desk and of no account; by an admin.
   *     Default: false.
   *   - `content` (optional): What is sent of a notification. `title`: the sentence of its
   *     category, the order number, the severity and a link; no name and no amount. `full`: also
   *     its title and its body; only an admin can choose it.
   *   - `muted_categories` (optional): The categories that the account mutes. Defaults and
   *     close-outs, and changes of accounts, credentials, invitations, wallets, organizations,
   *     agreements, price sources, approval policies, automations, limits, calendars and mail
   *     addresses cannot be muted.
   *   - `immediate_severity` (optional): Notifications of this severity or above are sent at once,
   *     and so is what cannot be muted.
   *   - `digest_time` (optional): When the digest of a day is sent: what is not sent at once. Null:
   *     there is no digest.
   *   - `time_zone` (optional): The time zone of `digest_time`: a name of the IANA database.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MAIL_OFF`: This service sends no mail.
   *   - `MAIL_CODES_LIMITED`: Too many codes or unverified mail addresses were asked for in 24
   *     hours.
   *   - `MAIL_REQUESTS_LIMITED`: The account has added, changed or tested mail addresses too often.
   *   - `ALREADY_EXISTS`: The resource already exists.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const mailAddress = await client.mail.add({ address: 'bc1-aurora' })
   * ```
   */
  add(body: CreateMailAddress, options: RequestOptions = {}): Call<MailAddress> {
    return this.#requests.request(createMailAddress, { body }, options)
  }

  /**
   * List mail addresses. Lists the mail addresses that are not deleted, newest first: those of the
   * caller's account and the shared ones; for an admin, all of the organization.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const mailAddress of client.mail.list()) console.log(mailAddress.id)
   * ```
   */
  list(
    filter: ListMailAddressesQuery = {},
    options: RequestOptions = {},
  ): PageList<MailAddressList, MailAddress> {
    return this.#requests.list(listMailAddresses, { query: filter }, options)
  }

  /**
   * Send another code to a mail address. Sends a code to an address that is not verified, or is
   * suspended. It replaces the one before it. At most 3 are asked for in 24 hours.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param addressId The id of the mail address. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MAIL_OFF`: This service sends no mail.
   *   - `MAIL_ADDRESS_NOT_FOUND`: The mail address was not found.
   *   - `MAIL_CODES_LIMITED`: Too many codes or unverified mail addresses were asked for in 24
   *     hours.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const mailAddress = await client.mail.sendCode('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  sendCode(addressId: string, options: RequestOptions = {}): Call<MailAddress> {
    return this.#requests.request(sendMailCode, { params: { mail_address_id: addressId } }, options)
  }

  /**
   * Enter the code of a mail address. Enters the code that was sent to an address. The right one
   * makes it active. A wrong one is answered with `verified: false` and uses one of 5 tries.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param addressId The id of the mail address. A UUID.
   * @param body
   *   - `code`: The code in the mail.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MAIL_ADDRESS_NOT_FOUND`: The mail address was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const verifiedMailAddress = await client.mail.verify('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', { code: '04711815' })
   * ```
   */
  verify(
    addressId: string,
    body: VerifyMailAddress,
    options: RequestOptions = {},
  ): Call<VerifiedMailAddress> {
    return this.#requests.request(
      verifyMailAddress,
      { params: { mail_address_id: addressId }, body },
      options,
    )
  }

  /**
   * Update a mail address. Changes the given members of a mail address and keeps the others. The
   * address itself never changes: add another one. An account makes at most 10 changes and tests in
   * an hour.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param addressId The id of the mail address. A UUID.
   * @param body
   *   - `content` (optional): What is sent of a notification. `title`: the sentence of its
   *     category, the order number, the severity and a link; no name and no amount. `full`: also
   *     its title and its body; only an admin can choose it.
   *   - `muted_categories` (optional): The categories that the account mutes. Defaults and
   *     close-outs, and changes of accounts, credentials, invitations, wallets, organizations,
   *     agreements, price sources, approval policies, automations, limits, calendars and mail
   *     addresses cannot be muted.
   *   - `immediate_severity` (optional): Notifications of this severity or above are sent at once,
   *     and so is what cannot be muted.
   *   - `digest_time` (optional): When the digest of a day is sent: what is not sent at once. Null:
   *     there is no digest.
   *   - `time_zone` (optional): The time zone of `digest_time`: a name of the IANA database.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MAIL_ADDRESS_NOT_FOUND`: The mail address was not found.
   *   - `MAIL_REQUESTS_LIMITED`: The account has added, changed or tested mail addresses too often.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const mailAddress = await client.mail.update('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', {  })
   * ```
   */
  update(
    addressId: string,
    body: UpdateMailAddress,
    options: RequestOptions = {},
  ): Call<MailAddress> {
    return this.#requests.request(
      updateMailAddress,
      { params: { mail_address_id: addressId }, body },
      options,
    )
  }

  /**
   * Send a test mail. Sends a test to an active address. Its delivery shows the outcome later. An
   * account makes at most 10 changes and tests in an hour.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param addressId The id of the mail address. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MAIL_OFF`: This service sends no mail.
   *   - `MAIL_ADDRESS_NOT_FOUND`: The mail address was not found.
   *   - `MAIL_REQUESTS_LIMITED`: The account has added, changed or tested mail addresses too often.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const mailDelivery = await client.mail.test('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  test(addressId: string, options: RequestOptions = {}): Call<MailDelivery> {
    return this.#requests.request(
      testMailAddress,
      { params: { mail_address_id: addressId } },
      options,
    )
  }

  /**
   * Delete a mail address. Erases a mail address for good. Its deliveries are kept. If it was
   * verified, it gets a last mail that says so.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param addressId The id of the mail address. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MAIL_ADDRESS_NOT_FOUND`: The mail address was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const mailAddress = await client.mail.delete('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  delete(addressId: string, options: RequestOptions = {}): Call<MailAddress> {
    return this.#requests.request(
      deleteMailAddress,
      { params: { mail_address_id: addressId } },
      options,
    )
  }

  /**
   * List mail deliveries. Lists mails with the proof that they were sent, newest first: those to
   * addresses of the caller's account and to shared ones; for an admin, all of the organization.
   * Codes are not listed. A delivery must match all given filters.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `mail_address_id` (optional): Only deliveries to this address. A UUID.
   *   - `state` (optional): Only deliveries in this state.
   *   - `resource_id` (optional): Only deliveries of notifications about this resource, such as a
   *     mark-to-market request. A UUID.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const mailDelivery of client.mail.listDeliveries()) console.log(mailDelivery.id)
   * ```
   */
  listDeliveries(
    filter: ListMailDeliveriesQuery = {},
    options: RequestOptions = {},
  ): PageList<MailDeliveryList, MailDelivery> {
    return this.#requests.list(listMailDeliveries, { query: filter }, options)
  }
}

const mailAddressMembers =
  'id address account_id state suspension content muted_categories[]' +
  ' immediate_severity digest_time time_zone code_expire_time code_tries_left' +
  ' create_time'

export const createMailAddress: OperationOf<{ body: CreateMailAddress; answer: MailAddress }> =
  new Write('createMailAddress', '/mail-addresses', mailAddressMembers, {})

export const listMailAddresses: OperationOf<{
  query: ListMailAddressesQuery
  answer: MailAddressList
}> = new Read('listMailAddresses', '/mail-addresses', 'mail_addresses[]')

export const sendMailCode: OperationOf<{
  params: { mail_address_id: string }
  answer: MailAddress
}> = new Write('sendMailCode', '/mail-addresses/{mail_address_id}:send-code', mailAddressMembers)

export const verifyMailAddress: OperationOf<{
  params: { mail_address_id: string }
  body: VerifyMailAddress
  answer: VerifiedMailAddress
}> = new Write(
  'verifyMailAddress',
  '/mail-addresses/{mail_address_id}:',
  'verified mail_address{}',
  {},
)

export const updateMailAddress: OperationOf<{
  params: { mail_address_id: string }
  body: UpdateMailAddress
  answer: MailAddress
}> = new Write('updateMailAddress', '/mail-addresses/{mail_address_id}:', mailAddressMembers, {})

export const testMailAddress: OperationOf<{
  params: { mail_address_id: string }
  answer: MailDelivery
}> = new Write(
  'testMailAddress',
  '/mail-addresses/{mail_address_id}:',
  'id mail_address_id address_sha256 kind notification_id category link state' +
    ' attempts create_time next_attempt_time last_attempt_time message_id sha256' +
    ' server certificate_sha256 reply error',
)

export const deleteMailAddress: OperationOf<{
  params: { mail_address_id: string }
  answer: MailAddress
}> = new Write('deleteMailAddress', '/mail-addresses/{mail_address_id}:', mailAddressMembers)

export const listMailDeliveries: OperationOf<{
  query: ListMailDeliveriesQuery
  answer: MailDeliveryList
}> = new Read('listMailDeliveries', '/mail-deliveries', 'mail_deliveries[]')
