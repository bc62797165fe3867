import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { useRead } from '../../service/read.ts'
import { webhookEndpointsQuery } from '../../service/webhook-queries.ts'
import { Deliveries } from './deliveries.tsx'
import { EndpointRows } from './endpoint-rows.tsx'
import { NewEndpoint } from './new-endpoint.tsx'

/** The addresses to which events are sent, and what became of each delivery. */
export function Webhooks() {
  const endpoints = useRead(webhookEndpointsQuery)
  return (
    <div className={page['screen']}>
      <Title>Webhooks</Title>
      <section className={page['form']}>
        <h2>Endpoints</h2>
        <Read of={endpoints} what="the endpoints" none="Events are sent to no endpoint.">
          {(rows) => <EndpointRows endpoints={rows} />}
        </Read>
      </section>
      <NewEndpoint />
      <Deliveries endpoints={endpoints.data ?? []} />
    </div>
  )
}
