import { type Book, type BookOptions, bookTime, type Party } from '@vadium/book'

/** What the books of all measurements have: two assets, and terms in lots. */
export const usual = {
  custodians: [{ id: 'bank', name: 'bank', adapter: 'simulated' }],
  assets: [
    { symbol: 'BTC', name: 'Bitcoin', normalized_symbol: 'BTC', decimals: 8 },
    { symbol: 'ETH', name: 'Ether', normalized_symbol: 'ETH', decimals: 18 },
  ],
  source: 'exchange-a',
  dealPrices: { BTC: '64250.5', ETH: '3120.25' },
  terms: {
    liquidation_percent: '115',
    lot_top_up: '0.001',
    lot_release: '0.001',
    cure_time_seconds: 14_400,
    dispute_tolerance_percent: '1',
  },
  firstOrderNumber: 1,
} as const satisfies BookOptions

export const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

/** The prices of deals: quoted once, and repeated for as long as the service runs. */
export function quoteAll(book: Book): void {
  for (const [asset, price] of Object.entries(usual.dealPrices)) {
    book.quoteOnce(bookTime, asset, price)
    book.livePrice(asset, price)
  }
}

/** What a borrower sends to create an order. */
export type OrderBody = ReturnType<typeof orderBody>

export function orderBody(
  lender: Party,
  borrower: Party,
  quantities: { readonly asset_quantity: string; readonly collateral_quantity: string },
) {
  return {
    lender_id: lender.id,
    borrower_id: borrower.id,
    asset: 'BTC',
    rate_percent: '5',
    collateral_asset: 'ETH',
    collateral_type: 'BILATERAL' as const,
    ...quantities,
    ...walletsOf(borrower),
  }
}

/** The wallets that a side of an order names. */
export const walletsOf = (party: Party) => ({
  asset_wallet_id: party.wallet('BTC'),
  collateral_wallet_id: party.wallet('ETH'),
})
