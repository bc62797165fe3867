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
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Age, Instant } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import type { Option } from '../../service/choices.ts'
import { usePages } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { deliveryPagesQuery } from '../../service/webhook-queries.ts'
import { useWrite } from '../../service/write.ts'
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
        {(deliveries) => <DeliveryRows deliveries={deliveries} endpoints={endpoints} />}
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

function DeliveryRows({
  deliveries,
  endpoints,
}: {
  readonly deliveries: readonly WebhookDelivery[]
  readonly endpoints: readonly WebhookEndpoint[]
}) {
  const { webhooks } = useClient()
  const { written, isBusy, write } = useWrite<WebhookDelivery>()
  const addresses = new Map(endpoints.map(({ id, target_url }) => [id, target_url]))
  return (
    <>
      <TableScroll name="Deliveries">
        <table>
          <thead>
            <tr>
              <th>Created</th>
              <th>Event type</th>
              <th>Endpoint</th>
              <th>State</th>
              <th className="number">Attempts</th>
              <th>Last attempt</th>
              <th>Answer</th>
              <th>Next attempt</th>
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <tr key={delivery.id}>
                <td title={delivery.id}>
                  <Instant at={delivery.create_time} />
                </td>
                <td>{delivery.event_type}</td>
                <td className="cut" title={delivery.webhook_endpoint_id}>
                  {addresses.get(delivery.webhook_endpoint_id) ?? delivery.webhook_endpoint_id}
                </td>
                <td>
                  <Badge tone={tones[delivery.state] ?? 'plain'}>{delivery.state}</Badge>
                </td>
                <td className="number">{delivery.attempts}</td>
                <td>{delivery.last_attempt_time && <Age of={delivery.last_attempt_time} />}</td>
                <td>{answerWords(delivery)}</td>
                <td>{delivery.next_attempt_time && <Instant at={delivery.next_attempt_time} />}</td>
                <td>
                  {delivery.state !== 'pending' && (
                    <Button
                      className="button"
                      isDisabled={isBusy}
                      onPress={() => {
                        void write((options) => webhooks.resend(delivery.id, options))
                      }}
                    >
                      Resend
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
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
