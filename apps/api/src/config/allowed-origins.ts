/** The origins of a setting that {@link originsFault} has accepted. */
export function allowedOrigins(setting: string | undefined): readonly string[] {
  return setting?.split(',') ?? []
}

/** What is wrong with the setting: it names the first entry that no browser sends as an origin. */
export function originsFault(setting: string): string | undefined {
  const wrong = setting.split(',').find((origin) => !isSecureOrigin(origin))
  if (wrong === undefined) return undefined
  return `${wrong} is not an origin as browsers send it, such as https://desk.example.com`
}

/**
 * Whether browsers sign on pages of this origin: they have WebCrypto only on `https`, and on `http`
 * of their own machine. Browsers send an origin in one form only, without a default port or a path.
 */
function isSecureOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  if (origin !== text || hostname.includes('*')) return false
  return protocol === 'https:' || (protocol === 'http:' && ownMachine.test(hostname))
}

const ownMachine = /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)*localhost)$/
