import {
  createMailAddress,
  deleteMailAddress,
  listMailAddresses,
  listMailDeliveries,
  sendMailCode,
  testMailAddress,
  updateMailAddress,
  verifyMailAddress,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../platform/lists/list.ts'
import type { MailAddressService } from './mail-address.service.ts'
import type { MailDeliveryRepository } from './mail-delivery.repository.ts'

interface Options {
  readonly mail: {
    readonly addresses: MailAddressService
    readonly deliveries: MailDeliveryRepository
  }
  readonly lists: Lists
}

export const mailRoutes: FastifyPluginCallback<Options> = (
  app,
  { mail: { addresses, deliveries }, lists },
  done,
) => {
  app.operation(createMailAddress, ({ tx, caller, body }) => addresses.create(tx, caller, body))
  app.operation(listMailAddresses, ({ caller, query }) =>
    lists.answer(listMailAddresses, caller, query, 'mail_addresses', (after, pageSize) =>
      addresses.page(caller, { after, pageSize }),
    ),
  )
  app.operation(sendMailCode, ({ tx, caller, params }) =>
    addresses.sendCode(tx, caller, params.mail_address_id),
  )
  app.operation(verifyMailAddress, ({ tx, caller, params, body }) =>
    addresses.verify(tx, caller, params.mail_address_id, body.code),
  )
  app.operation(updateMailAddress, ({ tx, caller, params, body }) =>
    addresses.update(tx, caller, params.mail_address_id, body),
  )
  app.operation(testMailAddress, ({ tx, caller, params }) =>
    addresses.test(tx, caller, params.mail_address_id),
  )
  app.operation(deleteMailAddress, ({ tx, caller, params }) =>
    addresses.delete(tx, caller, params.mail_address_id),
  )
  app.operation(listMailDeliveries, ({ caller, query }) =>
    lists.answer(listMailDeliveries, caller, query, 'mail_deliveries', (after, pageSize) =>
      deliveries.page(caller, query, { after, pageSize }),
    ),
  )
  done()
}
