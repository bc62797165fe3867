import type { TransferFilter } from '@vadium/client'
import { searchTexts } from '../../service/search-texts.ts'

/** The filters of the screen: the seven of the operation, under their names. */
export type TransferSearch = Omit<TransferFilter, 'page_size' | 'page_token'>

const texts = [
  'sender',
  'receiver',
  'senderCustodian',
  'receiverCustodian',
  'status',
  'token',
] as const

export function readTransferSearch(given: Record<string, unknown>): TransferSearch {
  const order = Number(given['orderId'])
  return {
    ...searchTexts(given, texts),
    ...(Number.isSafeInteger(order) && order > 0 && { orderId: order }),
  }
}
