import type { Scenario } from '@vadium/api/scenario'
import { Book } from '@vadium/book'
import type { KeyPair } from '@vadium/client'
import { numbers, orderBody, type OrderBody, quoteAll, usual, walletsOf } from '../book/usual.ts'

const pairCount = 10

/** A lender and a borrower, and what they send to open an order. */
export interface GrowthPair {
  readonly lenderKey: KeyPair
  readonly borrowerKey: KeyPair
  readonly order: OrderBody
  readonly lenderWallets: ReturnType<typeof walletsOf>
}

/** Pairs that have agreed on terms, and the book in which they have no order yet. */
export function growthBook(): { readonly scenario: Scenario; readonly pairs: GrowthPair[] } {
  const book = new Book({ ...usual, name: 'Growth', seed: 'growth' })
  const pairs = numbers(pairCount).map((n) => {
    const lender = book.party(`lender-${n}`, 'bank')
    const borrower = book.party(`borrower-${n}`, 'bank')
    book.agreement(lender, borrower)
    return {
      lenderKey: lender.credential('execution'),
      borrowerKey: borrower.credential('execution'),
      order: orderBody(lender, borrower, { asset_quantity: '1.5', collateral_quantity: '50.25' }),
      lenderWallets: walletsOf(lender),
    }
  })
  quoteAll(book)
  return { scenario: book.scenario, pairs }
}
