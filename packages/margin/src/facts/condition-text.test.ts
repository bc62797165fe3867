import { expect, it } from 'vitest'
import { ASSERTED } from '../../test/stressed-arbitraries.ts'
import {
  alert,
  ago,
  btcAt,
  call,
  DAY,
  deal,
  late,
  noticeOf,
  NOW,
} from '../../test/stressed-deal.ts'
import { conditionText } from './condition-text.ts'
import { factOf } from './fact-of.ts'
import type { StressedDeal } from './stressed-deal.ts'

const symbols = { asset: 'USDC', collateralAsset: 'BTC' }

/** Each condition of every cause that can be declared, in a sentence. */
function sentences(of: StressedDeal, price: string | null): string[] {
  return ASSERTED.flatMap((asserted) => {
    const { conditions, grounds } = factOf(asserted, of, btcAt(price), NOW)
    return [
      ...conditions.map((condition) => conditionText(condition, 'maturity', symbols)),
      ...grounds.flatMap((ground) =>
        ground.conditions.map((condition) => conditionText(condition, ground.name, symbols)),
      ),
    ]
  })
}

it.each<[string, StressedDeal, string | null, string]>([
  [
    'an amount',
    deal({ liquidationAlert: alert() }),
    '48000',
    'The value of the settled collateral is 1200000 USD; it must be at most 1150000 USD.',
  ],
  [
    'a figure without a price',
    deal({ liquidationAlert: alert() }),
    null,
    'The value of the settled collateral is not known, because a price is missing.',
  ],
  [
    'a quantity of the asset',
    deal({ liquidationAlert: alert() }),
    '48000',
    'The quantity lent is 1000000 USDC; it must be above 0 USDC.',
  ],
  [
    'a quantity of the collateral',
    deal({ requests: [call({ instructed: [late()] })] }),
    '50000',
    'What has not arrived is 10 BTC; it must be above 0 BTC.',
  ],
  [
    'a time',
    deal({ maturityTime: ago(DAY) }),
    '50000',
    'The time from which it is missed is 2026-03-12T16:00:00.000Z; it must be before 2026-03-12T16:00:00.000Z.',
  ],
  [
    'a word',
    deal({ requests: [call({ status: 'ACCEPTED' })] }),
    '50000',
    'The status of the newest call is ACCEPTED; it must be EXPIRED or REJECTED or PENDING_ACCEPTANCE.',
  ],
  ['a party', deal(), null, 'The party in default is the borrower; it must be the borrower.'],
  ['what is so', deal({ liquidationAlert: alert() }), '48000', 'The liquidation alert is active.'],
  [
    'what is not so',
    deal({ liquidationAlert: alert({ isActive: false }) }),
    '48000',
    'The liquidation alert is not active.',
  ],
  [
    'what is not known to be so',
    deal({
      liquidationAlert: alert(),
      notices: [noticeOf({ cause: 'LIQUIDATION_LEVEL', inDefault: 'borrower' }, { occasion: '3' })],
    }),
    null,
    'Not known, because a price is missing: A notice against the borrower holds.',
  ],
  ['what there is not', deal(), '48000', 'The order has no maturity.'],
])('prints %s in a sentence', (_, of, price, sentence) => {
  expect(sentences(of, price)).toContain(sentence)
})
