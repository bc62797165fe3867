import { Link } from '@tanstack/react-router'
import { Read } from '../../figures/read.tsx'
import { useNamed } from '../../service/choices.ts'
import { orderRequestsQuery } from '../../service/order-request-queries.ts'
import { useRead } from '../../service/read.ts'
import { useReader } from '../../service/reader.ts'
import { PartTable } from '../../table/part-table.tsx'
import { requestColumns } from '../order-requests/request-columns.tsx'

const newestShown = 20

/**
 * The recalls, returns, rerates, amends and extends of a position with their state, newest first.
 */
export function ItsRequests({ positionId }: { readonly positionId: string }) {
  const columns = requestColumns(useReader(), useNamed())
  const filter = { position_id: positionId, page_size: newestShown }
  const requests = useRead(orderRequestsQuery, filter)
  const isEmpty = requests.data === undefined ? requests.error === null : requests.data.length === 0
  if (isEmpty) return null
  return (
    <section>
      <h2>Recalls, returns, rerates, amends and extends</h2>
      <Read of={requests} what="its requests">
        {(shown) => (
          <PartTable
            name="Order requests"
            what="order requests"
            columns={columns}
            rows={shown}
            idOf={({ id }) => id}
            served={['-created']}
          />
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
