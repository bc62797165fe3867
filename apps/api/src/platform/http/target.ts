/**
 * What is wrong with a raw request target; undefined if nothing is. The target is signed as it is
 * sent, delimited by `|`, so it must not contain anything that two readers could read in two ways.
 */
export function targetFault(target: string): string | undefined {
  if (!target.startsWith('/')) return 'must be a path that begins with a slash'
  if (/[|#\\]/.test(target)) return 'must not contain a raw |, # or backslash'
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  if (mark === target.length - 1) return 'must not end in an empty query'
  if (path.includes('//')) return 'must not contain a double slash'
  if (path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) {
    return 'must not contain dot segments'
  }
  if (hasNeedlessEncoding(path)) {
    return 'must not percent-encode a delimiter, or a character that needs no encoding, in its path'
  }
  return undefined
}

/**
 * Whether a path percent-encodes a character that needs no encoding. Each operation has one path,
 * so a gateway that filters `:suspend` cannot be bypassed with `%3Asuspend`.
 */
function hasNeedlessEncoding(path: string): boolean {
  return [...path.matchAll(/%([0-9A-F]{2})/gi)].some(([, hex = '']) =>
    /[\w.~:/?#|\\-]/.test(String.fromCharCode(Number.parseInt(hex, 16))),
  )
}

/** The raw query of a target without the question mark. Empty if there is none. */
export function rawQuery(target: string): string {
  const mark = target.indexOf('?')
  return mark === -1 ? '' : target.slice(mark + 1)
}
