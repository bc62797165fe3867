/**
 * What is wrong with a raw request target, or undefined if nothing is. The target is signed as it
 * travels, delimited by `|`, so nothing may stand in it that two readers could read in two ways.
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
    return 'must not have a delimiter percent-encoded in its path, nor what needs no encoding'
  }
  return undefined
}

/**
 * Whether a path spells otherwise what could stand in it as it is. Each operation has one path: a gateway that
 * looks for `:suspend` must not be passed by with `%3Asuspend`.
 */
function hasNeedlessEncoding(path: string): boolean {
  return [...path.matchAll(/%([0-9A-F]{2})/gi)].some(([, hex = '']) =>
    /[\w.~:/?#|\\-]/.test(String.fromCharCode(Number.parseInt(hex, 16))),
  )
}

/** The raw query of a target, without the question mark; empty when there is none. */
export function rawQuery(target: string): string {
  const mark = target.indexOf('?')
  return mark === -1 ? '' : target.slice(mark + 1)
}
