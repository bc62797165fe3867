const path = '/console/'

/** The address of the console of a service. */
export function consoleAddress(serviceUrl: string): string {
  return `${serviceUrl.endsWith('/') ? serviceUrl.slice(0, -1) : serviceUrl}${path}`
}

/** The service of an address of its console. Undefined if it is no such address. */
export function serviceOfConsole({ origin, pathname }: URL): string | undefined {
  return pathname.endsWith(path) ? `${origin}${pathname.slice(0, -path.length)}` : undefined
}
