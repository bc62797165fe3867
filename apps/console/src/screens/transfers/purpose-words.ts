import type { TransferCategory } from '@vadium/schema'

const purposes: Readonly<Record<TransferCategory, string>> = {
  open: 'opening',
  m2m: 'mark-to-market',
  return: 'return',
  close: 'close',
  interest: 'interest',
  liquidation: 'liquidation',
  voluntary: 'without a call',
  substitution: 'exchange of collateral',
}

const isKnown = (category: string): category is TransferCategory =>
  Object.hasOwn(purposes, category)

/** The purpose of a transfer in words. One that this page does not know keeps the service's name. */
export const purposeWords = (category: string): string =>
  isKnown(category) ? purposes[category] : category
