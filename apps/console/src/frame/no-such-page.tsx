import { Link } from '@tanstack/react-router'

export function NoSuchPage() {
  return (
    <p>
      There is no such page. <Link to="/">Go to Today</Link>
    </p>
  )
}
