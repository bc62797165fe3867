import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal, type Decimal } from './decimal.ts'
import { limitUse, type LimitedDeal, type UseOfLimit } from './limit-use.ts'

const against = (assetQuantity: string, collateralQuantity: string): LimitedDeal => ({
  side: 'lender',
  asset: 'USDC',
  assetQuantity,
  collateralAsset: 'BTC',
  collateralQuantity,
})
const first = against('1000000', '25')
const second = against('2000000', '45')
const third = against('3000000', '70')
const limits = { lentUsdMax: '5000000', uncoveredUsdMax: '500000', shock: '0.3' }
const at = (btc: string) =>
  new Map([
    ['USDC', '1'],
    ['BTC', btc],
  ])

const text = (decimal: Decimal | null, decimals = 2) =>
  decimal === null ? null : formatDecimal(decimal, decimals)
const shown = ({ shown: use, percent, isExceeded }: UseOfLimit) => [
  text(use),
  text(percent),
  isExceeded,
]

describe('use of limits', () => {
  it('has the worked figures', () => {
    const before = limitUse([first, second], at('60000'), limits)
    expect(shown(before.uncoveredUsd)).toEqual(['110000.00', '22.00', false])
    expect(shown(before.lentUsd)).toEqual(['3000000.00', '60.00', false])
    const after = limitUse([first, second, third], at('60000'), limits)
    expect(shown(after.uncoveredUsd)).toEqual(['170000.00', '34.00', false])
    expect(shown(after.lentUsd)).toEqual(['6000000.00', '120.00', true])
    const byDeal = [first, second, third].map((deal) =>
      text(limitUse([deal], at('57000.01'), limits).uncoveredUsd.shown),
    )
    expect(byDeal).toEqual(['2499.83', '204499.69', '206999.51'])
    const lower = limitUse([first, second, third], at('57000.01'), limits)
    expect(shown(lower.uncoveredUsd)).toEqual(['413999.02', '82.80', false])
  })

  it('exceeds a limit above it, and not if both are equal', () => {
    const exactly = { ...limits, lentUsdMax: '3000000.00000000000000000001' }
    expect(limitUse([first, second], at('60000'), exactly).lentUsd.isExceeded).toBe(false)
    const equal = { ...limits, lentUsdMax: '3000000' }
    expect(shown(limitUse([first, second], at('60000'), equal).lentUsd)).toEqual([
      '3000000.00',
      '100.00',
      false,
    ])
    const below = { ...limits, lentUsdMax: '2999999.99999999999999999999' }
    expect(shown(limitUse([first, second], at('60000'), below).lentUsd)).toEqual([
      '3000000.00',
      '100.01',
      true,
    ])
  })

  it('counts what is lent of each asset, and nothing that is borrowed', () => {
    const borrowed = { ...third, side: 'borrower' } as const
    const assets = [
      { asset: 'USDC', lentQuantityMax: '2999999' },
      { asset: 'BTC', lentQuantityMax: '0' },
    ]
    const use = limitUse([first, second, borrowed], at('60000'), { ...limits, assets })
    expect(use.assets.map((one) => [one.asset, text(one.use, 0), one.isExceeded])).toEqual([
      ['USDC', '3000000', true],
      ['BTC', '0', false],
    ])
    expect(text(use.assets[1]?.percent ?? null)).toBeNull()
  })

  it('holds what was borrowed for the collateral that is owed back', () => {
    const borrowed = { ...third, side: 'borrower' } as const
    // 70 BTC at 60,000 are owed, and 3,000,000 less 30 % are held.
    expect(text(limitUse([borrowed], at('60000'), limits).uncoveredUsd.use)).toBe('2100000.00')
  })

  it('is unknown without a price, and exceeds any limit then, but a deal of nothing needs none', () => {
    const use = limitUse([first], new Map([['USDC', '1']]), limits)
    expect(shown(use.lentUsd)).toEqual(['1000000.00', '20.00', false])
    expect(shown(use.uncoveredUsd)).toEqual([null, null, true])
    expect(use.unpricedAssets).toEqual(['BTC'])
    const none = limitUse([first], new Map(), { lentUsdMax: null, uncoveredUsdMax: null })
    expect([none.lentUsd, none.uncoveredUsd].map(shown)).toEqual([
      [null, null, false],
      [null, null, false],
    ])
    const ended = limitUse([against('0', '0')], new Map(), limits)
    expect(ended.unpricedAssets).toEqual([])
    expect(shown(ended.lentUsd)).toEqual(['0.00', '0.00', false])
  })

  it('names an input that is malformed', () => {
    expect(() => limitUse([first], at('0'), limits)).toThrow('prices.BTC')
    expect(() => limitUse([first], at('1'), { ...limits, shock: '1' })).toThrow('shock')
    expect(() => limitUse([against('-1', '1')], at('1'), limits)).toThrow('assetQuantity')
    expect(() => limitUse([first], at('1'), { ...limits, lentUsdMax: '-1' })).toThrow('limit')
  })

  it('equals a fold over whole numbers, in any order of the deals', () => {
    // Units of 10^-4, so that products are whole numbers of 10^-8, and of 10^-12 under the shock.
    const units = fc.bigInt({ min: 0n, max: 10n ** 9n })
    const price = fc.bigInt({ min: 1n, max: 10n ** 9n })
    const deal = fc.record({
      side: fc.constantFrom('lender' as const, 'borrower' as const),
      asset: fc.constantFrom('A', 'B'),
      collateralAsset: fc.constantFrom('C', 'D'),
      lent: units,
      pledged: units,
    })
    const prices = fc.record({ A: price, B: price, C: price, D: price })
    const shocks = fc.bigInt({ min: 0n, max: 9999n })
    fc.assert(
      fc.property(
        fc.array(deal, { maxLength: 12 }),
        prices,
        shocks,
        units,
        (deals, usd, shock, max) => {
          const uncovered = deals.reduce((sum, { side, asset, collateralAsset, lent, pledged }) => {
            const values = [lent * usd[asset], pledged * usd[collateralAsset]] as const
            const [owed, held] = side === 'lender' ? values : ([values[1], values[0]] as const)
            const missing = owed * 10_000n - held * (10_000n - shock)
            return missing > 0n ? sum + missing : sum
          }, 0n)
          const lender = deals.filter(({ side }) => side === 'lender')
          const lentUsd = lender.reduce((sum, { asset, lent }) => sum + lent * usd[asset], 0n)
          const given = deals.map(({ lent, pledged, ...rest }) => ({
            ...rest,
            assetQuantity: scaled(lent),
            collateralQuantity: scaled(pledged),
          }))
          const asked = {
            lentUsdMax: scaled(max),
            uncoveredUsdMax: scaled(max),
            shock: scaled(shock),
          }
          const quotes = new Map(Object.entries(usd).map(([name, one]) => [name, scaled(one)]))
          const use = limitUse(given, quotes, asked)
          expect(countOf(use.lentUsd.use, 8)).toBe(lentUsd)
          expect(countOf(use.uncoveredUsd.use, 12)).toBe(uncovered)
          expect(use.lentUsd.isExceeded).toBe(lentUsd > max * 10n ** 4n)
          expect(use.uncoveredUsd.isExceeded).toBe(uncovered > max * 10n ** 8n)
          // Rounded up: at least the use, and less than a cent above it.
          expect(countOf(use.uncoveredUsd.shown, 2)).toBe(
            (uncovered + 10n ** 10n - 1n) / 10n ** 10n,
          )
          if (max > 0n) {
            const percent = (lentUsd * 10_000n + max * 10n ** 4n - 1n) / (max * 10n ** 4n)
            expect(countOf(use.lentUsd.percent, 2)).toBe(percent)
          }
          expect(limitUse(given.toReversed(), quotes, asked).uncoveredUsd).toEqual(use.uncoveredUsd)
        },
      ),
      { numRuns: 200 },
    )
  })
})

/** A whole number of units of 10^-4. */
const scaled = (count: bigint) => {
  const digits = count.toString().padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

const countOf = (value: Decimal | null, decimals: number) => {
  if (value === null) throw new Error('the use is unknown')
  const [whole = '', fraction = ''] = formatDecimal(value, decimals).split('.')
  return BigInt(whole + fraction)
}
