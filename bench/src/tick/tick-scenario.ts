import type { Scenario } from '@vadium/api/scenario'
import { Book } from '@vadium/book'
import { numbers, usual } from '../book/usual.ts'

/** The pairs of a lender and a borrower, each with one order that is copied. */
export const pairCount = 8
export const source = 'desk'

/** An operator that pushes prices, and deals of 10 BTC against ETH. */
export function tickScenario(operatorKey: string): Scenario {
  const book = new Book({
    ...usual,
    name: 'Tick',
    seed: 'tick',
    begunAt: '2022-06-01T09:00:00.000Z',
    source,
    dealPrices: { BTC: '60000', ETH: '2500' },
    terms: { ...usual.terms, liquidation_percent: '110' },
  })
  const operator = book.party('operator', 'bank')
  operator.enroll('operator', operatorKey, { id: book.idOf('credential', 'operator') })
  operator.source(source)
  for (const n of numbers(pairCount)) {
    const lender = book.party(`lender-${n}`, 'bank')
    const borrower = book.party(`borrower-${n}`, 'bank')
    book.deal(lender, borrower, {
      creator: 'borrower',
      rate_percent: '7.25',
      collateral_quantity: '400',
    })
  }
  return book.scenario
}
