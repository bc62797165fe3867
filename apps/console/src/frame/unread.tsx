import { Link } from '@tanstack/react-router'
import { Icon } from '../figures/icon.tsx'
import { unreadQuery } from '../service/notification-queries.ts'
import { useRead } from '../service/read.ts'

/** The way to the notifications, with how many are unread. */
export function Unread() {
  const { data } = useRead(unreadQuery)
  return (
    <Link to="/notifications" search={{ unread: true }} className="button quiet">
      <Icon name="bell" />
      <span className="visually-hidden">Notifications</span>
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
