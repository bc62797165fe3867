import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lotText, positions, terms } from '../test/arbitraries.ts'
import { type Decimal, marginCall, mostToSend, valuePosition } from './index.ts'

const worked = {
  position: {
    assetQuantity: '1000000',
    assetPriceUsd: '1',
    collateralQuantity: '30',
    collateralPriceUsd: '52000',
  },
  terms: { requirementPercent: '150' },
  smallestUnit: '0.00000001',
}

it('is what leaves the requirement met, rounded down to the smallest unit', () => {
  const { most, shortfallUsd, creditedPriceUsd, releasableQuantity } = mostToSend(worked)
  expect([most, shortfallUsd, creditedPriceUsd, releasableQuantity].map(String)).toEqual([
    '1.15384615',
    '-60000',
    '52000',
    '30',
  ])
})

it.each([
  ['0', { collateralQuantity: '25' }],
  ['0.5', { returnsInTransit: '0.65384615' }],
  ['1.15384615', { deliveriesInTransit: '5' }],
  ['0', { disputedQuantity: '1.2' }],
])('is %s with %o', (most, changes) => {
  const position = { ...worked.position, ...changes }
  expect(String(mostToSend({ ...worked, position }).most)).toBe(most)
})

describe('any position and terms', () => {
  it('leaves no TopUp due, and one unit more would, unless there is no more', () => {
    fc.assert(
      fc.property(positions, terms, lotText, (position, agreed, smallestUnit) => {
        const { most, releasableQuantity } = mostToSend({ position, terms: agreed, smallestUnit })
        const after = (sent: Decimal) =>
          marginCall(
            valuePosition({
              ...position,
              collateralQuantity: releasableQuantity.minus(sent).toFixed(),
              ...{ deliveriesInTransit: '0', returnsInTransit: '0', disputedQuantity: '0' },
            }),
            agreed,
          ).direction
        if (!most.isZero()) expect(after(most)).not.toBe('TopUp')
        const more = most.plus(smallestUnit)
        if (more.lessThanOrEqualTo(releasableQuantity)) expect(after(more)).toBe('TopUp')
      }),
    )
  })
})
