import { DecimalString, ExactNumber, QuantityString, Timestamp, Uuid } from '@vadium/schema'
import type { Schema } from './schema-of.ts'

/** Who writes a type: in an answer, enumerations may have values that this version does not know. */
export type Writer = 'service' | 'caller'

/** How scalars are written, in few words. */
const forms = [
  { base: DecimalString, phrase: 'A decimal string.' },
  { base: QuantityString, phrase: 'A decimal string above zero.' },
  { base: Timestamp, phrase: 'RFC 3339 in UTC, with milliseconds.' },
  { base: Uuid, phrase: 'A UUID.' },
] as const

/** What members are of which the schema says no more than how they are written. */
const meanings: Readonly<Record<string, string>> = {
  time: 'When it happened.',
  create_time: 'When it was created.',
  update_time: 'When it last changed.',
  observe_time: 'When it was observed.',
  price_usd: 'The price in USD.',
  quantity: 'How much of the asset moves.',
  last_m2m_at: 'When the position was last marked to market.',
  price_at_last_m2m: 'The price of the asset in USD when the position was last marked to market.',
}

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
  if (member['x-exact-number'] === true) {
    sentences.push('The string of its digits: on the wire it is a JSON number.')
  }
  return sentences.join(' ')
}

function formOf(member: Schema): (typeof forms)[number] | undefined {
  const value = member.anyOf?.find(({ type }) => type !== 'null') ?? member
  return forms.find(({ base }) => base.pattern === value.pattern)
}

function meaningOf({ description, ...member }: Schema, place: string): string {
  if (description === undefined) throw new Error(`${place} needs a description.`)
  const base = member['x-exact-number'] === true ? ExactNumber : formOf(member)?.base
  if (description !== base?.description) {
    return /[.!?`)]$/.test(description) ? description : `${description}.`
  }
  const [owner = '', name = owner] = place.split('.')
  const meaning = meanings[name]
  if (meaning !== undefined) return meaning
  if (name === 'id') return `The id of the ${wordsOf(owner)}.`
  if (!name.endsWith('_id')) throw new Error(`${place} needs a meaning.`)
  return `The id of the ${name.slice(0, -'_id'.length).replaceAll('_', ' ')}.`
}

/** `OrderRequest` as "order request". */
function wordsOf(name: string): string {
  return name.replaceAll(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
}
