import type { Order } from '@vadium/client'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { orderPagesQuery } from '../../service/order-queries.ts'
import { pageSizeMax } from '../../service/pages.ts'
import { useOwnId } from '../../service/people.ts'
import { usePages } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { filtersOf } from '../../table/table-search.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderFilters } from './order-filters.tsx'
import styles from './orders.module.css'

const pageSize = 200

/** The orders that match the address, newest first. Its filters are those of the operation. */
export function Orders() {
  const search = useSearch({ from: '/orders' })
  const navigate = useNavigate()
  const client = useClient()
  const ownId = useOwnId()
  const columns = useMemo(() => orderColumns(ownId), [ownId])
  const filter = filtersOf(search)
  const pages = usePages(orderPagesQuery, { ...filter, page_size: pageSize })
  return (
    <section className={styles['screen']}>
      <div className={styles['head']}>
        <Title>Orders</Title>
        <div className={styles['buttons']}>
          <Link to="/orders/new" className="button">
            New order …
          </Link>
        </div>
      </div>
      <OrderFilters search={search} />
      <Read of={pages} what="the orders" none="No order matches these filters.">
        {(orders) => (
          <DataTable
            name="Orders"
            what="orders"
            columns={columns}
            rows={orders}
            idOf={idOf}
            pages={pages}
            served={['-created']}
            search={search}
            change={(changed) => {
              void navigate({ to: '/orders', search: { ...search, ...changed } })
            }}
            open={({ id }) => {
              void navigate({ to: '/orders/$orderId', params: { orderId: id } })
            }}
            readAll={(signal) =>
              client.orders.list({ ...filter, page_size: pageSizeMax }, { signal })
            }
          />
        )}
      </Read>
    </section>
  )
}

const idOf = ({ id }: Order): string => id
