import type { OrderRequest } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { AskedFor, OrderRequestStatus } from './order-request-words.tsx'

/** The columns of order requests. */
export const requestHead = (
  <>
    <th>Order</th>
    <th>Kind</th>
    <th>State</th>
    <th className="number">Asked for</th>
    <th>By</th>
    <th>Created</th>
    <th>To answer</th>
  </>
)

export function RequestRow({
  request,
  ownId,
  rowIndex,
}: {
  readonly request: OrderRequest
  readonly ownId: string
  /** Its place in a list of which only a part is in the page. */
  readonly rowIndex?: number
}) {
  return (
    <tr aria-rowindex={rowIndex}>
      <td>
        <Link to="/order-requests/$requestId" params={{ requestId: request.id }}>
          {request.order_id_pretty}
        </Link>
      </td>
      <td>{request.kind}</td>
      <td>
        <OrderRequestStatus request={request} />
      </td>
      <td className="number">
        <AskedFor request={request} />
      </td>
      <td>{request.creator_id === ownId ? 'us' : 'them'}</td>
      <td>
        <Instant at={request.create_time} />
      </td>
      <td>{request.status === 'PENDING' && <TimeLeft until={request.expire_time} />}</td>
    </tr>
  )
}
