/** What the service says about itself in the page that it serves. */
export interface PageSettings {
  /** The address of the service, base path included. */
  readonly serviceUrl: string
  /** The path of the page, without the slash at its end. */
  readonly path: string
  /** Whether the page may take a private key from the fragment of its address. */
  readonly takesKeyFromAddress: boolean
}

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The address that the page is opened at, as the link of an invitation begins. */
export function consoleAddress(): string {
  return `${location.origin}${readPageSettings().path}/`
}

export function readPageSettings(): PageSettings {
  const basePath = meta('vadium-base-path')
  return {
    serviceUrl: `${location.origin}${basePath}`,
    path: `${basePath}/console`,
    takesKeyFromAddress: meta('vadium-key-in-address') === 'true',
  }
}
