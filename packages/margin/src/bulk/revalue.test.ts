import { describe, expect, it } from 'vitest'
import { compilePosition, type RevaluationInputs } from './compile-position.ts'
import { compilePrices } from './compile-prices.ts'
import { revalue, type RevaluedPosition } from './revalue.ts'

const inputs: RevaluationInputs = {
  position: { assetQuantity: '10', collateralQuantity: '500000' },
  terms: {
    requirementPercent: '105',
    minimumNotionalUsd: { topUp: '10000', release: '20000' },
    lot: { topUp: '0.000001', release: '0.01' },
  },
  marginCallPercent: '103.5',
  liquidationPercent: '101',
}

const revalued = (
  assetPriceUsd: string,
  {
    position = {},
    terms = {},
    collateralPriceUsd = '1',
  }: {
    position?: Partial<RevaluationInputs['position']>
    terms?: Partial<RevaluationInputs['terms']>
    collateralPriceUsd?: string
  } = {},
): RevaluedPosition => {
  const { requirementPercent = '105', haircut, ...others } = { ...inputs.terms, ...terms }
  const agreed = haircut === undefined ? { requirementPercent } : { haircut }
  const compiled = compilePosition({
    ...inputs,
    position: { ...inputs.position, ...position },
    terms: { ...others, ...agreed },
  })
  return revalue(compiled, compilePrices({ assetPriceUsd, collateralPriceUsd }))
}

describe('revalue', () => {
  it('prints all figures of a top-up', () => {
    expect(revalued('49500.333')).toEqual({
      assetNotionalUsd: '495003.33',
      collateralValueUsd: '500000.00',
      ltvPercent: '99.01',
      ccrPercent: '101.00',
      marginCallReached: true,
      liquidationReached: false,
      direction: 'TopUp',
      m2mNotionalUsd: '19753.49',
      m2mCollateralAmount: '19753.4965',
      minimumReached: true,
      ready: true,
      reasons: [],
    })
  })

  it('prints all figures of a release', () => {
    expect(revalued('45000.001', { collateralPriceUsd: '1.0002' })).toEqual({
      assetNotionalUsd: '450000.01',
      collateralValueUsd: '500100.00',
      ltvPercent: '89.99',
      ccrPercent: '111.13',
      marginCallReached: false,
      liquidationReached: false,
      direction: 'Release',
      m2mNotionalUsd: '27599.98',
      m2mCollateralAmount: '27594.47',
      minimumReached: true,
      ready: true,
      reasons: [],
    })
  })

  it('finds nothing due when the collateral counts for exactly what is required', () => {
    expect(revalued('50000', { position: { collateralQuantity: '525000' } })).toMatchObject({
      direction: 'None',
      m2mNotionalUsd: '0.00',
      m2mCollateralAmount: '0',
      minimumReached: false,
      ready: false,
      reasons: ['NOTHING_DUE'],
    })
  })

  it.each([
    ['10000', true],
    ['10000.01', false],
    ['10000.001', false],
    ['9999.991', true],
  ])('tests the notional of 10000.00 against a minimum of %s', (topUp, minimumReached) => {
    const collateralQuantity = '514999.999'
    const terms = { minimumNotionalUsd: { topUp } }
    const figures = revalued('50000', { position: { collateralQuantity }, terms })
    expect(figures).toMatchObject({ m2mNotionalUsd: '10000.00', minimumReached })
    expect(figures).toMatchObject({
      ready: minimumReached,
      reasons: minimumReached ? [] : ['BELOW_MINIMUM_NOTIONAL'],
    })
  })

  it('tests a release against the minimum of releases, not of top-ups', () => {
    const position = { collateralQuantity: '540000' }
    expect(revalued('50000', { position })).toMatchObject({
      direction: 'Release',
      m2mNotionalUsd: '15000.00',
      minimumReached: false,
      reasons: ['BELOW_MINIMUM_NOTIONAL'],
    })
  })

  it('releases whole lots of collateral that is neither on its way back nor disputed', () => {
    const position = {
      collateralQuantity: '600000',
      returnsInTransit: '590000',
      deliveriesInTransit: '700000',
      disputedQuantity: '4000.005',
    }
    expect(revalued('50000', { position })).toMatchObject({
      direction: 'Release',
      m2mNotionalUsd: '180999.99',
      m2mCollateralAmount: '5999.99',
    })
    const nothingFree = { ...position, disputedQuantity: '10000' }
    expect(revalued('50000', { position: nothingFree })).toMatchObject({
      m2mCollateralAmount: '0',
      minimumReached: true,
      ready: false,
      reasons: ['ROUNDS_TO_ZERO'],
    })
    const moreThanSettled = { ...position, disputedQuantity: '10000.01' }
    expect(revalued('50000', { position: moreThanSettled }).m2mCollateralAmount).toBe('0')
  })

  it('calls for collateral when the credited amount is below zero', () => {
    const position = { collateralQuantity: '5', returnsInTransit: '7' }
    expect(revalued('50000', { position })).toMatchObject({
      direction: 'TopUp',
      m2mCollateralAmount: '525002',
    })
    // Below the threshold nothing is required, but the missing collateral still is.
    const terms = { thresholdUsd: '1000000' }
    expect(revalued('50000', { position, terms })).toMatchObject({
      direction: 'TopUp',
      m2mNotionalUsd: '2.00',
      m2mCollateralAmount: '2',
    })
  })

  it('requires nothing at the threshold, and one cent for each cent above it', () => {
    const position = { collateralQuantity: '0' }
    const at = (thresholdUsd: string) => revalued('50000', { position, terms: { thresholdUsd } })
    expect(at('525000.01').direction).toBe('None')
    expect(at('525000').direction).toBe('None')
    expect(at('524999.99')).toMatchObject({ direction: 'TopUp', m2mNotionalUsd: '0.01' })
    expect(at('524999.9999999999999999999')).toMatchObject({ m2mNotionalUsd: '0.00' })
  })

  it('reduces the collateral by a haircut and then requires the whole notional', () => {
    expect(revalued('50000', { terms: { haircut: '0.02' } })).toMatchObject({
      m2mNotionalUsd: '10000.00',
      // 10000 / 0.98
      m2mCollateralAmount: '10204.081633',
    })
  })

  it('gives no ratio when its divisor is zero', () => {
    const none = { ltvPercent: null, ccrPercent: null }
    const down = { marginCallReached: false, liquidationReached: false }
    const up = { marginCallReached: true, liquidationReached: true }
    const quantities = (assetQuantity: string, collateralQuantity: string) =>
      revalued('50000', { position: { assetQuantity, collateralQuantity } })
    expect(quantities('0', '0')).toMatchObject({ ...none, ...down })
    expect(quantities('0', '5')).toMatchObject({ ...none, ltvPercent: '0.00', ...down })
    expect(quantities('5', '0')).toMatchObject({ ...none, ccrPercent: '0.00', ...up })
  })

  it('raises a flag at its level and below it, on unrounded values', () => {
    const flag = (collateralQuantity: string, marginCallPercent = '103.5') => {
      const position = { ...inputs.position, collateralQuantity }
      const compiled = compilePosition({ ...inputs, position, marginCallPercent })
      const prices = compilePrices({ assetPriceUsd: '50000', collateralPriceUsd: '1' })
      return revalue(compiled, prices).marginCallReached
    }
    expect(flag('517550')).toBe(false)
    expect(flag('517500.00000001')).toBe(false)
    expect(flag('517500')).toBe(true)
    expect(flag('517499.99999999')).toBe(true)
    // This holds for levels between hundredths too.
    expect(flag('517525', '103.505')).toBe(true)
    expect(flag('517525.00000001', '103.505')).toBe(false)
    // The first hundredth of coverage, where the level is cut to zero.
    expect(flag('25', '0.005')).toBe(true)
    expect(flag('25.00000001', '0.005')).toBe(false)
    expect(flag('0', '0.005')).toBe(true)
  })

  it('raises no flag where no level is agreed', () => {
    const position = { ...inputs.position, collateralQuantity: '0' }
    const compiled = compilePosition({ position, terms: inputs.terms })
    const prices = compilePrices({ assetPriceUsd: '50000', collateralPriceUsd: '1' })
    expect(revalue(compiled, prices)).toMatchObject({
      marginCallReached: false,
      liquidationReached: false,
    })
  })

  it.each([
    ['0.5', '0.00'],
    ['1.5', '0.02'],
    ['2.5', '0.02'],
    ['2.500000001', '0.03'],
    ['3.5', '0.04'],
  ])('shows %s cents as %s, on both sides', (quantity, text) => {
    const position = { assetQuantity: quantity, collateralQuantity: quantity }
    const figures = revalued('0.01', { position, collateralPriceUsd: '0.01' })
    expect(figures).toMatchObject({ assetNotionalUsd: text, collateralValueUsd: text })
  })

  it('is not changed by being evaluated', () => {
    const compiled = compilePosition(inputs)
    const low = compilePrices({ assetPriceUsd: '45000', collateralPriceUsd: '1' })
    const high = compilePrices({ assetPriceUsd: '55000.123456789', collateralPriceUsd: '1.1' })
    const first = revalue(compiled, low)
    expect(revalue(compiled, high)).not.toEqual(first)
    expect(revalue(compiled, low)).toEqual(first)
  })

  it('returns lists of reasons that cannot be changed for other callers', () => {
    for (const price of ['45000', '49000', '50000', '60000']) {
      expect(Object.isFrozen(revalued(price).reasons)).toBe(true)
    }
  })
})
