import type { TransferFilter } from '@vadium/client'
import { searchTexts } from '../../service/search-texts.ts'
import { readTableSearch, type TableSearch } from '../../table/table-search.ts'

/** The filters of the screen: the seven of the operation, under their names. */
export type ListFilters = Omit<TransferFilter, 'page_size' | 'page_token'>

/** The filters, or instead of them all transfers under way in one direction. */
export interface TransferSearch extends ListFilters, TableSearch {
  readonly under_way?: 'to_us' | 'from_us' | undefined
}

const texts = [
  'sender',
  'receiver',
  'senderCustodian',
  'receiverCustodian',
  'status',
  'token',
] as const

export function readTransferSearch(given: Record<string, unknown>): TransferSearch {
  const { under_way: direction } = given
  if (direction === 'to_us' || direction === 'from_us') {
    return { under_way: direction, ...readTableSearch(given) }
  }
  const order = Number(given['orderId'])
  return {
    ...searchTexts(given, texts),
    ...readTableSearch(given),
    ...(Number.isSafeInteger(order) && order > 0 && { orderId: order }),
  }
}
