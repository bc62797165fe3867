import { describe, expect, it } from 'vitest'
import { sumsUnderWay } from '../../../../src/features/deals/positions/collateral-under-way.ts'

describe('The collateral under way', () => {
  it('is 0 on each side if no transfer is under way', () => {
    expect(sumsUnderWay({ underWay: null })).toEqual({
      deliveriesInTransit: '0',
      returnsInTransit: '0',
      voluntaryDeliveries: '0',
      voluntaryReturns: '0',
    })
  })

  it('is summed by direction, and what was sent without a call is also summed by itself', () => {
    const sums = sumsUnderWay({
      underWay: [
        [true, false, '12.5'],
        [true, true, '0.000000000000000001'],
        [true, true, '7.5'],
        [false, false, '3'],
        [false, true, '100000000000000000000'],
      ],
    })
    expect(sums).toEqual({
      deliveriesInTransit: '20.000000000000000001',
      returnsInTransit: '100000000000000000003',
      voluntaryDeliveries: '7.500000000000000001',
      voluntaryReturns: '100000000000000000000',
    })
  })
})
