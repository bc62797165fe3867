import { markUnseen } from '@vadium/schema'

/**
 * A text on one line that is safe on a terminal. Names and labels come from other parties: control
 * characters could rewrite the screen, direction marks could reverse numbers, and invisible
 * characters could make two texts look the same.
 */
export function printable(text: string): string {
  return markUnseen(text).replace(/[\t\n\r]/g, '\u{fffd}')
}

/**
 * The same JSON on one line, safe on a terminal. Outside of strings, JSON has no control characters
 * except white space; inside, the remaining ones are written as escapes.
 */
export function printableJson(json: string): string {
  return printableJsonChunk(json.trim().replace(/[\r\n]+/g, ' '))
}

/** A part of a JSON text, with its line breaks, safe on a terminal. */
export function printableJsonChunk(json: string): string {
  return markUnseen(json, escaped)
}

/** A part of a text of several lines, safe on a terminal. */
export function printableChunk(text: string): string {
  // A CR at the end, whose LF is in the next part, would move the cursor to the start of the line.
  return text
    .replace(/\r$/, '')
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 0 ? printable(part) : part))
    .join('')
}

const cellEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}

/**
 * A text as one value of a line that tabs separate. A backslash, a tab, a line end and each
 * character that a reader does not see are escapes, so that no text is more than one value.
 */
export function tabbed(text: string): string {
  return markUnseen(
    text.replace(/[\\\t\n\r]/g, (character) => cellEscapes[character] ?? character),
    escaped,
  )
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
