/** Characters that are invisible, that reorder or join their neighbours, or that are no text. */
const unprintable = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffd]/u

/** What a reader could take for the number of another character. */
const likeNumber = /\[(?=U\+)/g

/** The marks that stand on the letters of a script, and how many of them stand on one. */
const marked: readonly { readonly letter: RegExp; readonly mark: RegExp; readonly max: number }[] =
  [
    {
      letter: /[\p{Script=Latin}\p{Script=Greek}]/u,
      // Above or below one letter: none that encloses it, strikes it out or reaches over the next.
      mark: /[\u0300-\u0333\u0339-\u0345]/u,
      max: 2,
    },
    {
      letter: /\p{Script=Cyrillic}/u,
      mark: /[\u0300-\u0333\u0339-\u0345\u0483-\u0487]/u,
      max: 2,
    },
    // A dot, a vowel or its killer, and a sign of the nose or the breath.
    {
      letter: /\p{Script=Devanagari}/u,
      mark: /[\u0900-\u0903\u093a-\u094f\u0955-\u0957]/u,
      max: 3,
    },
  ]

/**
 * A text as it is printed: on one line, and every character is seen for what it is. One that is
 * invisible, reorders its neighbours, or has no glyph prints as its number, such as `[U+6771]`. So
 * does the bracket of a text that looks like such a number, and a mark that stands on no letter of
 * its script, or on one that has enough: it would be drawn over what stands beside or above it.
 *
 * @param hasGlyph Whether a font has a code point.
 */
export function printedText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  /** The letter on which the next mark stands, and the marks on it. */
  let base: { readonly letter: string; readonly marks: Set<string> } | undefined
  const standsOnBase = (mark: string): boolean => {
    if (base === undefined || base.marks.has(mark)) return false
    const { letter, marks } = base
    return marked.some(
      (one) => one.letter.test(letter) && one.mark.test(mark) && marks.size < one.max,
    )
  }
  const printed = (character: string) => {
    const codePoint = character.codePointAt(0) ?? 0
    if (/\p{M}/u.test(character)) {
      if (!hasGlyph(codePoint) || unprintable.test(character) || !standsOnBase(character)) {
        base = undefined
        return numberOf(codePoint)
      }
      base?.marks.add(character)
      return character
    }
    const isPlain = character === ' ' || (!unprintable.test(character) && hasGlyph(codePoint))
    const isLetter = isPlain && /\p{L}/u.test(character)
    base = isLetter ? { letter: character, marks: new Set() } : undefined
    return isPlain ? character : numberOf(codePoint)
  }
  return Array.from(text.replace(likeNumber, numberOf(0x5b)), printed).join('')
}

const numberOf = (codePoint: number) =>
  `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
