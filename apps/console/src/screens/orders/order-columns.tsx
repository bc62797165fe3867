import type { Order } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { TimeLeft } from '../../figures/time.tsx'
import { stateWords } from '../../figures/state-words.ts'
import type { Column } from '../../table/column.ts'
import { OrderStatus, sideOf } from './order-words.tsx'

/** The columns of a list of orders, for a reader. */
export const orderColumns = (ownId: string): readonly Column<Order>[] => [
  {
    id: 'order',
    name: 'Order',
    isPinned: true,
    value: ({ number }) => String(number),
    cell: ({ id, number }) => (
      <Link to="/orders/$orderId" params={{ orderId: id }}>
        {number}
      </Link>
    ),
  },
  {
    id: 'counterparty',
    name: 'Counterparty',
    groups: true,
    value: (order) => sideOf(order, ownId).counterparty,
  },
  {
    id: 'side',
    name: 'Side',
    groups: true,
    value: (order) => (sideOf(order, ownId).lends ? 'lend' : 'borrow'),
  },
  {
    id: 'state',
    name: 'State',
    groups: true,
    value: ({ status }) => stateWords(status),
    cell: (order) => <OrderStatus order={order} />,
  },
  {
    id: 'answer',
    name: 'To answer',
    kind: 'time',
    value: (order) => (order.status === 'PENDING_ACCEPTANCE' ? order.expire_time : null),
    cell: (order) =>
      order.status === 'PENDING_ACCEPTANCE' && <TimeLeft until={order.expire_time} />,
  },
  {
    id: 'asset',
    name: 'Asset',
    kind: 'decimal',
    value: ({ asset_quantity: quantity }) => quantity,
    unit: ({ asset }) => asset,
  },
  {
    id: 'rate',
    name: 'Rate, %',
    kind: 'decimal',
    value: ({ rate_percent: rate }) => rate,
  },
  {
    id: 'collateral',
    name: 'Collateral',
    kind: 'decimal',
    value: ({ collateral_quantity: quantity }) => quantity,
    unit: ({ collateral_asset: asset }) => asset,
  },
  {
    id: 'created',
    name: 'Created, UTC',
    kind: 'time',
    value: ({ create_time: time }) => time,
  },
]
