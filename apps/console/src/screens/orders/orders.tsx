import type { Order } from '@vadium/client'
import { Link, useSearch } from '@tanstack/react-router'
import { Figure } from '../../figures/figure.tsx'
import { Read } from '../../figures/read.tsx'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { VirtualTable } from '../../figures/virtual-table.tsx'
import { Title } from '../../figures/title.tsx'
import { orderPagesQuery } from '../../service/order-queries.ts'
import { useOwnId } from '../../service/people.ts'
import { usePages } from '../../service/read.ts'
import { OrderFilters } from './order-filters.tsx'
import { OrderStatus, sideOf } from './order-words.tsx'
import styles from './orders.module.css'

const pageSize = 200

/** The orders that match the address, newest first. Its query is that of the operation. */
export function Orders() {
  const search = useSearch({ from: '/orders' })
  const ownId = useOwnId()
  const pages = usePages(orderPagesQuery, { ...search, page_size: pageSize })
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
          <VirtualTable
            name="Orders"
            items={orders}
            head={head}
            minWidth="70rem"
            row={(order, rowIndex) => (
              <OrderRow key={order.id} order={order} ownId={ownId} rowIndex={rowIndex} />
            )}
            pages={pages}
          />
        )}
      </Read>
    </section>
  )
}

const head = (
  <>
    <th>Order</th>
    <th>Counterparty</th>
    <th>Side</th>
    <th>State</th>
    <th>To answer</th>
    <th className="number">Asset</th>
    <th className="number">Rate, %</th>
    <th className="number">Collateral</th>
    <th>Created</th>
  </>
)

function OrderRow({
  order,
  ownId,
  rowIndex,
}: {
  readonly order: Order
  readonly ownId: string
  readonly rowIndex: number
}) {
  const { lends, counterparty } = sideOf(order, ownId)
  return (
    <tr aria-rowindex={rowIndex}>
      <td>
        <Link to="/orders/$orderId" params={{ orderId: order.id }}>
          {order.number}
        </Link>
      </td>
      <td className="cut" title={counterparty}>
        {counterparty}
      </td>
      <td>{lends ? 'lend' : 'borrow'}</td>
      <td>
        <OrderStatus order={order} />
      </td>
      <td>{order.status === 'PENDING_ACCEPTANCE' && <TimeLeft until={order.expire_time} />}</td>
      <td className="number">
        <Figure value={order.asset_quantity} unit={order.asset} column />
      </td>
      <td className="number">
        <Figure value={order.rate_percent} />
      </td>
      <td className="number">
        <Figure value={order.collateral_quantity} unit={order.collateral_asset} column />
      </td>
      <td>
        <Instant at={order.create_time} />
      </td>
    </tr>
  )
}
