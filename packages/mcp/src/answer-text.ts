import { hasMark, markedPart, markNote } from './marked-text.ts'

/** The longest answer of a tool, in characters, apart from the notes at its end. */
export const answerCharactersMax = 20_000
/** What is kept of an answer that was cut. */
export const keptCharactersMax = 1_000_000
const keptAnswersMax = 8

/** An answer as JSON, with a line for each member and for each item of a list. */
export function jsonLines(answer: unknown): string {
  if (!isObject(answer)) return JSON.stringify(answer)
  const lines = Object.entries(answer).map(
    ([name, member]) => `${JSON.stringify(name)}: ${memberText(member)}`,
  )
  return `{\n${lines.join(',\n')}\n}`
}

function memberText(member: unknown): string {
  if (!Array.isArray(member) || !member.some(isObject)) return JSON.stringify(member)
  return `[\n${member.map((item) => JSON.stringify(item)).join(',\n')}\n]`
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Gives long answers in parts. All parts are of one answer, whatever has changed since. */
export class AnswerParts {
  readonly #kept = new Map<string, string>()
  #count = 0

  /** The first part, and if there is more, a note that says how to go on. */
  first(text: string): string {
    if (text.length <= answerCharactersMax) return text
    this.#count += 1
    const id = String(this.#count)
    this.#kept.set(id, text.slice(0, keptCharactersMax))
    for (const old of this.#kept.keys()) {
      if (this.#kept.size > keptAnswersMax) this.#kept.delete(old)
    }
    return this.#part(id, text.slice(0, keptCharactersMax), 0)
  }

  /** A later part. Undefined if the answer is not kept any more. */
  next(id: string, from: number): string | undefined {
    const text = this.#kept.get(id)
    return text === undefined || from >= text.length ? undefined : this.#noted(id, text, from)
  }

  #noted(id: string, text: string, from: number): string {
    const part = this.#part(id, text, from)
    return hasMark(part) ? `${markNote}\n\n${part}` : part
  }

  #part(id: string, text: string, from: number): string {
    const to = endOfPart(text, from)
    const part = markedPart(text, from, to)
    if (to < text.length) {
      return (
        `${part}\n\nCut: these are the characters ${from} to ${to} of ${text.length}. To go on, ` +
        `call ${continueAnswer} with ${JSON.stringify({ answer: id, from: to })}.`
      )
    }
    if (text.length < keptCharactersMax) return part
    return `${part}\n\nCut: no more than ${keptCharactersMax} characters are kept. Use the filters.`
  }
}

/** The tool for a later part of an answer. It is the only one that is no operation. */
export const continueAnswer = 'continueAnswer'

/** The end of a line, unless that would leave out most of the part. */
function endOfPart(text: string, from: number): number {
  const most = from + answerCharactersMax
  if (most >= text.length) return text.length
  const line = text.lastIndexOf('\n', most)
  if (line > from + answerCharactersMax / 2) return line
  const isInPair = /[\ud800-\udbff]/.test(text.charAt(most - 1))
  return isInPair ? most - 1 : most
}
