import { generateKeyPair, publicKeyOf } from '@vadium/client'
import { describe, expect, it } from 'vitest'
import { referenceRows } from '../../../apps/api/src/features/scenario/rows.ts'
import { Book, type DealState } from '../src/index.ts'
import { readBack } from './read-back.ts'

const states = [
  'PENDING_ACCEPTANCE',
  'REJECTED',
  'CANCELLED',
  'OPENING',
  'ACTIVE',
  'CLOSING',
  'CLOSED',
] as const satisfies readonly DealState[]

/** A book with a deal in every state, and an operator beside the two sides. */
function fullBook(seed?: string) {
  const book = new Book(seed === undefined ? {} : { seed })
  const lender = book.party('harbor')
  const borrower = book.party('quay', 'bitgo')
  const key = lender.credential('execution')
  const deals = states.map((state) => book.deal(lender, borrower, { state }))
  const operator = book.party('platform').colleague('operator')
  book.livePrice('BTC', '60000')
  return { book, lender, borrower, key, deals, operator }
}

describe('a book', () => {
  it('is the same for the same seed, byte for byte', () => {
    const text = () => JSON.stringify(fullBook().book.scenario)
    expect(text()).toBe(text())
  })

  it('has other ids and other keys for another seed', () => {
    const [one, other] = [fullBook('one'), fullBook('other')]
    const idsOf = ({ scenario }: Book) =>
      [
        scenario.organizations,
        scenario.accounts,
        scenario.credentials,
        scenario.agreements,
      ].flatMap((rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id))
    expect(idsOf(one.book).length).toBeGreaterThan(7)
    expect(idsOf(one.book).filter((id) => idsOf(other.book).includes(id))).toEqual([])
    expect(one.key.publicKey).not.toBe(other.key.publicKey)
    expect(one.deals[0]?.orderId).not.toBe(other.deals[0]?.orderId)
  })

  it('passes the check of the loader with a deal in every state', async () => {
    const { scenario } = fullBook().book
    expect(await readBack(scenario)).toEqual(scenario)
    expect(() => referenceRows(scenario)).not.toThrow()
  })

  it('enrolls the public key of each key pair that it returns', () => {
    const { book, key, operator } = fullBook()
    expect(book.scenario.credentials.map(({ public_key }) => public_key)).toEqual([
      key.publicKey,
      operator.publicKey,
    ])
    for (const { privateKey, publicKey } of [key, operator]) {
      expect(publicKeyOf(privateKey)).toBe(publicKey)
      // In the form in which the SDK makes keys, which the examples of the documents read.
      expect(privateKey).toHaveLength(generateKeyPair().privateKey.length)
    }
  })

  it('puts the operators of any party into the first organization that has one', () => {
    const book = new Book()
    const platform = book.party('platform')
    platform.credential('operator')
    book.party('harbor').credential('operator')
    const { accounts, credentials } = book.scenario
    const owners = credentials.map(
      ({ account_id }) => accounts.find(({ id }) => id === account_id)?.organization_id,
    )
    expect(owners).toEqual([platform.id, platform.id])
  })

  it('numbers its orders in the order of their creation, beginning with 1001', () => {
    const { book, deals } = fullBook()
    expect(book.scenario.first_order_number).toBe(1001)
    expect(deals.map(({ orderNumber }) => orderNumber)).toEqual(states.map((_, i) => 1001 + i))
  })

  it('refuses an earlier step once the id of a later one was read', () => {
    const { book, lender, deals } = fullBook()
    expect(deals.at(-1)?.orderId).toBeDefined()
    const early = '2026-02-01T00:00:00.000Z'
    expect(() => book.by(early, lender, 'closeOrder', { on: 'deal-5' })).toThrow(
      'the id of a later step was read before',
    )
  })
})
