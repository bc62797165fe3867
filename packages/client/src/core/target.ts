/** The origin of the service, and the path before that of every operation. */
export interface BaseUrl {
  readonly origin: string
  readonly path: string
}

/**
 * Reads the base URL.
 *
 * @throws TypeError when it is not an http or https URL, or has credentials, a query or a fragment.
 *   The message does not quote the URL, because it may contain a password.
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
  // The service would refuse such a path in each request. Refusing it here names the option.
  if (!/^(?:\/[\w.~!$&'()*+,;=:@%-]+)*$/.test(path)) {
    throw new TypeError('The path of baseUrl must be percent-encoded, without empty segments.')
  }
  return { origin: url.origin, path }
}

/**
 * Fills the parameters of a path, such as `{order_id}`. Each value is percent-encoded as a whole,
 * so that it stays one segment.
 *
 * @throws TypeError when a parameter is missing, unknown, empty, only dots, or not a scalar.
 */
export function encodePath(path: string, params: object): string {
  const given = new Map<string, unknown>(Object.entries(params))
  const unused = new Set(given.keys())
  const encoded = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    unused.delete(name)
    const text = scalarText(name, given.get(name))
    // URL parsers remove dot segments, so the request would reach another path.
    if (/^\.*$/.test(text)) {
      throw new TypeError(`The path parameter ${name} must not be empty or only dots.`)
    }
    return percentEncode(text)
  })
  for (const name of unused) throw new TypeError(`The operation has no path parameter ${name}.`)
  return encoded
}

/**
 * Encodes query parameters as they are signed and sent. All but the unreserved characters of RFC
 * 3986 are percent-encoded, so that no proxy rewrites them and breaks the signature. Undefined
 * members are omitted.
 *
 * @throws TypeError when a value is not a string, number, bigint or boolean, or has a lone
 *   surrogate.
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
      throw new TypeError(`The parameter ${name} must be a string, number, bigint or boolean.`)
  }
}

function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
