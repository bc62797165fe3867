import { describe, expect, it } from 'vitest'
import { AGREED, ago, alert, asked, btcAt, deal, MINUTE, NOW } from '../../test/stressed-deal.ts'
import { factOf } from './fact-of.ts'
import type { AssertedDefault } from './fact.ts'
import type { DealPrices, OpenNotice, StressedDeal } from './stressed-deal.ts'

const cause: AssertedDefault = { cause: 'LIQUIDATION_LEVEL', inDefault: 'borrower' }
const notice: OpenNotice = {
  ...cause,
  resource: 'position',
  resourceId: 'position-1',
  occasion: '3',
  since: ago(30 * MINUTE),
}

/** Active for half an hour, at 112.50 %. */
const reached = deal({ liquidationAlert: alert() })
const threshold = { ...AGREED.margin, thresholdUsd: '500000' }

type Case = [string, StressedDeal, DealPrices, [boolean | null, ...string[]]]

describe('LIQUIDATION_LEVEL', () => {
  it.each<Case>([
    ['holds below the level', reached, btcAt('45000'), [true]],
    ['holds at exactly the level', reached, btcAt('46000'), [true]],
    [
      'does not hold above it, even by the least step of a price',
      reached,
      btcAt('46000.00000000000000000001'),
      [false, 'collateral_value 1150000.00000000000000000025 at_most 1150000'],
    ],
    ['holds without any collateral', { ...reached, collateral: '0' }, btcAt('45000'), [true]],
    [
      'needs no price of an asset whose quantity is zero',
      { ...reached, collateral: '0' },
      btcAt(null),
      [true],
    ],
    [
      'is not known without the price of the collateral',
      reached,
      btcAt(null),
      [null, 'collateral_value ? at_most ?'],
    ],
    [
      'is not known without the price of the asset',
      reached,
      { assetUsd: null, collateralUsd: '45000' },
      [null, 'collateral_value ? at_most ?'],
    ],
    [
      'does not hold for a level that was never reached',
      deal(),
      btcAt('45000'),
      [false, 'exists false equal_to true'],
    ],
    [
      'does not hold once the alert has ended, whatever the prices',
      deal({ liquidationAlert: alert({ isActive: false }) }),
      btcAt(null),
      [false, 'alert_active false equal_to true', 'collateral_value ? at_most ?'],
    ],
    [
      'does not hold before the time to confirm has passed',
      deal({ liquidationAlert: alert({ since: ago(15 * MINUTE - 1) }) }),
      btcAt('45000'),
      [false, 'alert_confirmed_from 2026-03-12T16:00:01.000Z at_most 2026-03-12T16:00:00.000Z'],
    ],
    [
      'holds when it has',
      deal({ liquidationAlert: alert({ since: ago(15 * MINUTE) }) }),
      btcAt('45000'),
      [true],
    ],
    [
      'holds at once if no time is agreed',
      deal({
        terms: { liquidationConfirmSeconds: 0 },
        liquidationAlert: alert({ since: NOW }),
      }),
      btcAt('45000'),
      [true],
    ],
    [
      'does not count a silence of the prices: one was current at both ends',
      deal({ liquidationAlert: alert({ pricesAtStart: btcAt(null) }) }),
      btcAt('45000'),
      [false, 'alert_priced_at_start false equal_to true'],
    ],
    [
      'does not hold once the asset is back, though interest is owed',
      { ...reached, lent: '0', collateral: '0' },
      btcAt('45000'),
      [false, 'lent 0 above 0'],
    ],
    [
      'does not hold without a claim',
      { ...reached, lent: '0', interestOwed: '0' },
      btcAt('45000'),
      [false, 'claim 0 above 0', 'lent 0 above 0', 'collateral_value 1125000 at_most 0'],
    ],
    [
      'holds to restore a requirement that is not met',
      deal({ terms: { closeOutScope: 'to_requirement' }, liquidationAlert: alert() }),
      btcAt('45000'),
      [true],
    ],
    [
      'does not hold under a threshold that puts the requirement below the level: a release is owed',
      deal({
        terms: { closeOutScope: 'to_requirement', margin: threshold },
        liquidationAlert: alert(),
      }),
      btcAt('45000'),
      [false, 'shortfall_at_start -125000 above 0', 'shortfall -125000 above 0'],
    ],
    [
      'does not hold for a shortfall that was not there when the time to confirm began',
      deal({
        terms: { closeOutScope: 'to_requirement', margin: threshold },
        liquidationAlert: alert({ pricesAtStart: btcAt('40000') }),
      }),
      btcAt('39999'),
      [false, 'shortfall_at_start 0 above 0'],
    ],
    [
      'holds for one that was there at both ends of that time',
      deal({
        terms: { closeOutScope: 'to_requirement', margin: threshold },
        liquidationAlert: alert({ pricesAtStart: btcAt('39999') }),
      }),
      btcAt('39999'),
      [true],
    ],
    [
      'holds under that threshold if the whole deal is closed out',
      deal({ terms: { margin: threshold }, liquidationAlert: alert() }),
      btcAt('45000'),
      [true],
    ],
  ])('%s', (_, of, prices, expected) => {
    expect(asked(cause, of, prices)).toEqual(expected)
  })

  it('cannot be declared against the lender', () => {
    expect(asked({ ...cause, inDefault: 'lender' }, reached, btcAt('45000'))).toEqual([
      false,
      'party_in_default lender equal_to borrower',
    ])
  })

  it('is about an occasion of the alert of the position', () => {
    expect(factOf(cause, reached, btcAt('45000'), NOW).ground).toMatchObject({
      name: 'liquidation_alert',
      resource: 'position',
      resourceId: 'position-1',
      occasion: '3',
      since: '2026-03-12T15:30:00.000Z',
    })
  })
})

describe('a notice of LIQUIDATION_LEVEL', () => {
  it.each<Case>([
    ['holds below the level', reached, btcAt('45000'), [true]],
    [
      'is cured above it',
      reached,
      btcAt('46001'),
      [false, 'collateral_value 1150025 at_most 1150000'],
    ],
    [
      'is cured when the alert has ended',
      { ...reached, liquidationAlert: alert({ isActive: false }) },
      btcAt('45000'),
      [false, 'alert_active false equal_to true'],
    ],
    [
      'is cured although the level is reached again: that is another occasion',
      { ...reached, liquidationAlert: alert({ occasion: 4 }) },
      btcAt('45000'),
      [false, 'alert_occasion 4 equal_to 3'],
    ],
    [
      'is not cured by a later silence of the prices: the time was confirmed when it was declared',
      { ...reached, liquidationAlert: alert({ pricesAtStart: btcAt(null) }) },
      btcAt('45000'),
      [true],
    ],
  ])('%s', (_, of, prices, expected) => {
    expect(asked(cause, { ...of, notices: [notice] }, prices)).toEqual(expected)
  })
})
