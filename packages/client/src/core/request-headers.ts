import { headerNames } from '@vadium/schema/protocol'

/** What the SDK or the transport sets. Another value would break the signature or the framing. */
const reserved: ReadonlySet<string> = new Set(
  [
    headerNames.apiKey,
    headerNames.timestamp,
    headerNames.signature,
    headerNames.idempotencyKey,
    headerNames.lastEventId,
    ...(
      'accept accept-encoding connection content-encoding content-length content-type expect host' +
      ' keep-alive te trailer transfer-encoding upgrade'
    ).split(' '),
  ].map((name) => name.toLowerCase()),
)

/**
 * Checks the headers that a caller adds to a request, and returns them in lower case.
 *
 * @throws TypeError for a header of the SDK's own, and for what is not a header. It quotes no
 * value.
 */
export function checkHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const checked: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) {
      throw new TypeError('headers has an invalid name.')
    }
    if (reserved.has(lower)) throw new TypeError(`headers must not set ${name}.`)
    if (typeof value !== 'string' || !/^[\t\x20-\x7e]*$/.test(value)) {
      throw new TypeError(`The header ${name} must be visible ASCII characters.`)
    }
    checked[lower] = value
  }
  return checked
}
