import type { TransportRequest } from '@vadium/client'
import { signatureWindowMs } from '@vadium/schema'
import { type Io, write } from './io.ts'

/** A word as any POSIX shell reads it back, whatever is in it. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The line that makes curl send exactly this request: what is signed must arrive byte for byte. */
export function curlLine(request: Omit<TransportRequest, 'signal'>): string {
  const { method, origin, target, headers, body } = request
  const words = ['curl', '--silent', '--show-error']
  // Brackets and braces would be patterns to curl.
  if (/[[\]{}]/.test(target)) words.push('--globoff')
  if (method !== 'GET') words.push('--request', method)
  words.push(origin + target)
  for (const [name, value] of Object.entries(headers)) words.push('--header', `${name}: ${value}`)
  if (body !== undefined)
    words.push('--data-raw', new TextDecoder('utf-8', { ignoreBOM: true }).decode(body))
  return words.map(shellWord).join(' ')
}

/** Prints a signed line; what is to be known about it is a note, so that the line can be piped. */
export async function printCurlLine(line: string, { stdout, stderr }: Io): Promise<void> {
  await write(stdout, `${line}\n`)
  await write(stderr, `Good once, for ${signatureWindowMs / 1000} seconds from now.\n`)
}
