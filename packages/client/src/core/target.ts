/** Where the service is: what connects, and the path that stands before every operation's. */
export interface BaseUrl {
  readonly origin: string
  readonly path: string
}

/**
 * Reads the base URL. The error does not quote it, since it may hold a password.
 *
 * @throws TypeError when it is no http(s) URL, or has credentials, a query or a fragment.
 */
export function readBaseUrl(baseUrl: string): BaseUrl {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be an absolute http or https URL.')
  }
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '') {
    throw new TypeError('baseUrl must have no credentials, no query and no fragment.')
  }
  const path = url.pathname.replace(/\/$/, '')
  // What the service refuses in a target is refused here, where the mistake was made.
  if (!/^(?:\/[\w.~!$&'()*+,;=:@%-]+)*$/.test(path)) {
    throw new TypeError('The path of baseUrl must be percent-encoded, without empty segments.')
  }
  return { origin: url.origin, path }
}

/**
 * The path of an operation with its parameters in place of `{order_id}` and the like, each percent-encoded
 * as a whole, so that none of them can be more than one segment, or a part of one.
 *
 * @throws TypeError when one is missing, too much, empty, only dots or no text.
 */
export function encodePath(path: string, params: object): string {
  const given = new Map<string, unknown>(Object.entries(params))
  const unused = new Set(given.keys())
  const encoded = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    unused.delete(name)
    const text = scalarText(name, given.get(name))
    // A dot segment would be another path to whoever reads it.
    if (/^\.*$/.test(text)) throw new TypeError(`The path parameter ${name} must not be empty.`)
    return percentEncode(text)
  })
  for (const name of unused) throw new TypeError(`There is no path parameter ${name}.`)
  return encoded
}

/**
 * Query parameters as they are signed and sent. All but the unreserved characters of RFC 3986 are
 * percent-encoded, so that no URL parser on the way has a reason to write them differently.
 * A member that is undefined is left out.
 *
 * @throws TypeError when a value is no string, number, bigint or boolean, or is ill-formed Unicode.
 */
export function encodeQuery(query: object): string {
  const members: [string, unknown][] = Object.entries(query)
  const pairs: string[] = []
  for (const [name, value] of members) {
    if (value === undefined) continue
    pairs.push(`${percentEncode(name)}=${percentEncode(scalarText(name, value))}`)
  }
  return pairs.join('&')
}

function scalarText(name: string, value: unknown): string {
  switch (typeof value) {
    case 'string':
      if (value.isWellFormed()) return value
      throw new TypeError(`The parameter ${name} has a lone surrogate.`)
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    default:
      throw new TypeError(`The parameter ${name} must be a string, a number or a boolean.`)
  }
}

function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
