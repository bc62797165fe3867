import type { linkedResources } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type LinkedResource = (typeof linkedResources)[number]

/** A resource by its id, and what the link to it says. */
type Linking = (id: string, name: string) => ReactNode

/** A resource without a screen of its own. */
const named: Linking = (id, name) => <span title={id}>{name}</span>

const links: Readonly<Record<LinkedResource, Linking>> = {
  order: (id, name) => (
    <Link to="/orders/$orderId" params={{ orderId: id }}>
      {name}
    </Link>
  ),
  position: (id, name) => (
    <Link to="/positions/$positionId" params={{ positionId: id }}>
      {name}
    </Link>
  ),
  transfer: (id, name) => (
    <Link to="/transfers/$transferId" params={{ transferId: id }}>
      {name}
    </Link>
  ),
  mark_to_market_request: (id, name) => (
    <Link to="/calls/$callId" params={{ callId: id }}>
      {name}
    </Link>
  ),
  order_request: (id, name) => (
    <Link to="/order-requests/$requestId" params={{ requestId: id }}>
      {name}
    </Link>
  ),
  call_set: (id, name) => (
    <Link to="/call-sets/$callSetId" params={{ callSetId: id }}>
      {name}
    </Link>
  ),
  close_out: (id, name) => (
    <Link to="/close-outs/$closeOutId" params={{ closeOutId: id }}>
      {name}
    </Link>
  ),
  approval: (id, name) => (
    <Link to="/approvals/$approvalId" params={{ approvalId: id }}>
      {name}
    </Link>
  ),
  agreement: (id, name) => (
    <Link to="/agreements/$agreementId" params={{ agreementId: id }}>
      {name}
    </Link>
  ),
  approval_policy: (_, name) => <Link to="/approvals/policy">{name}</Link>,
  counterparty_limits: (_, name) => <Link to="/counterparties">{name}</Link>,
  automation: (_, name) => <Link to="/counterparties">{name}</Link>,
  mail_address: (_, name) => <Link to="/mail">{name}</Link>,
  credential: (_, name) => <Link to="/credentials">{name}</Link>,
  invitation: (_, name) => <Link to="/credentials">{name}</Link>,
  webhook: (_, name) => <Link to="/webhooks">{name}</Link>,
  price: (id, name) => named(id, `${name} ${id}`),
  price_source: named,
  account: named,
  calendar: (id, name) => named(id, `${name} ${id}`),
  wallet: named,
  organization: named,
}

/** A newer service may link to resources that this page does not know. */
const isLinked = (resource: string): resource is LinkedResource => Object.hasOwn(links, resource)

/** The way to a resource that another one names, or its kind if it has no screen of its own. */
export function ResourceLink({ resource, id }: { readonly resource: string; readonly id: string }) {
  const link = isLinked(resource) ? links[resource] : named
  return link(id, resource === 'mark_to_market_request' ? 'call' : resource.replaceAll('_', ' '))
}
