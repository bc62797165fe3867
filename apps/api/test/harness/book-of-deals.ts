import { Book, type Key, type Party } from './book.ts'
import type { SimulatedCustody } from '../../src/features/custody/simulated/simulated-custody.ts'
import type { PartiedDeal } from './decided-transfer.ts'
import type { RunningService } from './service.ts'

/** A book of two sides whose assets are all at one simulated custodian. */
export interface BookOfDeals {
  readonly book: Book
  readonly lender: Party
  readonly borrower: Party
  readonly deals: readonly PartiedDeal[]
  /** One that was not returned before. */
  readonly nextDeal: () => PartiedDeal
  readonly keys: { readonly lender: Key; readonly borrower: Key; readonly operator: Key }
}

/** This many deals, each with 300 ETH pledged. */
export function bookOfDeals(count: number, custodian = 'simulated'): BookOfDeals {
  const book = new Book()
  const lender = book.party('harbor', custodian)
  const borrower = book.party('quay', custodian)
  const deals = Array.from({ length: count }, () => ({
    ...book.deal(lender, borrower),
    lender,
    borrower,
  }))
  const fresh = [...deals]
  return {
    book,
    lender,
    borrower,
    deals,
    nextDeal: () => {
      const deal = fresh.shift()
      if (deal === undefined) throw new Error(`the book has ${count} deals only`)
      return deal
    },
    keys: {
      lender: lender.credential('admin'),
      borrower: borrower.credential('admin'),
      operator: book.party('platform').credential('operator'),
    },
  }
}

/** The simulated custodian of a service, to be scripted. */
export async function simulatedCustodian({ services }: RunningService): Promise<SimulatedCustody> {
  const custodian = await services.custody.simulated('simulated')
  if (custodian === undefined) throw new Error('nobody is simulated')
  return custodian
}
