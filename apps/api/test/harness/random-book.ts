import * as fc from 'fast-check'
import { removePrices, setTriparty } from './altered-rows.ts'
import { Book, bookTime, type Deal, type Party } from './book.ts'
import type { TestDatabase } from './database.ts'
import { insertTransfers } from './inserted-transfers.ts'
import { isLongRun } from './long-run.ts'

/** When the prices of a random book are observed, unless they are stale. */
export const randomBookTime = '2026-03-02T12:00:00.000Z'

const decimals = { BTC: 8, ETH: 18, USDC: 6 } as const
const symbols = ['BTC', 'ETH', 'USDC'] as const
type Symbol = (typeof symbols)[number]

/**
 * A decimal string: of any size up to the bound, or small enough that ties and exact hits are
 * common.
 */
const decimal = (integerMax: bigint, scaleMax: number, least = 0n) =>
  fc
    .record({
      scale: fc.integer({ min: 0, max: scaleMax }),
      units: fc.oneof(
        fc.bigInt({ min: least, max: integerMax }),
        fc.bigInt({ min: least, max: 40n }),
      ),
    })
    .map(({ scale, units }) => decimalText(units, scale))

function decimalText(units: bigint, scale: number): string {
  const digits = units.toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const rest = digits.slice(digits.length - scale).replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}

const quantityOf = (symbol: Symbol, least = 0n) => decimal(10n ** 20n - 1n, decimals[symbol], least)
const price = decimal(10n ** 12n, 8, 1n)

const terms = fc
  .record({
    haircut: fc.option(decimal(99_999n, 5).filter((text) => !/^[1-9]/.test(text))),
    requirement: decimal(200_000n, 3, 1n).filter((text) => Number(text) <= 99_999),
    marginCall: fc.integer({ min: 2, max: 200 }),
    top_up_when: fc.constantFrom('minimum' as const, 'margin_call' as const),
    releaseAbove: fc.option(fc.integer({ min: 1, max: 200 })),
    threshold: fc.oneof(fc.constant('0'), decimal(10n ** 10n, 4)),
    topUp: decimal(10n ** 8n, 3),
    release: decimal(10n ** 8n, 3),
    day_count: fc.constantFrom('ACT/360' as const, 'ACT/365' as const),
  })
  .map(
    ({ haircut, requirement, marginCall, releaseAbove, threshold, topUp, release, ...others }) => ({
      requirement_percent: haircut === null ? requirement : null,
      haircut,
      margin_call_percent: String(marginCall),
      liquidation_percent: String(marginCall - 1),
      release_percent: releaseAbove === null ? null : String(marginCall + releaseAbove),
      threshold_usd: threshold,
      minimum_notional_top_up_usd: topUp,
      minimum_notional_release_usd: release,
      ...others,
    }),
  )

const pairs = symbols.flatMap((asset) =>
  symbols.filter((other) => other !== asset).map((other) => [asset, other] as const),
)

const randomDeal = fc.constantFrom(...pairs).chain(([asset, collateral]) =>
  fc.record({
    asset: fc.constant(asset),
    collateral: fc.constant(collateral),
    terms,
    lots: fc.option(fc.record({ lot_top_up: fc.constant('1'), lot_release: fc.constant('5') })),
    assetQuantity: quantityOf(asset, 1n),
    collateralQuantity: quantityOf(collateral),
    disputed: fc.option(quantityOf(collateral), { freq: 3 }),
    rate: decimal(10_000n, 3),
    status: fc.constantFrom('OPENING' as const, 'ACTIVE', 'ACTIVE', 'ACTIVE', 'CLOSING', 'CLOSED'),
    type: fc.constantFrom('BILATERAL' as const, 'BILATERAL', 'RESTRICTED', 'TRIPARTY'),
    lends: fc.boolean(),
    transfers: fc.array(
      fc.record({
        toLender: fc.boolean(),
        quantity: quantityOf(collateral, 1n),
        status: fc.constantFrom('PENDING' as const, 'IN_PROGRESS', 'COMPLETED', 'FAILED'),
      }),
      { maxLength: 3 },
    ),
    requests: fc.array(
      fc.constantFrom('PENDING_ACCEPTANCE' as const, 'FAILED', 'IN_PROGRESS', 'COMPLETED'),
      { maxLength: 1 },
    ),
  }),
)
type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never
export type RandomDeal = ValueOf<typeof randomDeal>

/**
 * What a book of two organizations is made of: deals of all kinds, prices some of which are stale
 * or missing.
 */
export const randomDeals = fc.record({
  prices: fc.record({
    BTC: fc.option(price, { freq: 6 }),
    ETH: fc.option(price, { freq: 6 }),
    USDC: fc.option(price, { freq: 6 }),
  }),
  stale: fc.option(fc.constantFrom(...symbols), { freq: 1 }),
  deals: fc.array(
    randomDeal,
    isLongRun ? { minLength: 30, maxLength: 40 } : { minLength: 16, maxLength: 20 },
  ),
})

/** The book, and how to complete it after the load with what no history leads to. */
export function bookOf({ prices, stale, deals: randoms }: ValueOf<typeof randomDeals>) {
  const book = new Book()
  const own = book.party('harbor', 'fireblocks')
  const other = book.party('quay', 'bitgo')
  for (const symbol of symbols) {
    const observedAt = symbol === stale ? bookTime : randomBookTime
    const priceUsd = prices[symbol]
    if (priceUsd !== null) book.price(symbol, priceUsd, observedAt)
  }
  const deals = randoms.map((random) => ({ random, deal: playDeal(book, random, own, other) }))
  const complete = async (database: TestDatabase): Promise<void> => {
    for (const symbol of symbols) {
      if (prices[symbol] === null) await removePrices(database, symbol)
    }
    for (const { random, deal } of deals) await alterDeal(database, random, deal)
    await insertTransfers(database, book)
  }
  return { book, own, other, deals, complete }
}

function playDeal(book: Book, random: RandomDeal, own: Party, other: Party): Deal {
  const { asset, collateral, status, type } = random
  const [lender, borrower] = random.lends ? [own, other] : [other, own]
  const deal = book.deal(lender, borrower, {
    state: status,
    terms: { ...random.terms, ...random.lots },
    asset,
    asset_quantity: random.assetQuantity,
    rate_percent: random.rate,
    collateral_asset: collateral,
    collateral_quantity: random.collateralQuantity === '0' ? '1' : random.collateralQuantity,
    collateral_type: type === 'TRIPARTY' ? 'BILATERAL' : type,
  })
  for (const { toLender, quantity, status: moved } of random.transfers) {
    const [from, to] = toLender ? [borrower, lender] : [lender, borrower]
    book.transfer(deal, from, to, { token: collateral, quantity, status: moved })
  }
  return deal
}

async function alterDeal(database: TestDatabase, random: RandomDeal, deal: Deal): Promise<void> {
  const { status, disputed, collateralQuantity, requests, type } = random
  if (type === 'TRIPARTY') await setTriparty(database, deal)
  if (status !== 'CLOSED') {
    // No more can be disputed than is pledged.
    await database.query(
      `UPDATE positions SET collateral_quantity = $2::numeric,
         collateral_disputed_quantity = least($3::numeric, $2::numeric) WHERE id = $1`,
      [deal.positionId, collateralQuantity, disputed ?? '0'],
    )
  }
  for (const requested of requests) {
    await database.query(
      `INSERT INTO mark_to_market_requests (id, position_id, lender_id, borrower_id, creator_id, status,
         direction, collateral_amount, notional_usd, asset_price_usd, collateral_price_usd,
         calculation_id, expire_at, created_at, updated_at)
       SELECT gen_random_uuid(), id, lender_id, borrower_id, lender_id, $2, 'TopUp', 1, 1, 1, 1,
         'calculation', created_at, created_at, created_at
       FROM positions WHERE id = $1`,
      [deal.positionId, requested],
    )
  }
}
