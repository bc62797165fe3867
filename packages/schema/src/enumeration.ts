import { type TString, type TUnsafe, Type } from '@sinclair/typebox'

/** One of a fixed list of strings, written as a JSON Schema `enum`. */
export function enumeration<const Values extends readonly string[]>(
  values: Values,
  options: { title?: string; description?: string } = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ ...options, type: 'string', enum: [...values] })
}

/** A bounded string of visible ASCII characters. */
export function identifier(description: string, maxLength = 64): TString {
  return Type.String({
    pattern: `^[\\x21-\\x7e]+$`,
    minLength: 1,
    maxLength,
    description,
    'x-expected': `1 to ${maxLength} visible ASCII characters`,
  })
}

/** Control characters, marks of direction, and what is nothing to see: two names must not look alike. */
const unseen = '\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800'

/** A bounded line of text for people: nothing unseen, no space at either end. */
export function label(description: string, maxLength = 200): TString {
  return Type.String({
    pattern: `^[^\\s${unseen}](?:[^${unseen}]*[^\\s${unseen}])?$`,
    minLength: 1,
    maxLength,
    description,
    'x-expected': `1 to ${maxLength} characters on one line that can be seen, without space at either end`,
  })
}
