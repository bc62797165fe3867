import type { Order } from '@vadium/client'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { stateWords } from '../../figures/state-words.ts'

const tones: Readonly<Record<string, Tone>> = {
  PENDING_ACCEPTANCE: 'call',
  ACCEPTED: 'transit',
  OPENING: 'transit',
  ACTIVE: 'covered',
  CLOSING: 'transit',
  FAILED: 'liquidation',
}

export function OrderStatus({ order }: { readonly order: Order }) {
  return <Badge tone={tones[order.status] ?? 'plain'}>{stateWords(order.status)}</Badge>
}

/** The order as its reader sees it: whether it lends, and the other side. */
export function sideOf(order: Order, ownId: string): { lends: boolean; counterparty: string } {
  return order.lender_id === ownId
    ? { lends: true, counterparty: order.borrower_name }
    : { lends: false, counterparty: order.lender_name }
}
