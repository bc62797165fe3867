import type { ListWebhookDeliveriesQuery } from '@vadium/client'

/** The filters of the deliveries: those of the operation, under their names. */
export type DeliverySearch = Omit<ListWebhookDeliveriesQuery, 'page_size' | 'page_token'>

const texts = ['webhook_endpoint_id', 'state', 'event_type'] as const

export function readDeliverySearch(given: Record<string, unknown>): DeliverySearch {
  return Object.fromEntries(
    texts.flatMap((name) =>
      typeof given[name] === 'string' && given[name] !== '' ? [[name, given[name]]] : [],
    ),
  )
}
