import { describe, expect, it } from 'vitest'
import { markUnseen } from '../src/index.ts'

describe('a text of another party', () => {
  it.each([
    ['a mark of direction', '\u202e'],
    ['an isolate', '\u2066'],
    ['an Arabic letter mark', '\u061c'],
    ['a zero-width space', '\u200b'],
    ['a joiner beside ASCII', '\u200d'],
    ['a byte order mark', '\ufeff'],
    ['a Hangul filler', '\u3164'],
    ['an empty Braille cell', '\u2800'],
    ['a separator of lines', '\u2028'],
    ['an escape', '\u001b'],
    ['a tag', '\u{e0041}'],
    ['a variation of no ideograph', '\u{e0100}'],
  ])('is shown with a mark in place of %s', (_what, character) => {
    expect(markUnseen(`1${character}000`)).toBe('1\ufffd000')
  })

  it.each([
    'Harbor Bank\r\n\tand others',
    'Zürich & Söhne',
    '三菱',
    '葛\u{e0100}城',
    'بنك',
    'می\u200cخواهم',
    '\u{1f468}\u200d\u{1f4bb}',
    '\u2764\ufe0f',
  ])('is shown unchanged when a reader sees all of it: %j', (text) => {
    expect(markUnseen(text)).toBe(text)
  })
})
