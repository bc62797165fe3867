/** The version of this package; a test compares it with package.json. */
export const version = '0.0.0'

/** The program that uses the SDK, as the logs of a proxy show it. */
export interface AppInfo {
  readonly name: string
  readonly version?: string | undefined
  /** Where its owner is found. */
  readonly url?: string | undefined
}

/**
 * Names the SDK, the platform and the program in requests.
 *
 * @throws TypeError for a name, version or url that cannot be sent.
 */
export function userAgent(platform: string, app: AppInfo | undefined): string {
  const products = [`vadium-client/${version}`, platform]
  if (app === undefined) return products.join(' ')
  const { name, version: appVersion, url } = app
  const given: unknown[] = [name, appVersion ?? name, url ?? name]
  if (!given.every((text) => typeof text === 'string' && /^[!-'*-~]{1,200}$/.test(text))) {
    throw new TypeError('appInfo must be visible ASCII characters without brackets.')
  }
  products.push(appVersion === undefined ? name : `${name}/${appVersion}`)
  if (url !== undefined) products.push(`(${url})`)
  return products.join(' ')
}
