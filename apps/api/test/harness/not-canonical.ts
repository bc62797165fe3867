import { expect } from 'vitest'

/** Another text for the same bytes: the unused low bits of the last character have changed. */
export function notCanonical(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(text.at(-1) ?? '')
  const other = text.slice(0, -1) + (alphabet[last ^ 1] ?? '')
  expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(text, 'base64url'))
  return other
}
