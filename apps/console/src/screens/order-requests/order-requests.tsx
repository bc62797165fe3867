import { orderRequestKinds } from '@vadium/schema'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Choice } from '../../figures/choice.tsx'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { VirtualTable } from '../../figures/virtual-table.tsx'
import { useChoices } from '../../service/choices.ts'
import { orderRequestPagesQuery } from '../../service/order-request-queries.ts'
import { callerQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import styles from '../orders/orders.module.css'
import type { OrderRequestSearch } from './order-request-search.ts'
import { requestHead, RequestRow } from './request-row.tsx'

const pageSize = 200

/** The recalls, returns and rerates that match the address, newest first. */
export function OrderRequests() {
  const client = useClient()
  const search = useSearch({ from: '/order-requests' })
  const caller = useQuery(callerQuery(client))
  const filter = { ...search, kind: orderRequestKinds.find((kind) => kind === search.kind) }
  const pages = useInfiniteQuery(orderRequestPagesQuery(client, { ...filter, page_size: pageSize }))
  const requests = useMemo(
    () => pages.data?.pages.flatMap((page) => page.order_requests) ?? [],
    [pages.data],
  )
  const ownId = caller.data?.organization.id ?? ''
  return (
    <section className={styles['screen']}>
      <h1>Order requests</h1>
      <Filters search={search} />
      <p className={styles['fine']}>A request is made from a position.</p>
      {pages.isError && (
        <Failure error={pages.error} what="the requests" again={() => void pages.refetch()} />
      )}
      {pages.isPending && <Loading what="requests" />}
      {pages.isSuccess && requests.length === 0 && (
        <Empty>No order request matches these filters.</Empty>
      )}
      {requests.length > 0 && (
        <VirtualTable
          name="Order requests"
          items={requests}
          head={requestHead}
          minWidth="50rem"
          row={(request, rowIndex) => (
            <RequestRow key={request.id} request={request} ownId={ownId} rowIndex={rowIndex} />
          )}
          more={pages.hasNextPage && !pages.isFetchingNextPage && !pages.isFetchNextPageError}
          fetchMore={() => void pages.fetchNextPage()}
        />
      )}
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
