import { searchTexts } from '../../service/search-texts.ts'

/** The filters of the screen: those of the operation, under their names. */
export const readOrderRequestSearch = (given: Record<string, unknown>) =>
  searchTexts(given, ['status', 'kind', 'position_id'])

export type OrderRequestSearch = ReturnType<typeof readOrderRequestSearch>

/** The position that a new request is about. */
export const readNewRequestSearch = (given: Record<string, unknown>) =>
  searchTexts(given, ['position'])
