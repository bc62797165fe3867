import type { Scenario } from '@vadium/api/scenario'
import { Book, type Party } from '@vadium/book'
import type { KeyPair } from '@vadium/client'
import { numbers, orderBody, type OrderBody, quoteAll, usual, walletsOf } from '../book/usual.ts'

export const pairCount = 64
/** So many that the requests of a round can be signed within the signature window. */
const keysOfASide = 4
/** The lent BTC are covered to 121 %, so a margin call is due from the beginning. */
const called = { asset_quantity: '1', collateral_quantity: '25' }

/** One side of a pair, and what it needs to sign. */
export interface WritingSide {
  readonly id: string
  /** The first is for a client of the SDK, the others for prepared requests. */
  readonly keys: readonly [KeyPair, ...KeyPair[]]
}

/** A lender and a borrower that have agreed on terms. */
export interface WritingPair {
  readonly lender: WritingSide
  readonly borrower: WritingSide
  /** An order that the borrower creates. */
  readonly order: OrderBody
  readonly lenderWallets: ReturnType<typeof walletsOf>
}

/** How many positions the pairs have that a margin call is due for. */
export interface CalledPositions {
  readonly ofTheFirstPair: number
  readonly ofEachOther: number
}

/** The book of these pairs. Its orders are those of the called positions. */
export function writingBook({ ofTheFirstPair, ofEachOther }: CalledPositions): {
  readonly scenario: Scenario
  readonly pairs: WritingPair[]
} {
  const book = new Book({ ...usual, name: 'Writes', seed: 'writes' })
  const pairs = numbers(pairCount).map((n) => {
    const lender = book.party(`lender-${n}`, 'bank')
    const borrower = book.party(`borrower-${n}`, 'bank')
    book.agreement(lender, borrower)
    for (const _ of numbers(n === 0 ? ofTheFirstPair : ofEachOther)) {
      book.deal(lender, borrower, { creator: 'borrower', ...called })
    }
    return {
      lender: sideOf(lender),
      borrower: sideOf(borrower),
      order: orderBody(lender, borrower, { asset_quantity: '0.001', collateral_quantity: '0.1' }),
      lenderWallets: walletsOf(lender),
    }
  })
  quoteAll(book)
  return { scenario: book.scenario, pairs }
}

function sideOf(party: Party): WritingSide {
  const key = () => party.credential('execution')
  return { id: party.id, keys: [key(), ...numbers(keysOfASide - 1).map(key)] }
}
