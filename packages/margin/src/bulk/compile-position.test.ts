import { describe, expect, it } from 'vitest'
import { Decimal } from '../decimal.ts'
import { MarginInputError } from '../margin-input-error.ts'
import { compilePosition, type RevaluationInputs } from './compile-position.ts'

const lot = { topUp: '0.01', release: '1' }
const inputs: RevaluationInputs = {
  position: { assetQuantity: '10', collateralQuantity: '500000' },
  terms: { requirementPercent: '105', lot },
}

describe('compilePosition', () => {
  it('assumes only neutral defaults', () => {
    expect(compilePosition(inputs)).toEqual(
      compilePosition({
        position: {
          ...inputs.position,
          deliveriesInTransit: '0',
          returnsInTransit: '0',
          disputedQuantity: '0',
        },
        terms: {
          requirementPercent: '105',
          haircut: undefined,
          thresholdUsd: '0',
          minimumNotionalUsd: { topUp: '0', release: '0' },
          lot,
          topUpPercent: undefined,
          releasePercent: null,
        },
        marginCallPercent: null,
        liquidationPercent: undefined,
      }),
    )
  })

  it('accepts Decimals', () => {
    const position = { assetQuantity: new Decimal(10), collateralQuantity: new Decimal('5e5') }
    const terms = {
      requirementPercent: new Decimal('105'),
      lot: { topUp: new Decimal('0.01'), release: new Decimal(1) },
    }
    expect(compilePosition({ position, terms })).toEqual(compilePosition(inputs))
  })

  it.each(
    ['assetQuantity', 'collateralQuantity', 'deliveriesInTransit', 'returnsInTransit'].concat(
      'disputedQuantity',
    ),
  )('refuses a %s below zero', (member) => {
    const position = { ...inputs.position, [member]: '-1' }
    expect(() => compilePosition({ ...inputs, position })).toThrow(MarginInputError)
    expect(() => compilePosition({ ...inputs, position })).toThrow(
      `${member} must not be below zero`,
    )
  })

  it.each([['assetQuantity'], ['collateralQuantity']])('refuses a missing %s', (member) => {
    const position = { ...inputs.position, [member]: undefined }
    expect(() => compilePosition({ ...inputs, position })).toThrow(
      `${member} must be a decimal string`,
    )
  })

  it.each<[RevaluationInputs['terms'], string]>([
    [{ requirementPercent: '0', lot }, 'requirementPercent must be above zero'],
    [{ haircut: '1', lot }, 'haircut must be below one'],
    [{ haircut: '-0.1', lot }, 'haircut must not be below zero'],
    [{ haircut: '0', thresholdUsd: '-1', lot }, 'thresholdUsd must not be below zero'],
    [
      { haircut: '0', minimumNotionalUsd: { topUp: '-1' }, lot },
      'minimumNotionalUsd.topUp must not be below zero',
    ],
    [
      { haircut: '0', minimumNotionalUsd: { release: '-1' }, lot },
      'minimumNotionalUsd.release must not be below zero',
    ],
    [{ haircut: '0', lot: { topUp: '0', release: '1' } }, 'lot.topUp must be above zero'],
    [{ haircut: '0', lot: { topUp: '1', release: '0' } }, 'lot.release must be above zero'],
    [{ haircut: '0', lot, topUpPercent: '0' }, 'topUpPercent must be above zero'],
    [{ haircut: '0', lot, releasePercent: '-5' }, 'releasePercent must be above zero'],
  ])('refuses %o', (terms, message) => {
    expect(() => compilePosition({ ...inputs, terms })).toThrow(message)
  })

  it('refuses a requirement and a haircut together, and neither', () => {
    // @ts-expect-error an agreement has one of the two, never both
    const both: RevaluationInputs['terms'] = { haircut: '0', requirementPercent: '105', lot }
    // @ts-expect-error an agreement has one of the two, never neither
    const neither: RevaluationInputs['terms'] = { lot }
    expect(() => compilePosition({ ...inputs, terms: both })).toThrow(
      'haircut must not be given together with a requirementPercent',
    )
    expect(() => compilePosition({ ...inputs, terms: neither })).toThrow(
      'requirementPercent must be given if there is no haircut',
    )
  })

  it.each([
    [{ marginCallPercent: '0' }, 'marginCallPercent must be above zero'],
    [{ liquidationPercent: '-5' }, 'liquidationPercent must be above zero'],
    [{ liquidationPercent: 'x' }, /^liquidationPercent must be a decimal in plain notation/],
  ])('refuses the level %o', (level, message) => {
    expect(() => compilePosition({ ...inputs, ...level })).toThrow(message)
  })
})
