import type { TSchema } from '@sinclair/typebox'
import { isStructured, plainOrNull } from '@vadium/schema'
import {
  enumerated,
  expectation,
  fits,
  isOrganizationName,
  parseJson,
  unexpected,
} from '../schemas/schema-faults.ts'

/** A value, or what is wrong with the text. */
export type ReadValue = { readonly value: unknown } | { readonly issue: string }

/**
 * Converts the text for one member into a value of its schema. The members of JSON are checked with
 * the whole request.
 */
export function readValue(schema: TSchema, text: string): ReadValue {
  const plain = plainOrNull(schema)
  if (plain !== undefined) return text === '' ? { value: null } : readValue(plain, text)
  if (isStructured(schema)) return parseJson(text)
  const value = enumerated(schema) === undefined ? fromText(schema, text) : text
  return fits(schema, value) ? { value } : { issue: unexpected(expectation(schema), text) }
}

function fromText(schema: TSchema, text: string): unknown {
  switch (schema['type']) {
    case 'string':
      // A bare id is accepted too, because other answers contain bare ids.
      return isOrganizationName(schema) && !text.includes('/') ? `organizations/${text}` : text
    case 'integer':
    case 'number':
      return exactNumber(text)
    default:
      return text === 'true' ? true : text === 'false' ? false : undefined
  }
}

/** The number, or undefined if a binary float would change its digits. */
function exactNumber(text: string): number | undefined {
  const value = Number(text)
  return String(value) === text && Number.isFinite(value) ? value : undefined
}
