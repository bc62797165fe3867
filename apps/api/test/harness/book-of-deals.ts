import { Book, type Key, type Party } from './book.ts'
import type { PartiedDeal } from './decided-transfer.ts'

/** A book of two sides whose assets are all at one simulated custodian. */
export interface BookOfDeals {
  readonly book: Book
  readonly lender: Party
  readonly borrower: Party
  readonly deals: readonly PartiedDeal[]
  readonly keys: { readonly lender: Key; readonly borrower: Key; readonly operator: Key }
}

/** So many deals, each with 300 ETH pledged. */
export function bookOfDeals(count: number, custodian = 'simulated'): BookOfDeals {
  const book = new Book()
  const lender = book.party('harbor', custodian)
  const borrower = book.party('quay', custodian)
  const deals = Array.from({ length: count }, () => ({
    ...book.deal(lender, borrower),
    lender,
    borrower,
  }))
  return {
    book,
    lender,
    borrower,
    deals,
    keys: {
      lender: lender.credential('admin'),
      borrower: borrower.credential('admin'),
      operator: book.party('platform').credential('operator'),
    },
  }
}
