import { describe, expect, it } from 'vitest'
import { formatDecimal } from './decimal.ts'
import { readMarginTerms, type MarginTerms } from './margin-terms.ts'

const lot = { topUp: '0.01', release: '1' }

describe('readMarginTerms', () => {
  it('reads a requirement, with a haircut of zero', () => {
    const read = readMarginTerms({ requirementPercent: '105', lot })
    expect(formatDecimal(read.requirementPercent)).toBe('105')
    expect(formatDecimal(read.haircutFactor)).toBe('1')
  })

  it('reads a haircut, with a requirement of 100', () => {
    const read = readMarginTerms({ haircut: '0.02', lot })
    expect(formatDecimal(read.requirementPercent)).toBe('100')
    expect(formatDecimal(read.haircutFactor)).toBe('0.98')
  })

  it('assumes only neutral defaults', () => {
    const read = readMarginTerms({ requirementPercent: '105', lot })
    expect(formatDecimal(read.thresholdUsd)).toBe('0')
    expect(formatDecimal(read.minimumNotionalUsd.topUp)).toBe('0')
    expect(formatDecimal(read.minimumNotionalUsd.release)).toBe('0')
    expect(formatDecimal(read.lot.topUp)).toBe('0.01')
    expect(formatDecimal(read.lot.release)).toBe('1')
    expect([read.topUpPercent, read.releasePercent]).toEqual([null, null])
  })

  it('keeps the values of the two directions apart', () => {
    const minimumNotionalUsd = { topUp: '10', release: '20' }
    const read = readMarginTerms({ haircut: '0', thresholdUsd: '5', minimumNotionalUsd, lot })
    expect(formatDecimal(read.thresholdUsd)).toBe('5')
    expect(formatDecimal(read.minimumNotionalUsd.topUp)).toBe('10')
    expect(formatDecimal(read.minimumNotionalUsd.release)).toBe('20')
  })

  it.each<[MarginTerms, string]>([
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
    expect(() => readMarginTerms(terms)).toThrow(message)
  })

  it('refuses a requirement and a haircut together, and neither', () => {
    expect(() =>
      // @ts-expect-error an agreement has one of the two, never both
      readMarginTerms({ haircut: '0.02', requirementPercent: '105', lot }),
    ).toThrow('haircut must not be given together with a requirementPercent')
    // @ts-expect-error an agreement has one of the two, never neither
    expect(() => readMarginTerms({ lot })).toThrow(
      'requirementPercent must be given if there is no haircut',
    )
  })
})
