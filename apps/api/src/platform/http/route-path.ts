/**
 * The path of an operation in the router's syntax: a colon starts a parameter, and two colons mean
 * a literal one. A parameter ends where a verb such as `:suspend` starts.
 */
export function routePath(path: string): string {
  return path.replaceAll(':', '::').replaceAll(/\{(\w+)\}/g, ':$1([^/:]+)')
}
