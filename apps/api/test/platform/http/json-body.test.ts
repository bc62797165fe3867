import { expect, it } from 'vitest'
import { parseJsonBody } from '../../../src/platform/http/json-body.ts'
import { Refusal } from '../../../src/platform/refusal.ts'

const bytesMax = 64 * 1024

/** Milliseconds of the fastest of several runs: other work of the machine makes none faster. */
function fastest(text: string): number {
  const bytes = Buffer.from(text)
  const runs = Array.from({ length: 15 }, () => {
    const begun = performance.now()
    parseJsonBody(bytes)
    return performance.now() - begun
  })
  return Math.min(...runs)
}

/** As many members of every kind as the limit allows. */
function whole(size: number): string {
  const members = Array.from({ length: size / 16 }, (_, i) => `"${i + 10_000_000}":[1]`)
  return `{${members.join(',')}}`
}

it.each([
  ['commas', ','.repeat(bytesMax)],
  ['open arrays', '['.repeat(bytesMax)],
  ['open objects', '{"a":'.repeat(bytesMax / 5)],
  ['quotes', '"'.repeat(bytesMax)],
  ['comments', '/**/'.repeat(bytesMax / 4)],
  ['letters', '{a'.repeat(bytesMax / 2)],
])('refuses %s in less time than a valid body takes', (_what, text) => {
  expect(parseJsonBody(Buffer.from(text))).toBeInstanceOf(Refusal)
  expect(fastest(text)).toBeLessThan(fastest(whole(bytesMax)))
})

it('takes twice as long for twice the size', () => {
  expect(parseJsonBody(Buffer.from(whole(bytesMax)))).not.toBeInstanceOf(Refusal)
  expect(fastest(whole(bytesMax)) / fastest(whole(bytesMax / 4))).toBeLessThan(12)
})
