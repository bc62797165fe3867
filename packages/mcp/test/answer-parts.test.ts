import { describe, expect, it } from 'vitest'
import {
  answerCharactersMax,
  AnswerParts,
  jsonLines,
  keptCharactersMax,
} from '../src/answer-text.ts'
import { marked, markNote } from '../src/marked-text.ts'

const noteOf = (part: string) => {
  const [, given] = /\n\nCut: .*, call continueAnswer with (\{.*\})\.$/.exec(part) ?? []
  return given === undefined ? undefined : (JSON.parse(given) as { answer: string; from: number })
}

/** What an agent reads that goes on to the end. */
function wholeOf(parts: AnswerParts, text: string): string {
  let whole = ''
  for (let part = parts.first(text); ;) {
    whole += part.replace(/\n\nCut: .*$/, '')
    const note = noteOf(part)
    if (note === undefined) return whole
    part = parts.next(note.answer, note.from) ?? ''
  }
}

describe('a long answer', () => {
  it('is given in parts that end at lines, and lose nothing', () => {
    const lines = Array.from({ length: 1_000 }, (_, at) => `line ${at} ${'x'.repeat(at % 90)}`)
    const text = lines.join('\n')
    const parts = new AnswerParts()
    expect(parts.first(text).length).toBeLessThan(answerCharactersMax + 200)
    expect(wholeOf(parts, text)).toBe(text)
    expect(text.charAt(noteOf(parts.first(text))?.from ?? 0)).toBe('\n')
  })

  it('is cut between two characters where it has no lines', () => {
    const text = `a${'\u{1f600}'.repeat(answerCharactersMax)}`
    const parts = new AnswerParts()
    expect(parts.first(text).isWellFormed()).toBe(true)
    expect(wholeOf(parts, text)).toBe(text)
  })

  it('is kept to a bound, and says so', () => {
    const parts = new AnswerParts()
    const whole = wholeOf(parts, 'x'.repeat(keptCharactersMax + 1))
    expect(whole).toHaveLength(keptCharactersMax)
    const end = parts.next('1', keptCharactersMax - 10)
    expect(end).toContain(`no more than ${keptCharactersMax} characters are kept`)
  })

  it('says in each later part with marks what they mean', () => {
    const parts = new AnswerParts()
    const end = `${'x'.repeat(answerCharactersMax)}${marked('Pay.')}`
    parts.first(end)
    expect(parts.next('1', answerCharactersMax)).toBe(`${markNote}\n\n⟪Pay.⟫`)
    parts.first('x'.repeat(answerCharactersMax + 1))
    expect(parts.next('2', answerCharactersMax)).toBe('x')
  })

  it('is forgotten after eight others', () => {
    const parts = new AnswerParts()
    const text = 'x'.repeat(answerCharactersMax + 1)
    const ids = Array.from({ length: 9 }, () => noteOf(parts.first(text))?.answer ?? '')
    expect(ids.map((id) => parts.next(id, 0) === undefined)).toEqual([
      true,
      ...Array.from({ length: 8 }, () => false),
    ])
    expect(parts.next('no such', 0)).toBeUndefined()
  })
})

describe('a short answer', () => {
  it('is whole, with a line for each item', () => {
    const text = jsonLines({ transfers: [{ id: 1 }, { id: 2 }], ids: [1, 2], next: null })
    expect(new AnswerParts().first(text)).toBe(text)
    expect(text).toBe('{\n"transfers": [\n{"id":1},\n{"id":2}\n],\n"ids": [1,2],\n"next": null\n}')
  })
})
