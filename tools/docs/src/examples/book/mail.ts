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
import type { Stage } from './stage.ts'

/** A mail address from its addition to its end, in a sandbox, which sends nothing. */
export async function receiveMail({ tape, lender }: Stage): Promise<void> {
  const { id } = await tape.show(createMailAddress, lender, {
    body: { address: 'margin@harbor.example', digest_time: '08:00', time_zone: 'Europe/London' },
  })
  const params = { mail_address_id: id }
  await tape.show(sendMailCode, lender, { params })
  await tape.show(verifyMailAddress, lender, { params, body: { code: '00000000' } })
  await tape.show(updateMailAddress, lender, { params, body: { immediate_severity: 'critical' } })
  await tape.show(testMailAddress, lender, { params })
  await tape.show(listMailAddresses, lender, { query: { page_size: 2 } })
  await tape.show(listMailDeliveries, lender, { query: { mail_address_id: id, page_size: 2 } })
  await tape.show(deleteMailAddress, lender, { params })
}
