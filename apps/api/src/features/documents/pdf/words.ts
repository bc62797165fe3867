import { allTerms, termLabel, writtenTerm } from '@vadium/schema'
import { Members } from './content-reading.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** A time in a sentence, to the minute: `2 March 2026, 16:00 UTC`. The content has it exactly. */
export function timeText(time: string): string {
  const [day = '', clock = ''] = time.split('T')
  return `${dayText(day)}, ${clock.slice(0, 5)} UTC`
}

/** A day in a sentence, such as `2 March 2026`. */
export function dayText(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`
}

/**
 * An organization in a sentence: its slug, which is ASCII and which no other one has. A name could
 * be read as a part of the sentence.
 */
export const partyText = (party: Members): string => party.text('slug')

export const amount = (of: Members, quantity: string, asset: string): string =>
  `${of.text(quantity)} ${of.text(asset)}`

export const usd = (text: string): string => `${text} USD`

/** An amount in USD that may be missing. */
export const usdOr = (of: Members, name: string, without: string): string =>
  of.value(name) === null ? without : usd(of.text(name))

/** A percentage that may be missing. */
export const percentOr = (of: Members, name: string, without: string): string =>
  of.value(name) === null ? without : `${of.text(name)} %`

/** The terms of an order, in the order in which the API has them. */
export function termRows(terms: Members): (readonly [string, string])[] {
  return allTerms.flatMap((term) => {
    const value = terms.value(term)
    if (value === undefined) return []
    return [[termLabel(term), termValue(term, value)] as const]
  })
}

function termValue(term: (typeof allTerms)[number], value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'number') {
    return withoutUnit(term, value)
  }
  if (!Array.isArray(value)) return JSON.stringify(value)
  const items: unknown[] = value
  return writtenTerm(term, items.map(itemText))
}

/** An eligible asset stands for its terms, which the annex has. */
const itemText = (item: unknown) =>
  typeof item === 'string' ? item : new Members(item).text('asset')

/** The label of a term has its unit. */
function withoutUnit(term: (typeof allTerms)[number], value: string | number | null): string {
  const written = writtenTerm(term, value)
  return value !== null && written.startsWith(`${value} `) ? String(value) : written
}
