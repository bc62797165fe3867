import { Link } from '@tanstack/react-router'

/** The way to a resource that another one names, or its kind if it has no screen of its own. */
export function ResourceLink({ resource, id }: { readonly resource: string; readonly id: string }) {
  const name = resource.replaceAll('_', ' ')
  switch (resource) {
    case 'order':
      return (
        <Link to="/orders/$orderId" params={{ orderId: id }}>
          {name}
        </Link>
      )
    case 'position':
      return (
        <Link to="/positions/$positionId" params={{ positionId: id }}>
          {name}
        </Link>
      )
    case 'transfer':
      return (
        <Link to="/transfers/$transferId" params={{ transferId: id }}>
          {name}
        </Link>
      )
    case 'mark_to_market_request':
      return (
        <Link to="/calls/$callId" params={{ callId: id }}>
          {name}
        </Link>
      )
    case 'order_request':
      return (
        <Link to="/order-requests/$requestId" params={{ requestId: id }}>
          {name}
        </Link>
      )
    default:
      return (
        <span title={id}>
          {name} {resource === 'price' && id}
        </span>
      )
  }
}
