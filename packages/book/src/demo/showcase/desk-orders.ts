import { Decimal } from '@vadium/margin'
import { day, hour, minute, timestamp } from '../../calendar.ts'
import { orderName } from '../deal-terms.ts'
import { demoParty } from '../parties.ts'
import { providerWords } from '../provider-words.ts'
import { custodyOf } from '../reference/organizations.ts'
import type { Timeline } from '../timeline.ts'
import { demoTime } from '../times.ts'
import { callTime, order, type ShowcaseOrder } from './showcase-order.ts'

/** Accepted under the version of which the minimum applies to the sum of a call set. */
const together = (
  number: number,
  asset: Parameters<typeof order>[2],
  collateral: Parameters<typeof order>[3],
  then?: ShowcaseOrder['then'],
): ShowcaseOrder => ({
  ...order(number, 'harbor-kestrel', asset, collateral, then),
  acceptedAt: demoTime - 4 * day,
})

/** Deals with one counterparty that are called together, and one that is secured without a call. */
export const deskOrders: readonly ShowcaseOrder[] = [
  // 7,474.64 and 6,338.00 are missing, each below 10,000, and 36,656.25: 50,468.89 are called.
  together(1030, ['1000000', 'USDC'], ['10.72', 'BTC']),
  together(1031, ['500000', 'USDC'], ['152', 'ETH']),
  together(1032, ['5000', 'SOL'], ['930000', 'USDC']),
  // What was too much in both is back.
  together(1033, ['1000000', 'USDC'], ['11.6', 'BTC']),
  together(1034, ['2000000', 'USDC'], ['680', 'ETH']),
  // The borrower has sent half a bitcoin that nobody called for, and is about to send more.
  together(1035, ['3000000', 'USDC'], ['32.1', 'BTC'], (deal) => {
    const time = demoTime - 26 * hour
    deal.secure(time, 'borrower', new Decimal('0.5'))
    deal.report(time + 20 * minute, 'collateral', 'completed')
    deal.secure(callTime, 'borrower', new Decimal('0.25'))
    deal.report(callTime + 2 * minute, 'collateral', 'pending_provider_approval')
  }),
]

/**
 * Calls across some of these deals: one that went back a day ago, and one that awaits its answer.
 */
export function playCallSets(timeline: Timeline): void {
  const [lender, borrower] = [demoParty('harbor'), demoParty('kestrel')]
  const past = demoTime - 25 * hour
  const released = [1033, 1034].map(orderName)
  const as = 'released-together'
  timeline.quote(past, ['BTC', 'ETH', 'USDC'])
  const createdBy = { by: borrower.accountId, operation: 'createCallSet' } as const
  timeline.add({ at: timestamp(past), ...createdBy, on: released, as })
  const acceptedBy = { by: lender.accountId, operation: 'acceptCallSet' } as const
  timeline.add({ at: timestamp(past + 10 * minute), ...acceptedBy, on: as, body: {} })
  for (const name of released) {
    timeline.add({
      at: timestamp(past + 40 * minute),
      transfer: { of: `${as}/${name}`, leg: 'collateral' },
      state: 'completed',
      request_state: providerWords[custodyOf('harbor').collateral].completed,
    })
  }
  timeline.quote(callTime, ['BTC', 'ETH', 'SOL', 'USDC'])
  timeline.add({
    at: timestamp(callTime),
    by: lender.accountId,
    operation: 'createCallSet',
    on: [1030, 1031, 1032].map(orderName),
    as: 'called-together',
  })
}
