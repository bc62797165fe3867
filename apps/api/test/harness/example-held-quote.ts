import { createAsset, createPriceSource, pushPrices, revokePriceSource } from '@vadium/schema'
import { succeed } from './call.ts'
import { colleagueOf } from './example-approvals.ts'
import { unique } from './example-preparations.ts'
import type { LivingBook } from './living-book.ts'

/** A held quote of another operator's source, of an asset that nobody lends. */
export async function heldQuote(book: LivingBook) {
  return (await quoteOfAnother(book)).held
}

/** The last quote of another operator's source, which this operator has silenced. */
export async function silencedQuote(book: LivingBook) {
  const { held, sourceId } = await quoteOfAnother(book)
  await succeed(book.service, revokePriceSource, {
    key: book.platform.keys.operator,
    params: { price_source_id: sourceId },
  })
  return held
}

async function quoteOfAnother(book: LivingBook) {
  const { service, platform } = book
  const key = platform.keys.operator
  const other = await colleagueOf(book, platform, 'operator')
  const [symbol, source] = [unique('COIN'), unique('desk')]
  const named = { name: 'A new coin', normalized_symbol: 'COIN', decimals: 8 }
  await succeed(service, createAsset, { key, body: { symbol, ...named } })
  const { id: sourceId } = await succeed(service, createPriceSource, {
    key,
    body: { source, account_id: other.accountId },
  })
  const quote = { asset: symbol, source }
  const quotes = [
    { ...quote, price_usd: '100', observe_time: await book.timeIn(-1000) },
    { ...quote, price_usd: '50' },
  ]
  await succeed(service, pushPrices, { key: other, body: { quotes } })
  return { held: { asset: symbol, source, price_usd: '50' }, sourceId }
}
