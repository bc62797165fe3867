import { orderRequestKinds } from '@vadium/schema'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import { Read } from '../../figures/read.tsx'
import { VirtualTable } from '../../figures/virtual-table.tsx'
import { Title } from '../../figures/title.tsx'
import { useChoices } from '../../service/choices.ts'
import { orderRequestPagesQuery } from '../../service/order-request-queries.ts'
import { useOwnId } from '../../service/people.ts'
import { usePages } from '../../service/read.ts'
import type { OrderRequestSearch } from './order-request-search.ts'
import { requestHead, RequestRow } from './request-row.tsx'
import styles from '../orders/orders.module.css'

const pageSize = 200

/** The recalls, returns and rerates that match the address, newest first. */
export function OrderRequests() {
  const search = useSearch({ from: '/order-requests' })
  const ownId = useOwnId()
  const filter = { ...search, kind: orderRequestKinds.find((kind) => kind === search.kind) }
  const pages = usePages(orderRequestPagesQuery, { ...filter, page_size: pageSize })
  return (
    <section className={styles['screen']}>
      <Title>Order requests</Title>
      <Filters search={search} />
      <p className={styles['fine']}>A request is made from a position.</p>
      <Read of={pages} what="the requests" none="No order request matches these filters.">
        {(requests) => (
          <VirtualTable
            name="Order requests"
            items={requests}
            head={requestHead}
            minWidth="50rem"
            row={(request, rowIndex) => (
              <RequestRow key={request.id} request={request} ownId={ownId} rowIndex={rowIndex} />
            )}
            pages={pages}
          />
        )}
      </Read>
    </section>
  )
}

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
