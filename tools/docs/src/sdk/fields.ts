import { DecimalString, QuantityString, Timestamp, Uuid } from '@vadium/schema'
import type { Schema } from './schema-of.ts'

/**
 * Who writes a type: in an answer, enumerations may have values that this version does not know.
 */
export type Writer = 'service' | 'caller'

/** How scalars are written, in few words, and what the client in Python takes for them. */
const forms = [
  { base: DecimalString, phrase: 'A decimal string.', python: 'Amount' },
  { base: QuantityString, phrase: 'A decimal string above zero.', python: 'Amount' },
  { base: Timestamp, phrase: 'RFC 3339 in UTC, with milliseconds.', python: 'Time' },
  { base: Uuid, phrase: 'A UUID.', python: 'Id' },
] as const

/** What is said of a member: what it is, and how it is written. */
export function fieldDescription(
  member: Schema,
  place: string,
  writer: Writer = 'service',
): string {
  const form = formOf(member)
  const sentences = [meaningOf(member, place)]
  if (form !== undefined) sentences.push(form.phrase)
  const expected = member['x-expected']
  if (writer === 'caller' && expected !== undefined && form === undefined) {
    sentences.push(`Expected: ${expected}.`)
  }
  return sentences.join(' ')
}

/** How a scalar is written; undefined for any other member. */
export function formOf(member: Schema): (typeof forms)[number] | undefined {
  const value = member.anyOf?.find(({ type }) => type !== 'null') ?? member
  return forms.find(({ base }) => base.pattern === value.pattern)
}

function meaningOf({ description }: Schema, place: string): string {
  if (description === undefined) throw new Error(`${place} needs a description.`)
  return /[.!?`)]$/.test(description) ? description : `${description}.`
}
