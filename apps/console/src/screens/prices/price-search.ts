import { searchTexts } from '../../service/search-texts.ts'
import type { ChosenHistory } from './price-history.tsx'

/** What the address says of the screen. */
export interface PriceSearch extends ChosenHistory {
  /** Which assets are listed. Undefined: those that open positions rest on. */
  readonly of?: 'all' | undefined
}

export function readPriceSearch(given: Record<string, unknown>): PriceSearch {
  return {
    ...searchTexts(given, ['asset', 'hours']),
    ...(given['of'] === 'all' && { of: 'all' }),
  }
}
