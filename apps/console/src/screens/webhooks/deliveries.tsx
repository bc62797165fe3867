import type { WebhookDelivery, WebhookEndpoint } from '@vadium/client'
import {
  eventTypeNames,
  webhookDeliveryStates,
  webhookErrors,
  webhookTestType,
} from '@vadium/schema'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../figures/button.tsx'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { Choice } from '../../figures/choice.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Age } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import type { Option } from '../../service/choices.ts'
import { pageSizeMax } from '../../service/pages.ts'
import { type Pages, usePages } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { deliveryPagesQuery } from '../../service/webhook-queries.ts'
import { useWrite } from '../../service/write.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'
import { readDeliverySearch } from './delivery-search.ts'

const asOptions = (values: readonly string[]): readonly Option[] =>
  values.map((value) => ({ value, name: value }))

const filters = [
  ['state', 'State', asOptions(webhookDeliveryStates)],
  ['event_type', 'Event type', asOptions([...eventTypeNames, webhookTestType])],
] as const

/** The deliveries that match the address, newest first. */
export function Deliveries({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) {
  const search = useSearch({ from: '/webhooks' })
  const navigate = useNavigate()
  const pages = usePages(deliveryPagesQuery, { ...search, page_size: 50 })
  const change = (name: string, value: string | undefined) => {
    const changed = readDeliverySearch({ ...search, [name]: value })
    void navigate({ to: '/webhooks', search: changed })
  }
  const toEndpoint = endpoints.map(({ id, target_url }) => ({ value: id, name: target_url }))
  return (
    <section className={page['form']}>
      <h2>Deliveries</h2>
      <div className="filters">
        <Choice
          label="Endpoint"
          value={search.webhook_endpoint_id}
          options={toEndpoint}
          choose={(value) => {
            change('webhook_endpoint_id', value)
          }}
        />
        {filters.map(([name, label, options]) => (
          <Choice
            key={name}
            label={label}
            value={search[name]}
            options={options}
            choose={(value) => {
              change(name, value)
            }}
          />
        ))}
      </div>
      <Read of={pages} what="the deliveries" none="No delivery matches.">
        {(deliveries) => (
          <DeliveryRows pages={pages} deliveries={deliveries} endpoints={endpoints} />
        )}
      </Read>
      <MorePages of={pages}>Older deliveries</MorePages>
    </section>
  )
}

const tones: Readonly<Record<string, Tone>> = {
  pending: 'transit',
  delivered: 'covered',
  failed: 'liquidation',
}

function columnsOf(
  addressOf: (delivery: WebhookDelivery) => string,
  isBusy: boolean,
  resend: (id: string) => void,
): readonly Column<WebhookDelivery>[] {
  return [
    { id: 'created', name: 'Created', kind: 'time', value: ({ create_time: time }) => time },
    { id: 'event', name: 'Event type', groups: true, value: ({ event_type: type }) => type },
    { id: 'endpoint', name: 'Endpoint', groups: true, value: addressOf },
    {
      id: 'state',
      name: 'State',
      groups: true,
      value: ({ state }) => state,
      cell: ({ state }) => <Badge tone={tones[state] ?? 'plain'}>{state}</Badge>,
    },
    {
      id: 'attempts',
      name: 'Attempts',
      kind: 'decimal',
      value: ({ attempts }) => String(attempts),
    },
    {
      id: 'last',
      name: 'Last attempt',
      kind: 'time',
      value: ({ last_attempt_time: time }) => time,
      cell: ({ last_attempt_time: time }) => time !== null && <Age of={time} />,
    },
    { id: 'answer', name: 'Answer', groups: true, value: answerWords },
    {
      id: 'next',
      name: 'Next attempt',
      kind: 'time',
      value: ({ next_attempt_time: time }) => time,
    },
    { id: 'id', name: 'Id', isHidden: true, value: ({ id }) => id },
    {
      id: 'actions',
      name: 'Actions',
      isOnScreenOnly: true,
      head: <span className="visually-hidden">Actions</span>,
      cell: ({ id, state }) =>
        state !== 'pending' && (
          <Button
            className="button"
            isDisabled={isBusy}
            onPress={() => {
              resend(id)
            }}
          >
            Resend
          </Button>
        ),
    },
  ]
}

function DeliveryRows({
  pages,
  deliveries,
  endpoints,
}: {
  readonly pages: Pages<WebhookDelivery>
  readonly deliveries: readonly WebhookDelivery[]
  readonly endpoints: readonly WebhookEndpoint[]
}) {
  const { webhooks } = useClient()
  const search = useSearch({ from: '/webhooks' })
  const { written, isBusy, write } = useWrite<WebhookDelivery>()
  const addresses = new Map(endpoints.map(({ id, target_url }) => [id, target_url]))
  const columns = columnsOf(
    ({ webhook_endpoint_id: id }) => addresses.get(id) ?? id,
    isBusy,
    (id) => {
      void write((options) => webhooks.resend(id, options))
    },
  )
  return (
    <>
      <OwnTable
        name="Deliveries"
        what="deliveries"
        columns={columns}
        rows={deliveries}
        idOf={({ id }) => id}
        pages={pages}
        isReadByHand
        served={['-created']}
        readAll={(signal) =>
          webhooks.listDeliveries({ ...search, page_size: pageSizeMax }, { signal })
        }
      />
      <Written
        written={written}
        done={({ event_type, id }) => (
          <p>
            The delivery of {event_type} is sent again, under the same id: <code>{id}</code>.
          </p>
        )}
      />
    </>
  )
}

function answerWords({ last_status, last_error }: WebhookDelivery): string {
  const known: Readonly<Record<string, string>> = webhookErrors
  if (last_error !== null) return known[last_error] ?? last_error
  return last_status === null ? 'none yet' : String(last_status)
}
