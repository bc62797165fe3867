import type { DayCount } from '../accrual.ts'
import type { NamedInput } from '../calculation-input.ts'
import { parseTime } from '../calendar-time.ts'
import { MarginInputError } from '../margin-input-error.ts'

/** The side that is, or is taken to be, in default. */
export type CloseOutSide = 'borrower' | 'lender'

/** `market_cut` if the prices are those of a market cut, as no current price could be used. */
export type CloseOutPriceSource = 'current' | 'market_cut'

/** The inputs of a close-out that are not decimals, in the order of a calculation. */
const TEXT_INPUTS = {
  in_default: { unit: 'side', source: 'request' },
  lender: { unit: 'organization', source: 'parties to the position' },
  borrower: { unit: 'organization', source: 'parties to the position' },
  to_requirement: { unit: 'boolean', source: 'terms, cause and state of the order' },
  day_count: { unit: 'day_count', source: 'terms of the order' },
  price_source: { unit: 'price_source', source: 'prices of the close-out' },
  price_time: { unit: 'time', source: 'prices of the close-out' },
  provisional: { unit: 'boolean', source: 'booking of the close-out' },
} as const satisfies Record<string, Pick<NamedInput<string>, 'unit' | 'source'>>

/** The name of an input that is not a decimal. */
export type CloseOutTextName = keyof typeof TEXT_INPUTS

/** The inputs of a close-out that are not decimals. */
export interface CloseOutContext {
  in_default: CloseOutSide
  /** The id of the organization that lends. */
  lender: string
  /** The id of the organization that borrows. */
  borrower: string
  /** Whether terms, cause and order ask for no more than what restores the requirement. */
  to_requirement: boolean
  day_count: DayCount
  price_source: CloseOutPriceSource
  /** When the prices were fixed. RFC 3339, in UTC. */
  price_time: string
  /** Whether quantities may still change before the close-out is booked. */
  provisional: boolean
}

/** The same as texts, as a calculation records them. */
export type CloseOutTexts = Record<CloseOutTextName, string>

/** The names of these inputs, in the order in which a calculation lists them. */
export const CLOSE_OUT_TEXT_NAMES = Object.keys(TEXT_INPUTS).filter(isCloseOutTextName)

/** Whether this is the name of such an input. */
export function isCloseOutTextName(name: string): name is CloseOutTextName {
  return Object.hasOwn(TEXT_INPUTS, name)
}

/** The records of these inputs for a calculation. */
export function recordTexts(texts: CloseOutTexts): NamedInput<CloseOutTextName>[] {
  return CLOSE_OUT_TEXT_NAMES.map((name) => {
    const { unit, source } = TEXT_INPUTS[name]
    return { name, value: texts[name], unit, source, observed_at: null }
  })
}

/**
 * @throws {MarginInputError} if a text is none of its values, or the parties are not two different
 *   organizations.
 */
export function readTexts(texts: CloseOutTexts): CloseOutContext {
  const { lender, borrower } = texts
  if (lender === '') throw new MarginInputError('lender', 'must be given')
  if (borrower === '') throw new MarginInputError('borrower', 'must be given')
  if (borrower === lender) throw new MarginInputError('borrower', 'must not be the lender')
  return {
    in_default: oneOf(texts, 'in_default', ['borrower', 'lender']),
    lender,
    borrower,
    to_requirement: oneOf(texts, 'to_requirement', ['true', 'false']) === 'true',
    day_count: oneOf(texts, 'day_count', ['ACT/360', 'ACT/365']),
    price_source: oneOf(texts, 'price_source', ['current', 'market_cut']),
    price_time: readTime(texts.price_time),
    provisional: oneOf(texts, 'provisional', ['true', 'false']) === 'true',
  }
}

function oneOf<const Value extends string>(
  texts: CloseOutTexts,
  name: CloseOutTextName,
  values: readonly Value[],
): Value {
  const found = values.find((value) => value === texts[name])
  if (found !== undefined) return found
  throw new MarginInputError(name, `must be ${values.join(' or ')}`)
}

function readTime(text: string): string {
  if (text.endsWith('Z') && parseTime(text) !== null) return text
  throw new MarginInputError('price_time', 'must be a time in UTC, such as 2026-01-31T16:00:00Z')
}
