import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, printableJson } from '../src/terminal/printable.ts'

describe('printed JSON', () => {
  it('has the same value as the input, on one line, without control characters', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: 'binary' }),
        fc.constantFrom(undefined, 2, '\t'),
        (text, indent) => {
          const written = JSON.stringify(JSON.parse(text), null, indent)
          const printed = printableJson(written.replaceAll('\n', '\r\n'))
          expect(JSON.parse(printed)).toEqual(JSON.parse(text))
          expect(printed).not.toMatch(/[\r\n\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
        },
      ),
    )
  })
})

describe('a displayed text', () => {
  it('is unchanged when it is plain, in any language', () => {
    for (const text of ['Harbor Bank', 'Zürich & Söhne', '三菱', 'بنك', 'a → b'])
      expect(printable(text)).toBe(text)
  })

  it('has a mark in place of each character that controls the terminal', () => {
    expect(printable('a\u001b[2Jb\nc\u009bd\u202ee\u2028f')).toBe(
      'a\ufffd[2Jb\ufffdc\ufffdd\ufffde\ufffdf',
    )
  })

  it('has a mark in place of each invisible character', () => {
    for (const unseen of '\u00ad\u061c\u{e0041}\u{e0100}\u034f\u115f\u200b\u200c\u200d\u2060\u2063\u2800\u3164\ufeff\uffa0') {
      expect(printable(`1${unseen}000`)).toBe('1\ufffd000')
      expect(JSON.parse(printableJson(JSON.stringify(unseen)))).toBe(unseen)
      expect(printableJson(JSON.stringify(unseen))).not.toContain(unseen)
    }
  })

  it('keeps the joiners that a script or an emoji needs', () => {
    for (const text of ['می\u200cخواهم', 'क्\u200dष', '\u{1f468}\u200d\u{1f4bb}', '\u2764\ufe0f'])
      expect(printable(text)).toBe(text)
  })
})
