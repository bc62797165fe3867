/** Joiners and variations that a script or an emoji needs. */
const needed = '[\\u180b-\\u180d\\u180f\\u200c\\u200d\\ufe00-\\ufe0f]'
/** They are not needed beside ASCII, for example in a number. */
const strayJoiner = '(?<![^\\x00-\\x7f])[\\u200c\\u200d]|[\\u200c\\u200d](?![^\\x00-\\x7f])'
/** A variation of an ideograph. */
const strayVariation = '(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]'
/** Zero-width, directional and tag characters, and what only looks like a space. */
const unseen = `(?!${needed}|[\\u{e0100}-\\u{e01ef}])[\\p{Default_Ignorable_Code_Point}\\u2800\\u{fff9}-\\u{fffb}]`
/** Control characters and separators of lines, without the white space of a text. */
const control = '(?![\\t\\n\\r])[\\p{Cc}\\p{Zl}\\p{Zp}]'

const pattern = new RegExp([unseen, control, strayJoiner, strayVariation].join('|'), 'gu')

/**
 * Replaces the characters of a text that a reader does not see, but that change what is seen or
 * make two texts look the same. Texts come from other parties. Line breaks and tabs stay.
 *
 * @param mark What is shown in place of a character. Default: U+FFFD.
 */
export function markUnseen(
  text: string,
  mark: (character: string) => string = () => '\u{fffd}',
): string {
  return text.replace(pattern, mark)
}
