import { Decimal } from '@vadium/margin'
import { day, hour, marketCutOf, minute } from '../../calendar.ts'
import { demoTime } from '../times.ts'
import { call, callTime, order, type ShowcaseOrder } from './showcase-order.ts'

/**
 * One order for each answer that a preview can give. The quantities are chosen for what the feeds
 * quote at the end: BTC 97,250.50, ETH 3,412.25, SOL 184.125, USDC 1, USDT 0.9995.
 */
export const showcaseOrders: readonly ShowcaseOrder[] = [
  // 120 BTC require 12,253,563.00 USDC at 105 %; 253,563.00 are missing.
  order(1001, 'harbor-kestrel', ['120', 'BTC'], ['12000000', 'USDC']),
  // 115 BTC are worth 983,807.50 more than required: 10.11 BTC in lots of 0.01.
  order(1002, 'lumen-kestrel', ['8500000', 'USDC'], ['115', 'BTC']),
  // 17,362.75 are missing, and less than 25,000 is not called.
  order(1003, 'lumen-kestrel', ['2000000', 'USDC'], ['24.5', 'BTC']),
  // 40 BTC require 4,084,521.00 USDC, and that is what is there.
  order(1004, 'harbor-kestrel', ['40', 'BTC'], ['4084521', 'USDC']),
  // 162,050.00 are missing after the haircut, and have been called.
  order(1005, 'harbor-tidewater', ['1800', 'ETH'], ['6500000', 'USDC'], (deal) => {
    call(deal)
  }),
  // 105,141.93 were called, and the transfer failed.
  order(1006, 'lumen-northgate', ['3000000', 'USDC'], ['980.25', 'ETH'], (deal) => {
    const called = call(deal)
    deal.answer(callTime + minute, 'accept', called)
    deal.report(callTime + 6 * minute, 'collateral', 'failed', called)
    deal.say(callTime + 8 * minute, 'borrower', 'The fee could not be paid. Please retry at 18:00.')
  }),
  order(1007, 'harbor-northgate', ['75.5', 'BTC'], ['2510.75', 'ETH'], (deal) => {
    const quantity = new Decimal('12.25')
    const recall = deal.request(demoTime - 5 * hour, { kind: 'recall', quantity })
    deal.answer(demoTime - 3 * hour, 'accept', recall)
    deal.report(demoTime - 2 * hour, 'asset', 'confirming', recall)
  }),
  // 126,781.50 USDC were missing, and are in transit.
  order(1008, 'harbor-kestrel', ['60', 'BTC'], ['6000000', 'USDC'], (deal) => {
    const called = call(deal)
    deal.answer(callTime + minute, 'accept', called)
    deal.report(callTime + 3 * minute, 'collateral', 'pending_provider_approval', called)
  }),
  {
    ...order(1009, 'harbor-lumen', ['25000000', 'USDC'], ['268.5', 'BTC']),
    collateralType: 'TRIPARTY',
  },
  {
    ...order(1010, 'lumen-northgate', ['42000.5', 'SOL'], ['8900000', 'USDC']),
    acceptedAt: callTime,
  },
  order(1011, 'harbor-kestrel', ['900', 'ETH'], ['3300000', 'USDC'], (deal) => {
    const time = demoTime - day
    deal.close(time)
    deal.report(time + 40 * minute, 'asset', 'completed')
    deal.report(time + 70 * minute, 'interest', 'completed')
    deal.report(time + 100 * minute, 'collateral', 'completed')
  }),
  order(1012, 'lumen-tidewater', ['1500000', 'USDT'], ['9100.4', 'SOL'], (deal) => {
    deal.close(demoTime - 2 * hour)
    deal.report(demoTime - 90 * minute, 'asset', 'pending_provider_signature')
  }),
  order(1013, 'harbor-tidewater', ['150000', 'AVAX'], ['3600000', 'USDC']),
  // Nobody has quoted TBILL since the opening.
  order(1014, 'harbor-lumen', ['10000000', 'USDC'], ['101250', 'TBILL']),
  // 696,807.50 were called, of which 500,000.00 are undisputed and have arrived.
  order(1015, 'lumen-tidewater', ['6000000', 'USDC'], ['1730', 'ETH'], (deal) => {
    const called = call(deal)
    deal.dispute(callTime + minute, called, '500000', 'Our desk has ETH at 3,525 USD.')
    deal.report(callTime + 7 * minute, 'collateral', 'completed', called)
    deal.say(callTime + 8 * minute, 'lender', 'Three feeds have 3,412.25 USD. Let us compare.')
  }),
  // Quadrillions, to the eighteenth decimal: no binary float holds such a quantity.
  order(
    1016,
    'lumen-northgate',
    ['220000000', 'USDC'],
    ['98765432109876543.123456789012345678', 'GRAIN'],
  ),
  // 8 % haircut: 8,800,000 USDT count for 8,091,952.00 against 8,189,400.00.
  order(1017, 'harbor-tidewater', ['2400', 'ETH'], ['8800000', 'USDT']),
  // 120 % of 5,000,000 less a threshold of 250,000; 1,600 ETH are 290,400.00 short of it.
  order(1018, 'harbor-northgate', ['5000000', 'USDC'], ['1600', 'ETH']),
  // 5,738.18 too much, which is less than one lot of 0.1 BTC.
  order(1019, 'lumen-tidewater', ['1000000', 'USDC'], ['11.37', 'BTC']),
  // What was too much at the market cut is on its way back. ETH has risen since.
  {
    ...order(1020, 'harbor-lumen', ['19068725.490196', 'USDC'], ['5900', 'ETH'], (deal) => {
      const cut = marketCutOf(demoTime)
      const called = call(deal, cut + 5 * minute)
      deal.answer(cut + 15 * minute, 'accept', called)
      deal.report(cut + 25 * minute, 'collateral', 'confirming', called)
    }),
    collateralType: 'RESTRICTED',
  },
  // 10,000.00 are missing, and 10,000 is the minimum: equal counts.
  order(1021, 'harbor-kestrel', ['10', 'BTC'], ['1011130.25', 'USDC']),
  // Coverage of 93 %, below the level of liquidation.
  order(1022, 'northgate-kestrel', ['20000', 'SOL'], ['3426500', 'USDT']),
  // The borrower is suspended: the lender can mark it, the borrower cannot.
  order(1023, 'lumen-cinder', ['750000', 'USDT'], ['5500', 'SOL']),
]
