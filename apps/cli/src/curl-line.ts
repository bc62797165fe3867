import type { TransportRequest } from '@vadium/client'
import { signatureWindowMs } from '@vadium/schema'
import { type Io, write } from './io.ts'

/** A word quoted for any POSIX shell. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A curl command line that sends exactly this request: signed bytes must arrive unchanged. */
export function curlLine(request: Omit<TransportRequest, 'signal'>): string {
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

/** Prints a signed line to stdout and its lifetime to stderr, so that the line can be piped. */
export async function printCurlLine(line: string, { stdout, stderr }: Io): Promise<void> {
  await write(stdout, `${line}\n`)
  await write(stderr, `Valid once, for ${signatureWindowMs / 1000} seconds from now.\n`)
}
