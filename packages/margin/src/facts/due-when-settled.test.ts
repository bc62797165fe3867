import { describe, expect, it } from 'vitest'
import { AGREED, ago, asked, btcAt, call, DAY, deal, HOUR, late } from '../../test/stressed-deal.ts'
import {
  byBorrower,
  noDispute,
  noTransfer,
  over,
  short,
  type UnmetCase,
} from '../../test/unmet-calls.ts'

const LEVELS = { ...AGREED.margin, topUpPercent: '130', releasePercent: '180' }

describe('what is due, when only settled collateral counts', () => {
  const called = deal({ requests: [call()] })
  const withLevels = deal({ requests: [call()], terms: { margin: LEVELS } })
  it.each<UnmetCase>([
    ['is owed at the minimum', called, [true, noTransfer, noDispute], btcAt('59600')],
    [
      'is not owed below the minimum: nobody who owes nothing is closed out for an old failure',
      called,
      [false, 'notional 9999.99 at_least 10000', noTransfer, noDispute],
      btcAt('59600.0004'),
    ],
    ['is owed at the level of top-ups', withLevels, [true, noTransfer, noDispute], btcAt('52000')],
    [
      'is not owed above the level of top-ups',
      withLevels,
      [false, 'collateral_value 1300000.25 at_most 1300000', noTransfer, noDispute],
      btcAt('52000.01'),
    ],
    [
      'is not owed once the price has recovered',
      called,
      [false, 'direction None equal_to TopUp', noTransfer, noDispute],
      btcAt('60000'),
    ],
    [
      'is not owed when collateral is due back',
      called,
      [false, 'direction Release equal_to TopUp', noTransfer, noDispute],
      over,
    ],
    [
      'is not hidden by collateral on its way that does not arrive',
      deal({
        requests: [
          call(),
          call({
            id: 'call-0',
            status: 'IN_PROGRESS',
            createTime: ago(3 * DAY),
            instructed: [late({ lateTime: ago(-HOUR) })],
          }),
        ],
      }),
      [true, 'late_from 2026-03-12T17:00:00.000Z below 2026-03-12T16:00:00.000Z', noDispute],
    ],
    [
      'needs no claim of interest: what is lent is claim enough',
      deal({ requests: [call()], interestOwed: '0' }),
      [true, noTransfer, noDispute],
    ],
    [
      'is not owed once the whole asset and its interest are back',
      deal({ requests: [call()], lent: '0', interestOwed: '0' }),
      [false, 'claim 0 above 0', 'direction Release equal_to TopUp', noTransfer, noDispute],
    ],
  ])('%s', (_, of, expected, prices = short) => {
    expect(asked(byBorrower, of, prices)).toEqual(expected)
  })
})
