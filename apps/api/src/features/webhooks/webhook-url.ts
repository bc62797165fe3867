import { isIP } from 'node:net'
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
