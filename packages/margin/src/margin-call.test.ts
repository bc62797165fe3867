import { describe, expect, it } from 'vitest'
import { Rational } from '../test/rational.ts'
import { formatDecimal } from './decimal.ts'
import { marginCall, type MarginCall } from './margin-call.ts'
import type { MarginTerms } from './margin-terms.ts'
import { valuePosition, type Position } from './position-valuation.ts'

const lot = { topUp: '0.01', release: '0.01' }

const call = (position: Position, agreed: MarginTerms): MarginCall =>
  marginCall(valuePosition(position), agreed)

/** Ten units at 50,000 USD against collateral at 1 USD. */
const against = (collateralQuantity: string, others: Partial<Position> = {}): Position => ({
  assetQuantity: '10',
  assetPriceUsd: '50000',
  collateralQuantity,
  collateralPriceUsd: '1',
  ...others,
})

describe('marginCall', () => {
  it.each<[string, Position, MarginTerms, [string, string, string]]>([
    [
      'too little',
      against('500000'),
      { requirementPercent: '105', lot },
      ['TopUp', '25000', '25000'],
    ],
    [
      'too much',
      against('600000'),
      { requirementPercent: '105', lot },
      ['Release', '75000', '75000'],
    ],
    ['just enough', against('525000'), { requirementPercent: '105', lot }, ['None', '0', '0']],
    [
      'no collateral',
      against('0'),
      { requirementPercent: '105', lot },
      ['TopUp', '525000', '525000'],
    ],
    [
      'no notional',
      against('7', { assetQuantity: '0' }),
      { requirementPercent: '105', lot },
      ['Release', '7', '7'],
    ],
    [
      'neither',
      against('0', { assetQuantity: '0' }),
      { requirementPercent: '105', lot },
      ['None', '0', '0'],
    ],
    [
      'a threshold',
      against('500000'),
      { requirementPercent: '105', thresholdUsd: '10000', lot },
      ['TopUp', '15000', '15000'],
    ],
    [
      'a threshold above the requirement',
      against('7'),
      { requirementPercent: '105', thresholdUsd: '9000000', lot },
      ['Release', '7', '7'],
    ],
    [
      'a haircut of 2 %: 1/(1−0.02), not 1.02',
      against('0'),
      { haircut: '0.02', lot },
      ['TopUp', '500000', '510204.09'],
    ],
    [
      'a delivery in transit',
      against('500000', { deliveriesInTransit: '20000' }),
      { requirementPercent: '105', lot },
      ['TopUp', '5000', '5000'],
    ],
    [
      'a return in transit',
      against('525000', { returnsInTransit: '20000' }),
      { requirementPercent: '105', lot },
      ['TopUp', '20000', '20000'],
    ],
    [
      'a disputed item',
      against('525000', { disputedQuantity: '20000' }),
      { requirementPercent: '105', lot },
      ['TopUp', '20000', '20000'],
    ],
    [
      'the lot of a top-up',
      against('524999.5'),
      { requirementPercent: '105', lot: { topUp: '2000', release: '1' } },
      ['TopUp', '0.5', '2000'],
    ],
    [
      'the lot of a release',
      against('574200'),
      { requirementPercent: '105', lot: { topUp: '1', release: '2000' } },
      ['Release', '49200', '48000'],
    ],
    [
      'a notional that is cut, not rounded, to cents',
      against('524999.001'),
      { requirementPercent: '105', lot },
      ['TopUp', '0.99', '1'],
    ],
    [
      'a release of less than a cent',
      against('525000.009'),
      { requirementPercent: '105', lot },
      ['Release', '0', '0'],
    ],
  ])('%s', (_what, position, agreed, [direction, notional, amount]) => {
    const result = call(position, agreed)
    expect(result.direction).toBe(direction)
    expect(formatDecimal(result.notionalUsd)).toBe(notional)
    expect(formatDecimal(result.collateralAmount)).toBe(amount)
  })

  it('returns its inputs and steps', () => {
    const position = against('500000', { collateralPriceUsd: '0.5', deliveriesInTransit: '10' })
    const result = call(position, { haircut: '0.1', thresholdUsd: '7', lot })
    expect(formatDecimal(result.requirementLessThresholdUsd)).toBe('499993')
    expect(formatDecimal(result.requiredUsd)).toBe('499993')
    expect(formatDecimal(result.creditedPriceUsd)).toBe('0.45')
    expect(formatDecimal(result.creditedUsd)).toBe('225004.5')
    expect(formatDecimal(result.shortfallUsd)).toBe('274988.5')
    expect(formatDecimal(result.topUpAmount)).toBe('611085.56')
    expect(formatDecimal(result.releaseAmount)).toBe('0')
  })

  it('requires zero, not less, below the threshold', () => {
    const result = call(against('0'), { requirementPercent: '100', thresholdUsd: '500001', lot })
    expect(formatDecimal(result.requirementLessThresholdUsd)).toBe('-1')
    expect(formatDecimal(result.requiredUsd)).toBe('0')
    expect(result.direction).toBe('None')
  })

  it.each([
    // collateral, direction, minimum, reached
    ['515000', 'TopUp', '10000', true],
    ['515000.01', 'TopUp', '10000', false],
    ['514999.99', 'TopUp', '10000', true],
    ['545000', 'Release', '20000', true],
    ['544999.99', 'Release', '20000', false],
    ['545000.01', 'Release', '20000', true],
    ['525000', 'None', '10000', false],
  ])(
    'gives for %s of collateral: %s, minimum %s reached: %s',
    (collateral, direction, minimum, reached) => {
      const minimumNotionalUsd = { topUp: '10000', release: '20000' }
      const result = call(against(collateral), {
        requirementPercent: '105',
        minimumNotionalUsd,
        lot,
      })
      expect(result.direction).toBe(direction)
      expect(formatDecimal(result.minimumNotionalUsd)).toBe(minimum)
      expect(result.minimumReached).toBe(reached)
    },
  )

  it('tests the displayed notional, in cents, against the minimum', () => {
    const minimumNotionalUsd = { topUp: '10000.005' }
    const agreed = { requirementPercent: '105', minimumNotionalUsd, lot }
    expect(call(against('514999.99'), agreed).minimumReached).toBe(true)
    expect(call(against('514999.991'), agreed).minimumReached).toBe(false)
  })

  it.each([
    // settled, in transit to the lender, on the way back, disputed, released
    ['530000', '0', '0', '0', '5000'],
    ['2000', '530000', '0', '0', '2000'],
    ['2000.019', '530000', '0', '0', '2000.01'],
    ['2000', '530000', '500', '0', '1500'],
    ['2000', '530000', '500', '300', '1200'],
    ['2000', '530000', '2000', '0', '0'],
    ['2000', '530000', '2000', '1', '0'],
    ['0', '530000', '0', '0', '0'],
  ])(
    'has %s settled, %s coming, %s going and %s disputed, and releases %s',
    (collateral, deliveriesInTransit, returnsInTransit, disputedQuantity, released) => {
      const others = { deliveriesInTransit, returnsInTransit, disputedQuantity }
      const result = call(against(collateral, others), { requirementPercent: '105', lot })
      expect(result.direction).toBe('Release')
      expect(formatDecimal(result.releaseAmount)).toBe(released)
      expect(formatDecimal(result.collateralAmount)).toBe(released)
    },
  )

  it('computes products of more than 60 digits exactly', () => {
    const most = `${'9'.repeat(20)}.${'9'.repeat(20)}`
    const result = call(
      {
        assetQuantity: most,
        assetPriceUsd: most,
        collateralQuantity: most,
        collateralPriceUsd: most,
      },
      {
        requirementPercent: '100.00000000000000000001',
        lot: { topUp: '0.00000000000000000001', release: '1' },
      },
    )
    // Q·P·(10^-22): only what the last digit of the requirement adds.
    const square = Rational.of(most).times(Rational.of(most))
    const added = square.times(Rational.of('0.0000000000000000000001'))
    expect(result.direction).toBe('TopUp')
    expect(Rational.of(result.shortfallUsd).compare(added)).toBe(0)
  })
})
