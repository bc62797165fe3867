/** The options that no client can do without. */
interface Needed {
  readonly baseUrl?: string | undefined
  readonly privateKey?: string | undefined
  readonly signer?: object | undefined
}

interface Found {
  readonly baseUrl: string
  readonly privateKey?: string
  /** The variable that the key is from. */
  readonly keySource?: string
}

const urlVariable = 'VADIUM_URL'
const keyVariable = 'VADIUM_PRIVATE_KEY'

/**
 * The needed options, from the environment where they are not given.
 *
 * @throws TypeError that says what is missing. It quotes no value.
 */
export function fromEnvironment(
  { baseUrl, privateKey, signer }: Needed,
  environment: Readonly<Record<string, string | undefined>>,
): Found {
  const url = baseUrl ?? environment[urlVariable]
  if (!url) throw missing('baseUrl', orSet(aboutUrl, urlVariable))
  if (signer !== undefined && privateKey === undefined) return { baseUrl: url }
  const key = privateKey ?? environment[keyVariable]
  if (!key) throw missing('privateKey', orSet(aboutKey, keyVariable))
  const found = { baseUrl: url, privateKey: key }
  return privateKey === undefined ? { ...found, keySource: keyVariable } : found
}

/** @throws TypeError that says what is missing. It quotes no value. */
export function checkGiven({ baseUrl, privateKey, signer }: Needed): void {
  if (!baseUrl) throw missing('baseUrl', aboutUrl)
  if (!privateKey && signer === undefined) throw missing('privateKey', aboutKey)
}

const aboutUrl = 'the address of the service, such as https://api.example.com/v1'
const aboutKey = 'the private key of a credential, or a signer'

const orSet = (about: string, variable: string) =>
  `${about}, or set the environment variable ${variable}`

const missing = (name: string, about: string) => new TypeError(`${name} is missing. Give ${about}.`)
