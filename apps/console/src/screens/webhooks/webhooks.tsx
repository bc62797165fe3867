import { useQuery } from '@tanstack/react-query'
import page from '../../figures/page.module.css'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { webhookEndpointsQuery } from '../../service/webhook-queries.ts'
import { useClient } from '../../service/service.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointRows } from './endpoint-rows.tsx'
import { NewEndpoint } from './new-endpoint.tsx'

/** The addresses to which events are sent, and what became of each delivery. */
export function Webhooks() {
  const endpoints = useQuery(webhookEndpointsQuery(useClient()))
  return (
    <div className={page['screen']}>
      <h1>Webhooks</h1>
      <section className={page['form']}>
        <h2>Endpoints</h2>
        {endpoints.isPending && <Loading what="the endpoints" />}
        {endpoints.isLoadingError && (
          <Failure
            error={endpoints.error}
            what="the endpoints"
            again={() => void endpoints.refetch()}
          />
        )}
        {endpoints.data?.length === 0 && <Empty>Events are sent to no endpoint.</Empty>}
        {endpoints.data !== undefined && endpoints.data.length > 0 && (
          <EndpointRows endpoints={endpoints.data} />
        )}
      </section>
      <NewEndpoint />
      <Deliveries endpoints={endpoints.data ?? []} />
    </div>
  )
}
