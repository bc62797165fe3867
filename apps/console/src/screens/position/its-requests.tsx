import { Link } from '@tanstack/react-router'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { orderRequestsQuery } from '../../service/order-request-queries.ts'
import { useOwnId } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { requestHead, RequestRow } from '../order-requests/request-row.tsx'

const newestShown = 20

/** The recalls, returns and rerates of a position with their state, newest first. */
export function ItsRequests({ positionId }: { readonly positionId: string }) {
  const ownId = useOwnId()
  const filter = { position_id: positionId, page_size: newestShown }
  const requests = useRead(orderRequestsQuery, filter)
  const isEmpty = requests.data === undefined ? requests.error === null : requests.data.length === 0
  if (isEmpty) return null
  return (
    <section>
      <h2>Recalls, returns and rerates</h2>
      <Read of={requests} what="its requests">
        {(shown) => (
          <TableScroll name="Order requests">
            <table>
              <thead>
                <tr>{requestHead}</tr>
              </thead>
              <tbody>
                {shown.map((request) => (
                  <RequestRow key={request.id} request={request} ownId={ownId} />
                ))}
              </tbody>
            </table>
          </TableScroll>
        )}
      </Read>
      <p>
        <Link to="/order-requests" search={{ position_id: positionId }}>
          All requests of this position
        </Link>
      </p>
    </section>
  )
}
