import type { OrderRequest } from '@vadium/client'
import { orderRequestKinds } from '@vadium/schema'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { useChoices, useNamed } from '../../service/choices.ts'
import { orderRequestPagesQuery } from '../../service/order-request-queries.ts'
import { pageSizeMax } from '../../service/pages.ts'
import { usePages } from '../../service/read.ts'
import { useReader } from '../../service/reader.ts'
import { useClient } from '../../service/service.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { filtersOf } from '../../table/table-search.ts'
import type { OrderRequestSearch } from './order-request-search.ts'
import { requestColumns } from './request-columns.tsx'
import styles from '../orders/orders.module.css'

const pageSize = 200

/** The recalls, returns, rerates, amends and extends that match the address, newest first. */
export function OrderRequests() {
  const search = useSearch({ from: '/order-requests' })
  const navigate = useNavigate()
  const client = useClient()
  const columns = requestColumns(useReader(), useNamed())
  const filter = {
    ...filtersOf(search),
    kind: orderRequestKinds.find((kind) => kind === search.kind),
  }
  const pages = usePages(orderRequestPagesQuery, { ...filter, page_size: pageSize })
  return (
    <section className={styles['screen']}>
      <Title>Order requests</Title>
      <Filters search={search} />
      <Read of={pages} what="the requests" none="No order request matches these filters.">
        {(requests) => (
          <DataTable
            name="Order requests"
            what="order requests"
            columns={columns}
            rows={requests}
            idOf={idOf}
            pages={pages}
            served={['-created']}
            search={search}
            change={(changed) => {
              void navigate({ to: '/order-requests', search: { ...search, ...changed } })
            }}
            open={({ id }) => {
              void navigate({ to: '/order-requests/$requestId', params: { requestId: id } })
            }}
            readAll={(signal) =>
              client.orderRequests.list({ ...filter, page_size: pageSizeMax }, { signal })
            }
            tools={<p>A request is made from a position.</p>}
          />
        )}
      </Read>
    </section>
  )
}

const idOf = ({ id }: OrderRequest): string => id

function Filters({ search }: { readonly search: OrderRequestSearch }) {
  const navigate = useNavigate()
  const { statesOf } = useChoices()
  const change = (changed: OrderRequestSearch) => {
    void navigate({ to: '/order-requests', search: { ...search, ...changed } })
  }
  return (
    <div className="filters">
      <Choice
        label="Status"
        value={search.status}
        options={statesOf('order_request')}
        choose={(status) => {
          change({ status })
        }}
      />
      <Choice
        label="Kind"
        value={search.kind}
        options={orderRequestKinds.map((kind) => ({ value: kind, name: kind }))}
        choose={(kind) => {
          change({ kind })
        }}
      />
    </div>
  )
}
