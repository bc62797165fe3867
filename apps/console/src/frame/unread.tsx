import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unreadQuery } from '../service/notification-queries.ts'
import { useClient } from '../service/service.tsx'

/** The way to the notifications, with how many are unread. */
export function Unread() {
  const { data } = useQuery(unreadQuery(useClient()))
  return (
    <Link to="/notifications" search={{ unread: true }} className="button">
      Notifications
      {data !== undefined && data.unread > 0 && (
        <>
          {' '}
          <strong>
            {data.unread}
            {data.has_more && '+'}
            <span className="visually-hidden"> unread</span>
          </strong>
        </>
      )}
    </Link>
  )
}
