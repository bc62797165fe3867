import {
  type OperationBody,
  roomEventType,
  type updateWebhookEndpoint,
  type WebhookEndpoint,
} from '@vadium/schema'
import { Refusal } from '../../platform/refusal.ts'
import type { AddressRules } from './address-rules.ts'
import type { EndpointChanges } from './webhook-endpoint.repository.ts'
import { endpointUrlFault } from './webhook-url.ts'

type Asked = OperationBody<typeof updateWebhookEndpoint>

/**
 * The settings of an endpoint after a request. `now` is the endpoint before it; undefined if it is
 * created.
 */
export function endpointSettings(
  asked: Asked,
  now: WebhookEndpoint | undefined,
  rules: AddressRules,
): EndpointChanges | Refusal {
  const format = asked.format ?? now?.format ?? 'events'
  const { target_url, event_types, content } = asked
  const isRoom = format === 'text'
  const isOther = now !== undefined && now.format !== format
  if (isOther && target_url === undefined) {
    return invalid('target_url', 'is needed for another format, because that of a room is a secret')
  }
  const fault = target_url && endpointUrlFault(target_url, format, rules)
  if (fault !== undefined) return invalid('target_url', fault)
  if (!isRoom && content !== undefined) return invalid('content', 'is for the format text')
  if (isRoom && event_types?.some((type) => type !== roomEventType) === true) {
    return invalid('event_types', `of a chat room is ${roomEventType} alone`)
  }
  return {
    format,
    content: content ?? now?.content ?? 'title',
    target_url,
    description: asked.description,
    event_types: isRoom ? roomTypes(now) : event_types,
  }
}

/** Undefined if they are so already: another filter begins at the next event. */
const roomTypes = (now: WebhookEndpoint | undefined) =>
  now?.format === 'text' ? undefined : [roomEventType]

const invalid = (field: string, issue: string) => new Refusal('VALUE_INVALID', [{ field, issue }])
