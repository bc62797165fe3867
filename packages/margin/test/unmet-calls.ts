import type { AssertedDefault, DealPrices, MarginRequest, StressedDeal } from '../src/index.ts'
import { ago, btcAt, call, late } from './stressed-deal.ts'

export const byBorrower: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'borrower' }
export const byLender: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'lender' }

/** 25 BTC: at 50,000 USD 250,000 USD are due to the lender, and at 80,000 USD 500,000 USD back. */
export const short = btcAt('50000')
export const over = btcAt('80000')

// What is not met of the grounds that a case is not about.

export const noDispute = 'disputed false equal_to true'
export const noTransfer = 'exists false equal_to true'
export const answered = (status: string): string =>
  `call_status ${status} equal_to EXPIRED or REJECTED or PENDING_ACCEPTANCE`

/**
 * What is asked, of which deal, whether it holds and what is not met, at which prices if not short.
 */
export type UnmetCase = [string, StressedDeal, [boolean | null, ...string[]], DealPrices?]

/** A call that was created later, and whose 10 BTC have arrived. */
export const met = (seconds: number): MarginRequest =>
  call({
    id: 'call-2',
    status: 'COMPLETED',
    createTime: ago(seconds),
    instructed: [late({ state: 'arrived' })],
  })
