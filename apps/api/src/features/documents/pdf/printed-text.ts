/** Characters that are invisible, that reorder or join their neighbours, or that are no text. */
const unprintable = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffd]/u

/** What a reader could take for the number of another character. */
const likeNumber = /\[(?=U\+)/g

/**
 * A text as it is printed: on one line, and every character is seen for what it is. One that is
 * invisible, reorders its neighbours, or has no glyph prints as its number, such as `[U+6771]`. So
 * does the bracket of a text that looks like such a number.
 *
 * @param hasGlyph Whether a font has a code point.
 */
export function printedText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const printed = (character: string) => {
    const codePoint = character.codePointAt(0) ?? 0
    if (character === ' ') return character
    const isPlain = !unprintable.test(character) && hasGlyph(codePoint)
    return isPlain ? character : numberOf(codePoint)
  }
  return Array.from(text.replace(likeNumber, numberOf(0x5b)), printed).join('')
}

const numberOf = (codePoint: number) =>
  `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
