import type { AssertedDefault, InterestDue } from '../src/index.ts'
import { ago, DAY, late } from './stressed-deal.ts'

export const unmet: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'borrower' }
export const unmetRelease: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'lender' }
export const level: AssertedDefault = { cause: 'LIQUIDATION_LEVEL', inDefault: 'borrower' }
export const missed: AssertedDefault = { cause: 'MISSED_RETURN', inDefault: 'borrower' }
export const missedByLender: AssertedDefault = { cause: 'MISSED_RETURN', inDefault: 'lender' }
export const interest: AssertedDefault = { cause: 'MISSED_INTEREST', inDefault: 'borrower' }

/** At 50,000 USD for one BTC, 250,000 USD are due to the lender; at 45,000 the level is reached. */
export const SHORT = '50000'
export const AT_LEVEL = '45000'
export const SOUND = '60000'
export const OVER = '80000'

export const failed = late({ state: 'failed' })
export const asset = { ...failed, leg: 'asset' as const }
export const january: InterestDue = {
  day: '2026-02-01',
  total: '3069.444445',
  instructTime: ago(39 * DAY),
  lateTime: ago(38 * DAY),
}
