/** Characters of which nothing is seen, but not those that join letters and choose the shape of one. */
const unseen =
  '\\u034f\\u17b4\\u17b5\\u00ad\\u115f\\u1160\\u180e\\u200b\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0'
/** Those that join letters of other scripts have no place beside ASCII, such as in a figure. */
const strayJoiner = '(?<![^\\x00-\\x7f])[\\u200c\\u200d]|[\\u200c\\u200d](?![^\\x00-\\x7f])'
const unsafe = new RegExp(
  `[${unseen}\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}\\u{fff9}-\\u{fffb}]|${strayJoiner}`,
  'gu',
)
const unsafeInJson = new RegExp(
  `[${unseen}\\u007f-\\u009f\\u2028\\u2029\\p{Bidi_Control}]|${strayJoiner}`,
  'gu',
)

/**
 * A text on one line as a terminal may safely show it. Names and labels come from strangers: control
 * characters could rewrite the screen, marks of direction could turn figures around, and what is not seen
 * could make two texts look alike.
 */
export function printable(text: string): string {
  return text.replace(unsafe, '\u{fffd}')
}

/**
 * The same JSON as it came, on one line, and safe to show. Outside its strings JSON has no control
 * characters but white space; inside, those that it lets through are written as escapes.
 */
export function printableJson(json: string): string {
  return printableJsonChunk(json.trim().replace(/[\r\n]+/g, ' '))
}

/** A part of such a JSON, on as many lines as it came. */
export function printableJsonChunk(json: string): string {
  return json.replace(unsafeInJson, escapeCodeUnit)
}

/** A part of a text that may have many lines, as a terminal may safely show it. */
export function printableChunk(text: string): string {
  // Half an end of a line, of which the other half is in the next part, would go back to its begin.
  return text
    .replace(/\r$/, '')
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 0 ? printable(part) : part))
    .join('')
}

function escapeCodeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
