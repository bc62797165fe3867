import { Decimal } from '@vadium/margin'
import { day, hour, minute } from '../../calendar.ts'
import type { Deal } from '../deal.ts'
import type { DealTerms } from '../deal-terms.ts'
import { demoTime } from '../times.ts'
import { call, order, type ShowcaseOrder } from './showcase-order.ts'

/** Orders of the last week of which a default was declared, or can be. */
export const defaultedOrders: readonly ShowcaseOrder[] = [
  // A call of yesterday expired, and the notice still runs.
  order(1024, 'harbor-kestrel', ['3000000', 'USDC'], ['31.3', 'BTC'], (deal) => {
    call(deal, demoTime - 32 * hour)
    deal.declare(demoTime - 3 * hour, 'lender', 'UNMET_CALL', 'No answer to our call of Thursday.')
  }),
  // Cured by a top-up within the hour.
  order(1025, 'harbor-kestrel', ['2000000', 'USDC'], ['20.7', 'BTC'], (deal) => {
    const time = demoTime - 4 * day
    call(deal, time - 8 * hour)
    deal.declare(time - 3 * hour, 'lender', 'UNMET_CALL', 'Our call has expired.')
    const offered = call(deal, time - 2 * hour, 'borrower')
    deal.acceptedAtOnce(time - 2 * hour, offered)
    deal.report(time - 80 * minute, 'collateral', 'completed', offered)
  }),
  order(1026, 'harbor-kestrel', ['2500000', 'USDC'], ['25.9', 'BTC'], (deal) => {
    const time = demoTime - 4 * day
    call(deal, time - 7 * hour)
    const declared = deal.declare(time - hour, 'lender', 'UNMET_CALL', 'Our call has expired.')
    deal.withdraw(time, declared)
    deal.say(time + minute, 'lender', 'Agreed by telephone: you have until the 30th.')
  }),
  // Coverage of 94 %, at the liquidation level: a default that anybody can declare.
  order(1027, 'harbor-kestrel', ['1000000', 'USDC'], ['9.7', 'BTC']),
  // The lender does not send back the collateral of a part whose asset is back.
  order(1028, 'kestrel-harbor', ['500', 'ETH'], ['1900000', 'USDC'], (deal) => {
    const time = demoTime - 4 * day
    const part = deal.request(time, { kind: 'return', quantity: new Decimal('200') })
    deal.answer(time + 20 * minute, 'accept', part)
    deal.report(time + hour, 'asset', 'completed', part)
    deal.report(time + 2 * hour, 'collateral', 'pending_provider_approval', part)
    const note = '760,000 USDC have not arrived since Monday.'
    deal.declare(demoTime - 2 * hour, 'borrower', 'MISSED_RETURN', note)
  }),
  // Terminated while a part of the asset was on its way: the figures are provisional.
  order(1029, 'harbor-cinder', ['4000000', 'USDC'], ['53.1', 'BTC'], (deal) => {
    const time = demoTime - 3 * day
    call(deal, time - 8 * hour)
    const declared = deal.declare(time - 3 * hour, 'lender', 'UNMET_CALL', 'Our call has expired.')
    const quantity = new Decimal('100000')
    const part = deal.request(time + 16 * hour, { kind: 'return', quantity })
    deal.acceptedAtOnce(time + 16 * hour, part)
    deal.report(time + 17 * hour, 'asset', 'confirming', part)
    deal.terminate(time + 22 * hour, declared)
  }),
]

/** An order of the last months that was closed out. */
export interface PastDefault extends Omit<DealTerms, 'number'> {
  readonly createdAt: number
  /** What happens after its opening. */
  readonly then: (deal: Deal) => void
}

const ofCinder = {
  agreement: 'harbor-cinder',
  collateralType: 'BILATERAL',
  ratePercent: '6.5',
  asset: 'USDC',
} as const

export const pastDefaults: readonly PastDefault[] = [
  // What was not kept went back: settled.
  {
    ...ofCinder,
    assetQuantity: '5000000',
    collateralAsset: 'BTC',
    collateralQuantity: '62',
    createdAt: demoTime - 175 * day,
    then: (deal) => {
      const time = demoTime - 118 * day
      call(deal, time - 8 * hour)
      const declared = deal.declare(time, 'lender', 'UNMET_CALL', 'Our call has expired.')
      deal.terminate(time + day + hour, declared)
      deal.reportExcess(time + day + 3 * hour, 'collateral', 'completed', declared)
    },
  },
  // Interest of 1 November was missed. SOL had fallen: a part of the claim is left.
  {
    ...ofCinder,
    assetQuantity: '2000000',
    collateralAsset: 'SOL',
    collateralQuantity: '12780',
    createdAt: demoTime - 74 * day,
    then: (deal) => {
      deal.reportInterest(Date.UTC(2026, 9, 1, 8), 'completed')
      deal.reportInterest(Date.UTC(2026, 10, 1, 9), 'failed')
      const note = 'The interest of October has not arrived.'
      const declared = deal.declare(Date.UTC(2026, 10, 2, 10), 'lender', 'MISSED_INTEREST', note)
      deal.terminate(Date.UTC(2026, 10, 3, 11), declared)
    },
  },
  // Closed out in part: the deal goes on, covered as it was agreed.
  {
    ...ofCinder,
    assetQuantity: '3000000',
    collateralAsset: 'BTC',
    collateralQuantity: '38.5',
    createdAt: demoTime - 46 * day,
    then: (deal) => {
      deal.reportInterest(Date.UTC(2026, 10, 1, 8), 'completed')
      const time = demoTime - 10 * day
      call(deal, time - 8 * hour)
      const declared = deal.declare(time, 'lender', 'UNMET_CALL', 'Our call has expired.')
      deal.terminate(time + day + hour, declared)
    },
  },
]

/** Plays one of the past orders, from its creation to its close-out. */
export function playPastDefault(deal: Deal, { createdAt, then }: PastDefault): void {
  deal.offer(createdAt)
  deal.answer(createdAt + 20 * minute, 'accept')
  deal.report(createdAt + 25 * minute, 'asset', 'completed')
  deal.report(createdAt + 28 * minute, 'collateral', 'completed')
  then(deal)
}
