import { describe, expect, it } from 'vitest'
import {
  acceptanceOf,
  assetsAwaitingAnswer,
} from '../../../../src/features/deals/orders/order-acceptance.ts'
import { orderLifecycle } from '../../../../src/features/deals/orders/order-lifecycle.ts'
import type { OrderRow } from '../../../../src/features/deals/orders/order-row.ts'
import { Refusal } from '../../../../src/platform/refusal.ts'
import {
  type Blocked,
  notNow,
  possible,
  refusalOf,
  testBlockers,
  verdict,
} from '../../../harness/blocker-table.ts'
import {
  after,
  borrowerId,
  lenderId,
  orderFacts as facts,
  orderIn,
} from '../../../harness/deal-records.ts'

const pending = orderIn('PENDING_ACCEPTANCE')
/** At 50,000 and 2,500 USD they are worth 1e30 USD. */
const greatest = { assetQuantity: `2${'0'.repeat(25)}`, collateralQuantity: `4${'0'.repeat(26)}` }
const less = {
  assetQuantity: `1${'9'.repeat(25)}.9999999`,
  collateralQuantity: `3${'9'.repeat(26)}.999999`,
}

const tooLate: Blocked<OrderRow> = [
  'at the end of its time',
  { expireAt: after(0) },
  notNow('expire_time', 'the time to answer has passed', '2026-03-02T12:00:00.000Z'),
]

testBlockers(orderLifecycle, facts, [
  { action: 'reject', by: lenderId, unblocked: pending, blocked: [tooLate] },
  { action: 'cancel', by: borrowerId, unblocked: pending, blocked: [tooLate] },
  {
    action: 'accept',
    by: lenderId,
    unblocked: pending,
    blocked: [
      tooLate,
      [
        'of a suspended organization',
        { creatorIsActive: false },
        notNow('creator_id', 'accept is not possible: who asked is suspended'),
      ],
      [
        'with a tri-party agent',
        { collateralType: 'TRIPARTY' },
        notNow('collateral_type', 'this service instructs no tri-party agent', 'TRIPARTY'),
      ],
      [
        'without terms in effect',
        { termsIdInEffect: null },
        new Refusal('AGREEMENT_MISSING'),
        'No agreement between the lender and the borrower is in effect.',
      ],
      [
        'without a price of the asset',
        { asset: 'XYZ' },
        refusalOf('PRICE_MISSING', 'XYZ', 'has no price'),
        'XYZ: has no price',
      ],
      [
        'with a stale price of the asset',
        { asset: 'OLD' },
        refusalOf('PRICE_STALE', 'OLD', 'its newest price is too old', '2026-03-01T12:00:00.000Z'),
        'OLD: its newest price is too old',
      ],
      [
        'for an asset worth 1e30 USD',
        { assetQuantity: greatest.assetQuantity },
        refusalOf('VALUE_INVALID', 'asset_quantity', 'is worth more than can be booked'),
        'asset_quantity: is worth more than can be booked',
      ],
      [
        'without a price of the collateral',
        { collateralAsset: 'XYZ' },
        refusalOf('PRICE_MISSING', 'XYZ', 'has no price'),
        'XYZ: has no price',
      ],
      [
        'against collateral worth 1e30 USD',
        { collateralQuantity: greatest.collateralQuantity },
        refusalOf('VALUE_INVALID', 'collateral_quantity', 'is worth more than can be booked'),
        'collateral_quantity: is worth more than can be booked',
      ],
      ...(
        [
          ['lender_asset_wallet_id', 'lender-btc'],
          ['lender_collateral_wallet_id', 'lender-eth'],
          ['borrower_asset_wallet_id', 'borrower-btc'],
          ['borrower_collateral_wallet_id', 'borrower-eth'],
        ] as const
      ).map(([field, id]): Blocked<OrderRow> => [
        `after its ${field} was retired`,
        { retiredWallets: ['borrower-eth', id] },
        refusalOf('WALLET_RETIRED', field, 'was retired by who named it', id),
      ]),
      [
        'without a wallet for the asset',
        { assetsInWallets: [] },
        refusalOf(
          'WALLET_UNSUITABLE',
          'asset_wallet_id',
          'no wallet of this organization holds BTC',
        ),
      ],
      [
        'without a wallet for the collateral',
        { assetsInWallets: ['BTC'] },
        refusalOf(
          'WALLET_UNSUITABLE',
          'collateral_wallet_id',
          'no wallet of this organization holds ETH',
        ),
      ],
    ],
  },
])

describe('nothing blocks', () => {
  const unnamed = { lenderAssetWalletId: null, lenderCollateralWalletId: null }
  it.each<[string, Partial<OrderRow>]>([
    ['just below 1e30 USD', less],
    ['after a wallet was retired that it does not name', { retiredWallets: ['lender-usdc'] }],
    ['before the lender has named wallets', unnamed],
  ])('an acceptance %s', (_when, changes) => {
    const order = { ...pending, ...changes }
    expect(verdict(orderLifecycle, order, 'accept', { by: lenderId, facts })).toEqual(possible)
  })

  it.each(['reject', 'cancel'] as const)(
    'lets a side %s an order with a tri-party agent',
    (action) => {
      const order = orderIn('PENDING_ACCEPTANCE', { collateralType: 'TRIPARTY' })
      const by = action === 'reject' ? lenderId : borrowerId
      expect(verdict(orderLifecycle, order, action, { by, facts })).toEqual(possible)
    },
  )

  it('accepts with a tri-party agent where agents take part, as in a history', () => {
    const order = orderIn('PENDING_ACCEPTANCE', { collateralType: 'TRIPARTY' })
    const asked = { by: lenderId, facts: { ...facts, withAgents: true } }
    expect(verdict(orderLifecycle, order, 'accept', asked)).toEqual(possible)
  })
})

it('needs the prices of pending orders alone, each once', () => {
  const orders = [pending, orderIn('ACTIVE', { asset: 'USDC' }), { ...pending, asset: 'OLD' }]
  expect(assetsAwaitingAnswer(orders)).toEqual(['BTC', 'ETH', 'OLD'])
})

describe('the acceptance of an order', () => {
  it('has the terms in effect, the collateral and the price of the asset', () => {
    expect(acceptanceOf(pending, facts.prices)).toEqual({
      termsId: 'terms-1',
      collateralQuantity: '360',
      assetPriceUsd: '50000',
    })
  })

  it.each<Partial<OrderRow>>([{ termsIdInEffect: null }, { asset: 'OLD' }])(
    'is none with %j, which blocks it',
    (changes) => {
      expect(() => acceptanceOf({ ...pending, ...changes }, facts.prices)).toThrow(
        'order o-1 is accepted although it is blocked',
      )
    },
  )
})
