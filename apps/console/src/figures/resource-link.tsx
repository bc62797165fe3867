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
    case 'approval':
      return (
        <Link to="/approvals/$approvalId" params={{ approvalId: id }}>
          {name}
        </Link>
      )
    case 'agreement':
      return (
        <Link to="/agreements/$agreementId" params={{ agreementId: id }}>
          {name}
        </Link>
      )
    case 'approval_policy':
      return <Link to="/approvals/policy">{name}</Link>
    case 'credential':
      return <Link to="/credentials">{name}</Link>
    case 'webhook':
      return <Link to="/webhooks">{name}</Link>
    default:
      return (
        <span title={id}>
          {name} {resource === 'price' && id}
        </span>
      )
  }
}
