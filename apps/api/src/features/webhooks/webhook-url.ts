import { isIP } from 'node:net'
import type { AddressRules } from './address-rules.ts'

/**
 * What is wrong with an address that somebody wants events to be sent to; undefined where nothing is seen to be. A
 * name is looked up when something is sent, and each time anew.
 */
export function webhookUrlFault(text: string, rules: AddressRules): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) return 'is not an address such as https://hooks.example.com/vadium'
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
  return wouldDo ? 'must begin with https://' : 'must be an address of the public internet'
}

/** A URL has every notation of an IPv4 address as four decimals already, and IPv6 in brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
