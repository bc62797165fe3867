import { expect, it } from 'vitest'
import { linesOf, type Typesetter } from '../../../src/features/documents/pdf/text-lines.ts'
import { printedText } from '../../../src/features/documents/pdf/printed-text.ts'

/** Every character that is printed is one point wide. */
const typesetter: Typesetter = {
  runs: (text) => [{ font: 'regular', text: printedText(text, () => true), isShaped: false }],
  widthOf: ({ text }) => text.length,
}
const linesIn = (text: string, width: number) =>
  linesOf(text, { size: 1, weight: 'regular' }, width, typesetter).map(({ runs }) =>
    runs.map((run) => run.text).join(''),
  )

it('breaks between words, and counts no space at the end of a line', () => {
  expect(linesIn('one two three', 7)).toEqual(['one two ', 'three'])
})

it('counts wide spaces before a space, which print as numbers', () => {
  const lines = linesIn(`Bank${'\u3000'.repeat(6)} 1`, 20)
  expect(lines.join('')).toBe(`Bank${'[U+3000]'.repeat(6)} 1`)
  expect(lines.filter((line) => line.trimEnd().length > 20)).toEqual([])
})
