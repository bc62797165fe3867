import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { StartError } from '../../platform/start-error.ts'
import { cloudMetadata } from './cloud-metadata.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

/**
 * All addresses that are assigned as global unicast. The others are mapped, translated or local.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Ranges in it that lead elsewhere: protocol assignments with Teredo, documentation, 6to4 and the
 * AS112 anycast.
 */
const notGlobal = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map(
  (network) => ipaddr.IPv6.parseCIDR(network),
)

const metadata = cloudMetadata.map((network): Network => ipaddr.parseCIDR(network))

/** Ranges whose last 32 bits are an IPv4 address, to which a translator sends. */
const translated = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96'].map((network) =>
  ipaddr.IPv6.parseCIDR(network),
)

/**
 * The addresses that webhooks may be sent to: those of the public internet over TLS, and those of
 * the networks in WEBHOOK_ALLOWED_NETWORKS. Never those at which a cloud serves its metadata.
 */
export class AddressRules {
  readonly #allowed: readonly Network[]

  /** @throws StartError if the setting is not a list of networks. */
  constructor(allowedNetworks: string | undefined) {
    this.#allowed = (allowedNetworks?.split(',') ?? []).map(networkOf)
  }

  /** Whether there are networks that need no TLS. */
  get allowsNetworks(): boolean {
    return this.#allowed.length > 0
  }

  /**
   * Whether an address, not a host name, may be connected to. `protocol` has the form of a URL's.
   */
  permits(text: string, protocol: string): boolean {
    const address = addressOf(text)
    if (address === undefined || isMetadata(address)) return false
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

function isMetadata(address: Address): boolean {
  const leadsTo = reached(address)
  return metadata.some((network) => isWithin(address, network) || isWithin(leadsTo, network))
}

/** The address at which a connection arrives where IPv6 is translated to IPv4. */
function reached(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address
  if (!translated.some((network) => address.match(network))) return address
  return new ipaddr.IPv4(address.toByteArray().slice(-4))
}

function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

function addressOf(text: string): Address | undefined {
  // Stricter than `ipaddr.parse`, which accepts short forms of an address.
  return isIP(text) === 0 ? undefined : ipaddr.parse(text)
}

function networkOf(text: string): Network {
  try {
    return ipaddr.parseCIDR(text)
  } catch {
    throw new StartError(`WEBHOOK_ALLOWED_NETWORKS: ${text} is not a network such as 10.0.0.0/8.`)
  }
}
