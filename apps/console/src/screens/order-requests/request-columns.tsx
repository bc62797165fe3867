import type { OrderRequest } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { stateWords } from '../../figures/state-words.ts'
import { TimeLeft } from '../../figures/time.tsx'
import type { Named, Reader } from '../../service/reader.ts'
import type { Column } from '../../table/column.ts'
import { AskedFor, OrderRequestStatus } from './order-request-words.tsx'

/** The columns of order requests, for a reader. */
export const requestColumns = (
  reader: Reader,
  named: (id: string) => Named,
): readonly Column<OrderRequest>[] => [
  {
    id: 'order',
    name: 'Order',
    isPinned: true,
    value: ({ order_id_pretty: number }) => String(number),
    cell: ({ id, order_id_pretty: number }) => (
      <Link to="/order-requests/$requestId" params={{ requestId: id }}>
        {number}
      </Link>
    ),
  },
  {
    id: 'kind',
    name: 'Kind',
    groups: true,
    value: ({ kind }) => kind,
  },
  {
    id: 'request',
    name: 'Asked by',
    groups: true,
    value: ({ creator_id: creator }) => reader.whom(named(creator)),
  },
  {
    id: 'asked',
    name: 'Asked for',
    kind: 'decimal',
    value: ({ rate_percent: rate, quantity }) => rate ?? quantity,
    unit: ({ rate_percent: rate, asset }) => (rate === null ? asset : '% a year'),
    cell: (request) => <AskedFor request={request} />,
  },
  {
    id: 'state',
    name: 'State',
    groups: true,
    value: ({ status }) => stateWords(status),
    cell: (request) => <OrderRequestStatus request={request} />,
  },
  {
    id: 'counterparty',
    name: 'Counterparty',
    groups: true,
    value: ({ lender_id: lender, borrower_id: borrower }) =>
      nameOf(named(reader.isOwn(lender) ? borrower : lender)),
  },
  {
    id: 'created',
    name: 'Created, UTC',
    kind: 'time',
    value: ({ create_time: time }) => time,
  },
  {
    id: 'answer',
    name: 'To answer',
    kind: 'time',
    value: (request) => (request.status === 'PENDING' ? request.expire_time : null),
    cell: (request) => request.status === 'PENDING' && <TimeLeft until={request.expire_time} />,
  },
]

const nameOf = ({ id, name }: Named): string => name ?? id
