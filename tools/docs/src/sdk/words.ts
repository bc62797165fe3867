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
