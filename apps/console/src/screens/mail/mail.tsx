import type { MailAddress } from '@vadium/client'
import { listWebhookEndpoints } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { mailAddressesQuery } from '../../service/mail-queries.ts'
import { useMay } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { AddressRows } from './address-rows.tsx'
import { EnterCode } from './enter-code.tsx'
import { MailDeliveries } from './mail-deliveries.tsx'
import { NewAddress } from './new-address.tsx'

/** Where notifications are mailed to, and the proof of what was sent there. */
export function Mail() {
  const addresses = useRead(mailAddressesQuery)
  const mayUseRooms = useMay(listWebhookEndpoints)
  return (
    <div className={page['screen']}>
      <Title>Mail</Title>
      <section className={page['form']}>
        <h2>Addresses</h2>
        <Read of={addresses} what="the addresses" none="Notifications are mailed to no address.">
          {(rows) => <AddressRows addresses={rows} />}
        </Read>
      </section>
      {addresses.data?.filter(awaitsCode).map((address) => (
        <EnterCode key={address.id} of={address} />
      ))}
      <NewAddress />
      {mayUseRooms && (
        <p>
          To notify a chat room, create an endpoint for it under{' '}
          <Link to="/webhooks">Webhooks</Link>.
        </p>
      )}
      <MailDeliveries addresses={addresses.data ?? []} />
    </div>
  )
}

const awaitsCode = ({ code_tries_left: tries }: MailAddress) => tries !== null
