import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure } from '../../figures/states.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { orderRequestsQuery } from '../../service/order-request-queries.ts'
import { callerQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { requestHead, RequestRow } from '../order-requests/request-row.tsx'

const newestShown = 20

/** The recalls, returns and rerates of a position with their state, newest first. */
export function ItsRequests({ positionId }: { readonly positionId: string }) {
  const client = useClient()
  const caller = useQuery(callerQuery(client))
  const filter = { position_id: positionId, page_size: newestShown }
  const requests = useQuery(orderRequestsQuery(client, filter))
  if (requests.isLoadingError) return <Failure error={requests.error} what="its requests" />
  if (requests.data === undefined || requests.data.order_requests.length === 0) return null
  return (
    <section>
      <h2>Recalls, returns and rerates</h2>
      <TableScroll name="Order requests">
        <table>
          <thead>
            <tr>{requestHead}</tr>
          </thead>
          <tbody>
            {requests.data.order_requests.map((request) => (
              <RequestRow
                key={request.id}
                request={request}
                ownId={caller.data?.organization.id ?? ''}
              />
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p>
        <Link to="/order-requests" search={{ position_id: positionId }}>
          All requests of this position
        </Link>
      </p>
    </section>
  )
}
