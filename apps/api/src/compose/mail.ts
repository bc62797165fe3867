import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Config } from '../config/config.ts'
import { MailAddressRepository } from '../features/mail/mail-address.repository.ts'
import { MailAddressService } from '../features/mail/mail-address.service.ts'
import { MailDeliverer } from '../features/mail/mail-deliverer.ts'
import { MailDeliveryRepository } from '../features/mail/mail-delivery.repository.ts'
import { MailFanOut } from '../features/mail/mail-fan-out.ts'
import { MailSender } from '../features/mail/mail-sender.ts'
import { consoleUrlOf, readMailServer } from '../features/mail/mail-server.ts'
import { startMail } from '../features/mail/mail-work.ts'
import type { Clock } from '../platform/clock.ts'
import type { TenantDatabase } from '../platform/db/tenant.ts'
import type { EventNumbering } from '../platform/events/event-numbering.ts'
import type { RecurringWork } from '../platform/recurring-work.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { Signal } from '../platform/signal.ts'
import type { Writes } from '../platform/writes/writes.ts'

interface Parts {
  readonly config: Config
  /** The clock of the machine, because mail servers know no other. */
  readonly clock: Clock
  readonly database: TenantDatabase
  readonly logger: FastifyBaseLogger
  readonly numbering: EventNumbering
  readonly pool: Pool
  readonly secretBox: SecretBox
  readonly writes: Writes
}

/** Mail addresses, the mails to them, and the workers that send them if mail is on. */
export function composeMail(parts: Parts) {
  const { config, clock, database, logger, numbering, pool, secretBox, writes } = parts
  const server = readMailServer(config)
  const consoleUrl = consoleUrlOf(config)
  const { SANDBOX: isSandbox } = config
  const source =
    server === undefined || consoleUrl === undefined
      ? undefined
      : { from: server.from, consoleUrl, isSandbox }
  const eventSignal = new Signal()
  const deliverySignal = new Signal()
  const addresses = new MailAddressService({
    addresses: new MailAddressRepository(database, secretBox),
    secretBox,
    source,
    clock,
    numberEvents: (organizationId) => numbering.catchUp(organizationId),
    wake: () => {
      eventSignal.send()
      deliverySignal.send()
    },
  })
  // A sandbox sends nothing: its mails stay in the queue.
  const sender = server === undefined || isSandbox ? undefined : new MailSender(server)
  const workers = source &&
    sender && {
      fanOut: new MailFanOut({ pool, writes, source, clock, logger }),
      deliverer: new MailDeliverer({
        pool,
        writes,
        sender,
        from: source.from,
        clock,
        logger,
        secretBox,
      }),
    }
  return {
    addresses,
    deliveries: new MailDeliveryRepository(database),
    /** Undefined if nothing is sent. */
    workers,
    /** To be called when an event log has grown that an address may follow. */
    due: () => eventSignal.send(),
    start: (): RecurringWork => {
      const work = workers && startMail({ ...workers, eventSignal, deliverySignal, logger })
      return {
        stop: async () => {
          await work?.stop()
          sender?.close()
        },
      }
    },
  }
}
