/** `order_request_id` or `order-request` as `orderRequest…`. */
export function camelCase(name: string): string {
  return name.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
}

export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

export function pascalCase(name: string): string {
  return upperFirst(camelCase(name))
}

/** `orderRequests` as `order-requests`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

const LINE_LENGTH_MAX = 80

/** Names, separated by spaces, as a text that is written in several lines. */
export const inLines = (names: readonly string[]): string =>
  lines(names)
    .map((line) => JSON.stringify(line))
    .join(' + ')

function lines(names: readonly string[]): string[] {
  const parts: string[] = []
  for (const name of names) {
    const last = parts.at(-1)
    if (last === undefined) parts.push(name)
    else if (last.length + name.length < LINE_LENGTH_MAX) parts.push(`${parts.pop() ?? ''} ${name}`)
    else parts.push(` ${name}`)
  }
  return parts
}
