import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import type { AddressRules } from './address-rules.ts'

/** The addresses that a name has at this moment. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** The address is none that may be connected to; or one of those that the name has. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
}

/** The name has no address, or nobody says which. */
export class NameNotResolvedError extends Error {
  override readonly name = 'NameNotResolvedError'
}

/**
 * Asks the name servers by ourselves. What the system does instead occupies a thread for as long as they take, and
 * there are few: whoever has a slow name server could hold up whatever else needs one.
 */
export function nameServers(): Resolve {
  const resolver = new Resolver({ timeout: 2500, tries: 2 })
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}

const connectMsMax = 10_000

/**
 * Connections to addresses that others have named. The name is resolved once a connection, what it resolves to is
 * checked, and these very addresses are connected to: a name that is another thing a moment later changes nothing.
 * No proxy of the environment is asked, and no redirect is followed.
 */
export function guardedConnections(rules: AddressRules, resolve: Resolve): Agent {
  const connectorOf = (protocol: string) =>
    buildConnector({ timeout: connectMsMax, lookup: checkedLookup(rules, resolve, protocol) })
  const connectors = new Map(['http:', 'https:'].map((name) => [name, connectorOf(name)]))
  return new Agent({
    connect: (options, callback) => {
      const { hostname, protocol } = options
      const connector = connectors.get(protocol)
      // What is an address already is not looked up.
      const isRefused = isIP(hostname) !== 0 && !rules.permits(hostname, protocol)
      if (connector === undefined || isRefused) callback(new AddressRefusedError(), null)
      else connector(options, callback)
    },
  })
}

function checkedLookup(rules: AddressRules, resolve: Resolve, protocol: string): LookupFunction {
  const addressesOf = async (hostname: string) => {
    const addresses = await resolve(hostname)
    // One that may not be connected to among them is one too many: nobody of the public internet has such.
    if (!addresses.every((address) => rules.permits(address, protocol))) {
      throw new AddressRefusedError()
    }
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
  return (hostname, { all }, done) => {
    addressesOf(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) done(new NameNotResolvedError(), '')
        else if (all === true) done(null, addresses)
        else done(null, first.address, first.family)
      },
      (error: unknown) => {
        done(error instanceof AddressRefusedError ? error : new NameNotResolvedError(), '')
      },
    )
  }
}
