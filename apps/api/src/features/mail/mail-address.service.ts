import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import {
  addedAddressesMax,
  type createMailAddress,
  type MailAddress,
  mailAddressesMax,
  mailCodeBounds,
  mailCodesMax,
  mailRequestsMax,
  type MailDelivery,
  type OperationBody,
  unverifiedAddressesMax,
  type updateMailAddress,
} from '@vadium/schema'
import type { Clock } from '../../platform/clock.ts'
import { dayMs, instantText } from '../../platform/instant.ts'
import type { PageBounds } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { choicesOf, isSameChoice, pendingDigest } from './address-choices.ts'
import { type ReadAddress, readAddress } from './address-text.ts'
import { isTimeZone } from './digest-time.ts'
import { sealedRecipient } from './farewell.ts'
import {
  type AskedBound,
  type MailAddressRepository,
  type MailChoices,
  seesAll,
} from './mail-address.repository.ts'
import { queueMail } from './mail-delivery.repository.ts'
import { messageIdOf } from './mail-message.ts'
import { notifyOfMailAddress } from './mail-notices.ts'
import { countQueued, queuedMax } from './mail-queue.ts'
import type { MailSource } from './mail-source.ts'
import { endQueued } from './mail-suspension.ts'
import { codeMail, farewellMail, testMail } from './mail-text.ts'

interface Parts {
  readonly addresses: MailAddressRepository
  readonly secretBox: SecretBox
  /** Undefined: mail is off. */
  readonly source: MailSource | undefined
  /** The clock of the machine. */
  readonly clock: Clock
  /** Numbers the committed events of an organization. */
  readonly numberEvents: (organizationId: string) => Promise<void>
  /** Wakes the workers. */
  readonly wake: () => void
}

const defaults: MailChoices = {
  content: 'title',
  muted_categories: [],
  immediate_severity: 'warning',
  digest_time: null,
  time_zone: 'UTC',
}

const tagLengthMax = 20
/** Codes to a mailbox in 24 hours beyond which no organization gets its first. */
const firstCodesMax = 10
/** Each change is mailed to others, and each test takes a turn. */
const changing: AskedBound = { kind: 'change', within: '1 hour', max: mailRequestsMax }
const adding: AskedBound = { kind: 'add', within: '24 hours', max: addedAddressesMax }

/** The mail addresses of accounts and desks. */
export class MailAddressService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  page(caller: Caller, bounds: PageBounds): Promise<ListPage<MailAddress> | Refusal> {
    return this.#parts.addresses.page(caller, bounds)
  }

  async create(
    tx: WriteTransaction,
    caller: Caller,
    body: OperationBody<typeof createMailAddress>,
  ): Promise<MailAddress | Refusal> {
    const { addresses, source } = this.#parts
    if (source === undefined) return off
    const read = readAddress(body.address)
    const choices = { ...defaults, ...body }
    const fault = choiceFault(caller, body)
    if (fault !== undefined) return fault
    if (read === undefined) return invalid('address', 'is not an address that mail can be sent to')
    if (read.tag.length > tagLengthMax) {
      // A stranger would read words there that somebody chose.
      return invalid('address', `has more than ${tagLengthMax} characters after the plus sign`)
    }
    const accountId = body.shared === true ? null : caller.accountId
    const refusal =
      (await this.#noRoom(tx, accountId, read)) ?? (await this.#tooOften(tx, caller, adding))
    if (refusal !== undefined) return refusal
    const { content, muted_categories, immediate_severity, digest_time, time_zone } = choices
    const made = await addresses.insert(tx, {
      accountId,
      read,
      content,
      muted_categories: [...new Set(muted_categories)],
      immediate_severity,
      digest_time,
      time_zone,
      time: this.#now(),
    })
    const sent = await this.#sendCode(tx, source, made)
    if (sent instanceof Refusal) return sent
    await notifyOfMailAddress(tx, 'create', made)
    return sent
  }

  async sendCode(tx: WriteTransaction, caller: Caller, id: string): Promise<MailAddress | Refusal> {
    const { source } = this.#parts
    if (source === undefined) return off
    const address = await this.#lockOwn(tx, caller, id)
    if (address instanceof Refusal) return address
    if (address.state === 'ACTIVE') return invalidState('is verified already')
    return this.#sendCode(tx, source, address)
  }

  /** A wrong code is no refusal, whose effects would be undone: each try counts. */
  async verify(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    code: string,
  ): Promise<{ verified: boolean; mail_address: MailAddress } | Refusal> {
    const { addresses, numberEvents, wake } = this.#parts
    const address = await this.#lockOwn(tx, caller, id)
    if (address instanceof Refusal) return address
    if (address.state === 'ACTIVE') return invalidState('is verified already')
    const right = await addresses.code(tx, id, this.#now())
    if (right === undefined || address.code_tries_left === null) {
      return invalidState('has no code that is valid: send another one')
    }
    if (!timingSafeEqual(Buffer.from(right), Buffer.from(code))) {
      const mail_address = await addresses.useTry(tx, id, address.code_tries_left - 1)
      return { verified: false, mail_address }
    }
    // The address receives later notifications only, beginning with that of its verification.
    await numberEvents(tx.organizationId)
    const mail_address = await addresses.activate(tx, id, this.#now())
    await notifyOfMailAddress(tx, 'verify', mail_address)
    tx.afterCommit(wake)
    return { verified: true, mail_address }
  }

  async update(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    body: OperationBody<typeof updateMailAddress>,
  ): Promise<MailAddress | Refusal> {
    const address = await this.#lockOwn(tx, caller, id)
    if (address instanceof Refusal) return address
    const fault = choiceFault(caller, body)
    if (fault !== undefined) return fault
    const choices = choicesOf({ ...address, ...body })
    if (isSameChoice(choices, address)) return address
    const refusal = await this.#tooOften(tx, caller, changing)
    if (refusal !== undefined) return refusal
    const { addresses, clock } = this.#parts
    const digest = pendingDigest(address, choices, clock.now())
    const changed = await addresses.change(tx, id, choices, digest)
    // Mails that wait may say more than the address is to get.
    if (choices.content === 'title') await endQueued(tx, id, 'full')
    await notifyOfMailAddress(tx, 'update', changed)
    return changed
  }

  async test(tx: WriteTransaction, caller: Caller, id: string): Promise<MailDelivery | Refusal> {
    const { source, wake } = this.#parts
    if (source === undefined) return off
    const address = await this.#lockOwn(tx, caller, id)
    if (address instanceof Refusal) return address
    if (address.state !== 'ACTIVE') return invalidState('is not active')
    const { all } = await countQueued(tx, id)
    if (all >= queuedMax.all) return invalidState('has too many mails that wait')
    const refusal = await this.#tooOften(tx, caller, changing)
    if (refusal !== undefined) return refusal
    const deliveryId = tx.ids.next()
    tx.afterCommit(wake)
    return queueMail(tx, {
      id: deliveryId,
      addressId: id,
      kind: 'test',
      messageId: messageIdOf(deliveryId, source.from),
      text: testMail(source.consoleUrl),
      time: this.#now(),
    })
  }

  /** Who reads an address learns that it is deleted: a thief must not silence it unseen. */
  async delete(tx: WriteTransaction, caller: Caller, id: string): Promise<MailAddress | Refusal> {
    const { addresses } = this.#parts
    const address = await this.#lockOwn(tx, caller, id)
    if (address instanceof Refusal) return address
    const removed = await addresses.remove(tx, id, this.#now())
    await endQueued(tx, id)
    if (address.state !== 'UNVERIFIED') await this.#sayFarewell(tx, address)
    await notifyOfMailAddress(tx, 'delete', address)
    return removed
  }

  async #sayFarewell(tx: WriteTransaction, { id, address }: MailAddress): Promise<void> {
    const { source, secretBox, wake } = this.#parts
    // A sandbox sends nothing, so it would keep the address.
    if (source === undefined || source.isSandbox || address === null) return
    const deliveryId = tx.ids.next()
    tx.afterCommit(wake)
    await queueMail(tx, {
      id: deliveryId,
      addressId: id,
      kind: 'farewell',
      messageId: messageIdOf(deliveryId, source.from),
      text: farewellMail(source.consoleUrl),
      sealedRecipient: sealedRecipient(secretBox, deliveryId, address),
      time: this.#now(),
    })
  }

  async #tooOften(
    tx: WriteTransaction,
    { accountId }: Caller,
    bound: AskedBound,
  ): Promise<Refusal | undefined> {
    if (await this.#parts.addresses.mayAsk(tx, accountId, bound, this.#now())) return undefined
    const issue = `an account asks for at most ${bound.max} in ${bound.within}`
    return new Refusal('MAIL_REQUESTS_LIMITED', [{ field: 'mail_addresses', issue }])
  }

  /** An address that the caller manages: its own, or any if the caller is an admin. */
  async #lockOwn(tx: WriteTransaction, caller: Caller, id: string): Promise<MailAddress | Refusal> {
    const address = await this.#parts.addresses.lock(tx, caller, id)
    if (address === undefined) return new Refusal('MAIL_ADDRESS_NOT_FOUND')
    return address.account_id === null && !seesAll(caller) ? onlyAdmin('mail_address_id') : address
  }

  async #noRoom(
    tx: WriteTransaction,
    accountId: string | null,
    read: ReadAddress,
  ): Promise<Refusal | undefined> {
    const { addresses, clock } = this.#parts
    const count = await addresses.countToAdd(tx, instantText(clock.now() - dayMs))
    if (count.all >= mailAddressesMax) {
      const issue = `an organization has at most ${mailAddressesMax}: delete one first`
      return new Refusal('INVALID_STATE', [{ field: 'mail_addresses', issue }])
    }
    if (count.unverified >= unverifiedAddressesMax) {
      const issue = `an organization adds at most ${unverifiedAddressesMax} in 24 hours that it does not verify`
      return new Refusal('MAIL_CODES_LIMITED', [{ field: 'mail_addresses', issue }])
    }
    return (await addresses.has(tx, accountId, read.addressHash))
      ? new Refusal('ALREADY_EXISTS', [{ field: 'address', issue: 'is there already' }])
      : undefined
  }

  /** The answer is the same whether or not the code is sent. */
  async #sendCode(
    tx: WriteTransaction,
    source: MailSource,
    { id, address }: MailAddress,
  ): Promise<MailAddress | Refusal> {
    const { addresses, clock, wake } = this.#parts
    const read = address === null ? undefined : readAddress(address)
    if (read === undefined) throw new Error('a mail address is not one')
    const time = this.#now()
    const { asked, maySend } = await addresses.askForCode(
      tx,
      read.mailboxHash,
      time,
      mailCodesMax,
      firstCodesMax,
    )
    if (asked >= mailCodesMax) {
      const issue = `at most ${mailCodesMax} are sent to an address in 24 hours`
      return new Refusal('MAIL_CODES_LIMITED', [{ field: 'code', issue }])
    }
    const deliveryId = tx.ids.next()
    const until = instantText(clock.now() + mailCodeBounds.minutes * 60_000)
    const code = source.isSandbox ? sandboxCode : String(randomInt(100_000_000)).padStart(8, '0')
    const changed = await addresses.setCode(
      tx,
      id,
      {
        code,
        deliveryId,
        until,
        tries: mailCodeBounds.tries,
        mailboxHash: read.mailboxHash,
      },
      randomBytes(24),
    )
    if (maySend) {
      await queueMail(tx, {
        id: deliveryId,
        addressId: id,
        kind: 'code',
        messageId: messageIdOf(deliveryId, source.from),
        text: codeMail(source.consoleUrl),
        time,
      })
      tx.afterCommit(wake)
    }
    return changed
  }

  #now(): string {
    return instantText(this.#parts.clock.now())
  }
}

const sandboxCode = '00000000'

const off = new Refusal('MAIL_OFF')

/** What is wrong with what the caller chooses. */
function choiceFault(
  caller: Caller,
  {
    content,
    shared,
    time_zone,
  }: { readonly content?: string; readonly shared?: boolean; readonly time_zone?: string },
): Refusal | undefined {
  if (shared === true && !seesAll(caller)) return onlyAdmin('shared')
  if (content === 'full' && !seesAll(caller)) return onlyAdmin('content')
  return time_zone === undefined || isTimeZone(time_zone)
    ? undefined
    : invalid('time_zone', 'is not a time zone such as Europe/London')
}

const onlyAdmin = (field: string) =>
  new Refusal('ROLE_NOT_PERMITTED', [{ field, issue: 'needs the role admin' }])

const invalid = (field: string, issue: string) => new Refusal('VALUE_INVALID', [{ field, issue }])

const invalidState = (issue: string) =>
  new Refusal('INVALID_STATE', [{ field: 'mail_address_id', issue }])
