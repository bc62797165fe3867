import { day, hour, minute } from '../../calendar.ts'
import { demoTime } from '../times.ts'
import { callTime, order, type ShowcaseOrder } from './showcase-order.ts'

/** Accepted under the version of which ether is eligible. */
const exchangeable = (
  number: number,
  asset: Parameters<typeof order>[2],
  collateral: Parameters<typeof order>[3],
  then: ShowcaseOrder['then'],
): ShowcaseOrder => ({
  ...order(number, 'harbor-northgate', asset, collateral, then),
  acceptedAt: demoTime - 4 * day,
})

/** So long that the one that awaits its answer still does when somebody reads the book. */
const answerTime = 89 * day

/** Deals whose borrower gives ether in place of bitcoin. */
export const exchangedOrders: readonly ShowcaseOrder[] = [
  // 690 ETH have replaced 25 BTC, which are on their way back. 2,350,000 USD are required.
  exchangeable(1036, ['2000000', 'USDC'], ['25', 'BTC'], (deal) => {
    const given = { asset: 'ETH', quantity: '690' } as const
    const asked = deal.exchange(callTime - 2 * hour, given, callTime + day)
    deal.acceptExchange(callTime, asked, given, callTime + 4 * minute)
    deal.reportReplaced(callTime + 6 * minute, 'pending_provider_approval', asked)
  }),
  // 1,100 ETH are offered, and the lender has not answered.
  exchangeable(1037, ['3000000', 'USDC'], ['34.5', 'BTC'], (deal) => {
    const asked = callTime - hour
    deal.exchange(asked, { asset: 'ETH', quantity: '1100' }, asked + answerTime)
    deal.say(asked + minute, 'borrower', 'We need the bitcoin for a settlement on Wednesday.')
  }),
]
