import { type TString, type TUnsafe, Type } from '@sinclair/typebox'

/** One of a fixed list of strings, written as a JSON Schema `enum`. */
export function enumeration<const Values extends readonly string[]>(
  values: Values,
  options: { title?: string; description?: string } = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ ...options, type: 'string', enum: [...values] })
}

/** A bounded string of visible ASCII characters. */
export function identifier(description: string, maxLength = 64, example?: string): TString {
  return Type.String({
    pattern: `^[\\x21-\\x7e]+$`,
    minLength: 1,
    maxLength,
    description,
    ...(example !== undefined && { examples: [example] }),
    'x-expected': `1 to ${maxLength} visible ASCII characters`,
  })
}

/**
 * Control characters, direction marks and invisible characters: with them, two different names
 * could
 * look the same.
 */
const invisible = '\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800'

/** A bounded line of text for people: no invisible characters, no space at either end. */
export function label(description: string, maxLength = 200, example?: string): TString {
  return Type.String({
    pattern: `^[^\\s${invisible}](?:[^${invisible}]*[^\\s${invisible}])?$`,
    minLength: 1,
    maxLength,
    description,
    ...(example !== undefined && { examples: [example] }),
    'x-expected': `1 to ${maxLength} visible characters on one line, without space at either end`,
  })
}

/** A text of an answer, without a bound. */
export function text(description: string, example: string): TString {
  return Type.String({ description, examples: [example] })
}
