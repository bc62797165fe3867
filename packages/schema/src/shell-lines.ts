/** A request as it is signed and sent. */
interface WrittenRequest {
  readonly method: string
  /** Scheme, host and port, such as `https://api.example.com`. */
  readonly origin: string
  /** Path and query. They are signed, so they must be sent byte for byte. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | undefined
}

/** A word quoted for any POSIX shell. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A curl command line that sends exactly this request: signed bytes must arrive unchanged. */
export function curlLine(request: WrittenRequest): string {
  const { method, origin, target, headers, body } = request
  const words = ['curl', '--silent', '--show-error']
  // curl would expand brackets and braces.
  if (/[[\]{}]/.test(target)) words.push('--globoff')
  if (method !== 'GET') words.push('--request', method)
  words.push(origin + target)
  for (const [name, value] of Object.entries(headers)) words.push('--header', `${name}: ${value}`)
  if (body !== undefined)
    words.push('--data-raw', new TextDecoder('utf-8', { ignoreBOM: true }).decode(body))
  return words.map(shellWord).join(' ')
}
