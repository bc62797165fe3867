import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import type { AddressRules } from './address-rules.ts'

/** The current addresses of a host name. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** The address, or one of the addresses of the host name, may not be connected to. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
}

/** The host name has no address, or the name servers did not answer. */
export class NameNotResolvedError extends Error {
  override readonly name = 'NameNotResolvedError'
}

/**
 * Queries the name servers directly. The system's resolver blocks one of few threads for each
 * query, so a slow name server of one receiver could hold up all other work.
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
 * Connections to addresses that organizations have given. The host name is resolved once for each
 * connection, the resulting addresses are checked, and exactly these are connected to. So a name
 * that changes its address between check and connection gains nothing. Proxies of the environment
 * are not used, and redirects are not followed.
 */
export function guardedConnections(
  rules: AddressRules,
  resolve: Resolve,
  timeout = connectMsMax,
): Agent {
  const connectorOf = (protocol: string) =>
    buildConnector({ timeout, lookup: checkedLookup(rules, resolve, protocol) })
  const connectors = new Map(['http:', 'https:'].map((name) => [name, connectorOf(name)]))
  return new Agent({
    connect: (options, callback) => {
      const { hostname, protocol } = options
      const connector = connectors.get(protocol)
      // A literal address is not resolved, so it is checked here.
      const isRefused = isIP(hostname) !== 0 && !rules.permits(hostname, protocol)
      if (connector === undefined || isRefused) callback(new AddressRefusedError(), null)
      else connector(options, callback)
    },
  })
}

function checkedLookup(rules: AddressRules, resolve: Resolve, protocol: string): LookupFunction {
  const addressesOf = async (hostname: string) => {
    const addresses = await resolve(hostname)
    // A single forbidden address refuses the name: no public host has one.
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
