/** Invisible characters, without those that join letters or select the shape of a letter. */
const invisible =
  '\\u034f\\u17b4\\u17b5\\u00ad\\u115f\\u1160\\u180e\\u200b\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0'
/** Joiners of other scripts are not valid beside ASCII, for example in a number. */
const strayJoiner = '(?<![^\\x00-\\x7f])[\\u200c\\u200d]|[\\u200c\\u200d](?![^\\x00-\\x7f])'
const unsafe = new RegExp(
  `[${invisible}\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}\\u{fff9}-\\u{fffb}]|${strayJoiner}`,
  'gu',
)
const unsafeInJson = new RegExp(
  `[${invisible}\\u007f-\\u009f\\u2028\\u2029\\p{Bidi_Control}]|${strayJoiner}`,
  'gu',
)

/**
 * A text on one line that is safe on a terminal. Names and labels come from other parties: control
 * characters could rewrite the screen, direction marks could reverse numbers, and invisible
 * characters
 * could make two texts look the same.
 */
export function printable(text: string): string {
  return text.replace(unsafe, '\u{fffd}')
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
  return json.replace(unsafeInJson, escapeCodeUnit)
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

function escapeCodeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
