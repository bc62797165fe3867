import { isIP } from 'node:net'
import type { WebhookFormat } from '@vadium/schema'
import type { AddressRules } from './address-rules.ts'

/**
 * What is wrong with a webhook address; undefined if nothing is visibly wrong. Host names are
 * resolved at each attempt, not here.
 */
export function webhookUrlFault(text: string, rules: AddressRules): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) return 'is not a URL such as https://hooks.example.com/vadium'
  if (url.username !== '' || url.password !== '') return 'must not have user information'
  if (text.includes('#')) return 'must not have a fragment'
  if (url.port === '0') return 'must not have the port 0'
  const host = hostOf(url)
  if (isIP(host) !== 0) {
    return rules.permits(host, url.protocol) ? undefined : addressFault(url, rules)
  }
  if (url.protocol !== 'https:' && !rules.allowsNetworks) return 'must begin with https://'
  return undefined
}

/**
 * What is wrong with the address of an endpoint of a format. The address of a chat room has a path,
 * which is never shown: what was shown is not the address.
 */
export function endpointUrlFault(
  text: string,
  format: WebhookFormat,
  rules: AddressRules,
): string | undefined {
  const fault = webhookUrlFault(text, rules)
  if (fault !== undefined || format !== 'text' || text !== shownUrl(text, format)) return fault
  return 'must be the whole address of the chat room'
}

/** The address as it is shown: of a chat room without its path, which is a secret. */
export function shownUrl(text: string, format: WebhookFormat): string {
  return format === 'text' ? `${new URL(text).origin}/` : text
}

function addressFault(url: URL, rules: AddressRules): string {
  const wouldDo = rules.permits(hostOf(url), 'https:')
  return wouldDo ? 'must begin with https://' : 'must be an address on the public internet'
}

/**
 * The URL parser has already turned every notation of an IPv4 address into four decimals. IPv6
 * addresses are in brackets.
 */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
