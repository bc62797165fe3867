import {
  createMailAddress,
  deleteMailAddress,
  listMailAddresses,
  listMailDeliveries,
  type MailAddress,
  type MailDelivery,
  type Notification,
  type OperationBody,
  sendMailCode,
  verifyMailAddress,
} from '@vadium/schema'
import type { Breach } from '../../src/features/check/book-rule.ts'
import { checkWithin } from '../../src/features/check/check-book.ts'
import { mailRules } from '../../src/features/check/mail-rules.ts'
import { notify } from '../../src/features/notifications/index.ts'
import { withOwnerClient } from '../../src/platform/db/pool.ts'
import { Book, type Deal, type Key, type Party } from './book.ts'
import { succeed } from './call.ts'
import { MailReceiver } from './mail-receiver.ts'
import { type RunningService, startService } from './service.ts'

export const mailFrom = 'vadium@mail.vadium.example'
export const consoleUrl = 'https://vadium.example.com/console'

/** The settings of a service that mails to a port of this machine. */
export const mailSettings = (port: number) => ({
  MAIL_SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: mailFrom,
  CONSOLE_URL: `${consoleUrl}/`,
})

/** Two organizations whose notifications are mailed, with a mail server on this machine. */
export class MailWorld {
  readonly book = new Book()
  readonly harbor: Party = this.book.party('harbor')
  readonly quay: Party = this.book.party('quay')
  readonly admin: Key = this.harbor.credential('admin')
  readonly colleague = this.harbor.colleague('execution')
  readonly trader: Key = this.colleague
  readonly otherAdmin: Key = this.quay.credential('admin')
  readonly deal: Deal = this.book.deal(this.harbor, this.quay)
  #service: RunningService | undefined
  #receiver: MailReceiver | undefined
  #occasions = 0

  get service(): RunningService {
    if (this.#service === undefined) throw new Error('the service has not been started')
    return this.#service
  }

  get receiver(): MailReceiver {
    if (this.#receiver === undefined) throw new Error('the mail server has not been started')
    return this.#receiver
  }

  /** @param portOf The port of the mail server: that of the receiver, or of one before it. */
  async start(
    portOf: (receiver: MailReceiver) => Promise<number> = ({ port }) => Promise.resolve(port),
  ): Promise<void> {
    this.#receiver = await MailReceiver.start()
    const settings = mailSettings(await portOf(this.receiver))
    this.#service = await startService({ scenario: this.book.scenario, settings })
  }

  async close(): Promise<void> {
    await this.#service?.services.mail.start().stop()
    await this.#service?.close()
    await this.#receiver?.[Symbol.asyncDispose]()
  }

  get now(): string {
    return new Date(this.service.clock.now()).toISOString()
  }

  pass(ms: number): void {
    this.service.clock.set(new Date(this.service.clock.now() + ms).toISOString())
  }

  get workers() {
    const { workers } = this.service.services.mail
    if (workers === undefined) throw new Error('mail is off')
    return workers
  }

  /** Creates the mails of all events there are, and sends none. */
  async fanOut(): Promise<void> {
    await this.service.services.numbering.sweep()
    while ((await this.workers.fanOut.run()) > 0);
  }

  /** Creates the mails of all events there are, and attempts all that is due. */
  async work(): Promise<void> {
    await this.fanOut()
    await this.workers.deliverer.runDue()
  }

  /** Mails that wait for an address, as after a mail server that was away. */
  async wait(id: string, count: number): Promise<void> {
    await this.service.database.query(
      `INSERT INTO mail_deliveries (id, address_id, organization_id, address_hash, kind, message_id,
         subject, body, state, created_at, due_at)
       SELECT gen_random_uuid(), a.id, a.organization_id, a.address_hash, 'test', '<a@b.example>',
         'waiting', 'waiting', 'QUEUED', $2::timestamptz, $2
       FROM mail_addresses a, generate_series(1, $3) WHERE a.id = $1`,
      [id, this.now, count],
    )
  }

  /** Sets whether the credential of the trader is valid. */
  async setTraderValid(is: boolean): Promise<void> {
    await this.service.database.query(
      `UPDATE credentials SET expires_at = CASE WHEN $2 THEN NULL ELSE created_at END
       WHERE account_id = $1`,
      [this.colleague.accountId, is],
    )
  }

  /** The mails that arrive while the workers work. */
  async arriving() {
    const before = this.receiver.received.length
    await this.work()
    return this.receiver.received.slice(before)
  }

  add(body: OperationBody<typeof createMailAddress>, key = this.admin): Promise<MailAddress> {
    return succeed(this.service, createMailAddress, { key, body })
  }

  /** The code in the last mail to an address. */
  async codeAt(address: string): Promise<string> {
    await this.work()
    const mail = this.receiver.received.findLast(({ to }) => to === address)
    const [, code] = /code is (\d{8})\./.exec(mail?.text ?? '') ?? []
    if (code === undefined) throw new Error(`no code was sent to ${address}`)
    return code
  }

  async verify(id: string, code: string, key = this.admin) {
    const params = { mail_address_id: id }
    return succeed(this.service, verifyMailAddress, { key, params, body: { code } })
  }

  /** An address that is verified, and to which everything of that has been sent. */
  async active(
    body: OperationBody<typeof createMailAddress>,
    key = this.admin,
  ): Promise<MailAddress> {
    const { id } = await this.add(body, key)
    const { mail_address } = await this.verify(id, await this.codeAt(body.address), key)
    await this.work()
    return mail_address
  }

  sendCode(id: string, key = this.admin): Promise<MailAddress> {
    return succeed(this.service, sendMailCode, { key, params: { mail_address_id: id } })
  }

  remove(id: string, key = this.admin): Promise<MailAddress> {
    return succeed(this.service, deleteMailAddress, { key, params: { mail_address_id: id } })
  }

  async addresses(key = this.admin): Promise<MailAddress[]> {
    const query = { page_size: 1000 }
    return (await succeed(this.service, listMailAddresses, { key, query })).mail_addresses
  }

  /** The deliveries to an address, without those about changes of addresses. */
  async deliveries(mail_address_id: string, key = this.admin): Promise<MailDelivery[]> {
    const query = { mail_address_id, page_size: 1000 }
    const list = await succeed(this.service, listMailDeliveries, { key, query })
    return list.mail_deliveries.filter(({ category }) => category !== 'mail_address_changed')
  }

  /** Notifies an organization of something. */
  async notify(
    {
      category = 'transfer_failed',
      severity = 'warning',
      title = 'A transfer failed',
      body = 'It can be retried.',
      link = { resource: 'transfer', id: unknownId, order_id: null },
    }: Partial<Pick<Notification, 'category' | 'severity' | 'title' | 'body' | 'link'>> = {},
    organizationId = this.harbor.id,
  ): Promise<void> {
    this.#occasions += 1
    const occasion = `occasion ${this.#occasions}`
    await this.service.services.writes.byService(organizationId, (tx) =>
      notify(tx, [{ organizationId, category, severity, occasion, title, body, link }]),
    )
  }

  /** What `vadium-api check` finds wrong with mail. */
  async breaches(): Promise<Breach[]> {
    const found = await withOwnerClient(this.service.database.url, async (client) => {
      const checked = []
      for (const { rule } of mailRules) checked.push(...(await checkWithin(client, rule)))
      return checked
    })
    return found.flatMap(({ shown }) => shown)
  }

  /** Deletes all addresses, and forgets the codes that were asked for. */
  async reset(): Promise<void> {
    await this.service.database.query(
      `UPDATE mail_addresses SET state = 'DELETED', suspension = NULL, address = NULL, deleted_at = now(),
         code = NULL, code_delivery = NULL, code_expires_at = NULL, code_tries = NULL, digest_lines = '{}',
         digest_left_out = 0, digest_due_at = NULL, digest_positions = '{}', digest_nonces = '{}'
       WHERE state <> 'DELETED'`,
    )
    await this.service.database.query('TRUNCATE mail_codes, mail_requests')
    await this.work()
    this.pass(25 * 3_600_000)
    this.receiver.answer()
    this.receiver.received.length = 0
  }
}

export const unknownId = '00000000-0000-4000-8000-000000000000'
