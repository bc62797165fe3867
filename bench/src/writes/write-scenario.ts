import type { Scenario } from '@vadium/api/scenario'
import { Book } from '@vadium/book'
import type { KeyPair } from '@vadium/client'
import { numbers, orderBody, type OrderBody, quoteAll, usual } from '../book/usual.ts'

/** Pairs of a lender and a borrower: 64 organizations. */
const pairCount = 32
/** So many that the requests of a round can be signed within the signature window. */
const keysOfABorrower = 4

/** One pair, and what its borrower needs to create orders. */
export interface WritingPair {
  readonly lenderId: string
  readonly borrowerId: string
  readonly keys: readonly KeyPair[]
  readonly order: OrderBody
}

/** Pairs that have agreed on terms, and the book in which they have no order yet. */
export function writingBook(): { readonly scenario: Scenario; readonly pairs: WritingPair[] } {
  const book = new Book({ ...usual, name: 'Writes', seed: 'writes' })
  const pairs = numbers(pairCount).map((n) => {
    const lender = book.party(`lender-${n}`, 'bank')
    const borrower = book.party(`borrower-${n}`, 'bank')
    book.agreement(lender, borrower)
    return {
      lenderId: lender.id,
      borrowerId: borrower.id,
      keys: numbers(keysOfABorrower).map(() => borrower.credential('execution')),
      order: orderBody(lender, borrower, { asset_quantity: '0.001', collateral_quantity: '0.1' }),
    }
  })
  quoteAll(book)
  return { scenario: book.scenario, pairs }
}
