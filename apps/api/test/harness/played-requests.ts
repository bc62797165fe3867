import type { OrderRequestKind } from '@vadium/schema'
import { randomUUID } from 'node:crypto'
import { eligible } from './agreed-terms.ts'
import type { Book, Deal, DealRequest, Party } from './book.ts'

/** When the requests of a book's history were made. */
export const requestTime = '2026-03-02T11:00:00.000Z'

interface Sides {
  readonly lender: Party
  readonly borrower: Party
}

type MarginCallState = 'PENDING_ACCEPTANCE' | 'REJECTED' | 'FAILED' | 'IN_PROGRESS' | 'COMPLETED'

/** A mark-to-market request of the lender: 60 ETH more for 10 BTC against 300 ETH. */
export function playMarginCall(
  book: Book,
  { lender, borrower }: Sides,
  deal: Deal,
  state: MarginCallState,
): DealRequest {
  book.quoteOnce(requestTime, 'BTC', '60000')
  book.quoteOnce(requestTime, 'ETH', '2500')
  const request = book.request(requestTime, lender, 'createMarkToMarketRequest', deal)
  const on = request.name
  if (state === 'PENDING_ACCEPTANCE') return request
  if (state === 'REJECTED') {
    book.by(requestTime, borrower, 'rejectMarkToMarketRequest', { on })
    return request
  }
  book.by(requestTime, borrower, 'acceptMarkToMarketRequest', { on })
  const reported = { FAILED: 'failed', IN_PROGRESS: 'confirming', COMPLETED: 'completed' } as const
  book.report(requestTime, on, 'collateral', reported[state])
  return request
}

type ChangeState = 'PENDING' | 'REJECTED' | 'ACCEPTED' | 'IN_PROGRESS'

const members: Readonly<Record<OrderRequestKind, (sides: Sides, book: Book) => object>> = {
  recall: () => ({ quantity: '1' }),
  return: () => ({ quantity: '1' }),
  rerate: () => ({ rate_percent: '6' }),
  amend: (sides, book) => ({ terms_version: newestVersion(sides, book) }),
  extend: () => ({ maturity_time: '2027-03-02T11:00:00.000Z' }),
  substitution: ({ borrower }) => ({
    ...{ collateral_asset: 'USDC', collateral_quantity: '960000' },
    collateral_wallet_id: borrower.wallet('USDC'),
  }),
}

const newestVersion = ({ lender, borrower }: Sides, { scenario }: Book) =>
  scenario.agreements
    .find(({ lender_id, borrower_id }) => lender_id === lender.id && borrower_id === borrower.id)
    ?.versions.at(-1)?.version

/** The terms of a deal whose collateral may be exchanged for that of a played substitution. */
export const exchangeableTerms = () => ({
  eligible_collateral: [{ ...eligible('USDC', '150'), id: randomUUID() }],
})

/**
 * A recall of the lender, a return or a substitution of the borrower, or a rerate, an amend or an
 * extend of the lender. A substitution needs {@link exchangeableTerms}.
 */
export function playChange(
  book: Book,
  { lender, borrower }: Sides,
  deal: Deal,
  kind: OrderRequestKind,
  state: ChangeState,
): DealRequest {
  const isOfBorrower = kind === 'return' || kind === 'substitution'
  const [by, other] = isOfBorrower ? [borrower, lender] : [lender, borrower]
  const body = { kind, ...members[kind]({ lender, borrower }, book) }
  const request = book.request(requestTime, by, 'createOrderRequest', deal, body)
  const on = request.name
  if (state === 'REJECTED') book.by(requestTime, other, 'rejectOrderRequest', { on })
  if (state === 'ACCEPTED' || state === 'IN_PROGRESS') {
    book.quoteOnce(requestTime, 'BTC', '60000')
    book.by(requestTime, other, 'acceptOrderRequest', { on })
  }
  if (state === 'IN_PROGRESS') book.report(requestTime, on, 'asset', 'confirming')
  return request
}
