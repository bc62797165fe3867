import type { FoundResource } from '@vadium/client'
import { type LinkProps, linkOptions } from '@tanstack/react-router'

/** Where a link leads. */
export type Place = Pick<LinkProps, 'to' | 'params' | 'search'>

/** The screen of what a search has found, or the one on which it is listed. */
export function placeOf({ kind, id, order_id: orderId }: FoundResource): Place {
  switch (kind) {
    case 'position':
      return linkOptions({ to: '/positions/$positionId', params: { positionId: id } })
    case 'mark_to_market_request':
      return linkOptions({ to: '/calls/$callId', params: { callId: id } })
    case 'transfer':
      return linkOptions({ to: '/transfers/$transferId', params: { transferId: id } })
    case 'order':
      return linkOptions({ to: '/orders/$orderId', params: { orderId: id } })
    case 'order_request':
      return linkOptions({ to: '/order-requests/$requestId', params: { requestId: id } })
    case 'close_out':
      return linkOptions({ to: '/close-outs/$closeOutId', params: { closeOutId: id } })
    case 'agreement':
      return linkOptions({ to: '/agreements/$agreementId', params: { agreementId: id } })
    case 'approval':
      return linkOptions({ to: '/approvals/$approvalId', params: { approvalId: id } })
    case 'chat_entry':
      return linkOptions({ to: '/threads/$orderId', params: { orderId: orderId ?? '' } })
    case 'organization':
      return linkOptions({ to: '/positions', search: { counterparty_id: id } })
    case 'notification':
      return linkOptions({ to: '/notifications' })
    case 'wallet':
      return linkOptions({ to: '/wallets' })
    case 'account':
    case 'credential':
      return linkOptions({ to: '/credentials' })
    case 'webhook_endpoint':
    case 'webhook_delivery':
      return linkOptions({ to: '/webhooks' })
    case 'price_source':
      return linkOptions({ to: '/operator/prices' })
    case 'audit_entry':
      return linkOptions({ to: '/audit' })
    // A newer service may find what this page does not know.
    default:
      return linkOptions({ to: '/' })
  }
}
