import type { MailAddress, MailDelivery } from '@vadium/client'
import { mailErrors } from '@vadium/schema'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { ResourceLink } from '../../figures/resource-link.tsx'
import { Age } from '../../figures/time.tsx'
import { mailDeliveryPagesQuery } from '../../service/mail-queries.ts'
import { pageSizeMax } from '../../service/pages.ts'
import { usePages } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

/** The mails, newest first, with the proof that they were sent. */
export function MailDeliveries({ addresses }: { readonly addresses: readonly MailAddress[] }) {
  const { mail } = useClient()
  const pages = usePages(mailDeliveryPagesQuery, { page_size: 50 })
  const known = new Map(addresses.map(({ id, address }) => [id, address]))
  return (
    <section className={page['form']}>
      <h2>Deliveries</h2>
      <Read of={pages} what="the deliveries" none="Nothing was mailed.">
        {(deliveries) => (
          <OwnTable
            name="Deliveries"
            what="deliveries"
            columns={columnsOf(
              ({ mail_address_id: id }) =>
                known.get(id) ?? 'a deleted address or that of another account',
            )}
            rows={deliveries}
            idOf={({ id }) => id}
            pages={pages}
            isReadByHand
            served={['-created']}
            readAll={(signal) => mail.listDeliveries({ page_size: pageSizeMax }, { signal })}
          />
        )}
      </Read>
      <MorePages of={pages}>Older deliveries</MorePages>
    </section>
  )
}

const tones: Readonly<Record<string, Tone>> = {
  QUEUED: 'transit',
  SENT: 'covered',
  REFUSED: 'liquidation',
  NOT_SENT: 'call',
}

const columnsOf = (
  addressOf: (delivery: MailDelivery) => string,
): readonly Column<MailDelivery>[] => [
  { id: 'created', name: 'Created', kind: 'time', value: ({ create_time: time }) => time },
  {
    id: 'about',
    name: 'About',
    groups: true,
    value: aboutWords,
    cell: (delivery) => (
      <>
        {aboutWords(delivery)}{' '}
        {delivery.link !== null && (
          <ResourceLink resource={delivery.link.resource} id={delivery.link.id} />
        )}
      </>
    ),
  },
  { id: 'address', name: 'Address', groups: true, value: addressOf },
  {
    id: 'state',
    name: 'State',
    groups: true,
    value: ({ state }) => state,
    cell: ({ state }) => <Badge tone={tones[state] ?? 'plain'}>{state}</Badge>,
  },
  {
    id: 'last',
    name: 'Last attempt',
    kind: 'time',
    value: ({ last_attempt_time: time }) => time,
    cell: ({ last_attempt_time: time }) => time !== null && <Age of={time} />,
  },
  { id: 'reply', name: 'Reply of the server', value: replyWords },
  { id: 'server', name: 'Server', isHidden: true, value: ({ server }) => server },
  {
    id: 'certificate',
    name: 'Certificate, SHA-256',
    isHidden: true,
    value: ({ certificate_sha256: digest }) => digest,
  },
  { id: 'message', name: 'Message-ID', isHidden: true, value: ({ message_id: id }) => id },
  { id: 'sha256', name: 'SHA-256', isHidden: true, value: ({ sha256 }) => sha256 },
]

function aboutWords({ kind, category }: MailDelivery): string {
  return (category ?? kind).replaceAll('_', ' ')
}

function replyWords({ reply, error }: MailDelivery): string {
  const known: Readonly<Record<string, string>> = mailErrors
  return error === null ? (reply ?? 'none yet') : (known[error] ?? error)
}
