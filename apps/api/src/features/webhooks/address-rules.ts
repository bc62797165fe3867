import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { StartError } from '../../platform/start-error.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

/** All that is given out as global unicast. What lies outside of it maps, translates or stays at home. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Parts of it that lead elsewhere: protocol assignments with Teredo, documentation, 6to4, and the anycast of AS112. */
const notGlobal = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map(
  (network) => ipaddr.IPv6.parseCIDR(network),
)

/**
 * To which addresses the service connects where others have named them: those of the public internet, over TLS;
 * and those of networks that whoever runs the service allows.
 */
export class AddressRules {
  readonly #allowed: readonly Network[]

  /** @throws StartError where what is given is not a list of networks. */
  constructor(allowedNetworks: string | undefined) {
    this.#allowed = (allowedNetworks?.split(',') ?? []).map(networkOf)
  }

  /** Whether there are networks to which no TLS is needed. */
  get allowsNetworks(): boolean {
    return this.#allowed.length > 0
  }

  /** Whether `text`, an address and not a name, may be connected to. `protocol` as a URL has it. */
  permits(text: string, protocol: string): boolean {
    const address = addressOf(text)
    if (address === undefined) return false
    if (this.#allowed.some((network) => isWithin(address, network))) return true
    return protocol === 'https:' && isPublic(address)
  }
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return true
  const isIn = (network: [ipaddr.IPv6, number]) => address.match(network)
  return isIn(globalUnicast) && !notGlobal.some(isIn)
}

function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

function addressOf(text: string): Address | undefined {
  // Stricter than what reads it: a short form of an address is none here.
  return isIP(text) === 0 ? undefined : ipaddr.parse(text)
}

function networkOf(text: string): Network {
  try {
    return ipaddr.parseCIDR(text)
  } catch {
    throw new StartError(`WEBHOOK_ALLOWED_NETWORKS: ${text} is not a network such as 10.0.0.0/8.`)
  }
}
