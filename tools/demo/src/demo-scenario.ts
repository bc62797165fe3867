import { historyIds, type Scenario } from '@vadium/api/scenario'
import { playBook } from './book/history.ts'
import { bookTime, calendarDay } from './calendar.ts'
import { orderName } from './history/deal-terms.ts'
import { accounts, credentials, type PublicKeys } from './profiles.ts'
import { agreements } from './reference/agreements.ts'
import { assets } from './reference/assets.ts'
import { custodians } from './reference/custodians.ts'
import { organizations } from './reference/organizations.ts'
import { marketCuts, prices } from './reference/prices.ts'
import { wallets } from './reference/wallets.ts'

/** The day on which the history of the demo book ends. */
export const demoBookDay = calendarDay(bookTime)

const name = `Demo book of ${demoBookDay}`

/**
 * The demo book: its organizations, and a history of deals. The same keys give the same book, byte
 * for byte.
 *
 * @throws TypeError that names the profiles without a key.
 */
export function demoScenario({ publicKeys }: { readonly publicKeys: PublicKeys }): Scenario {
  return {
    name,
    organizations: organizations(),
    accounts: accounts(),
    credentials: credentials(publicKeys),
    custodians: custodians(),
    assets: assets(),
    wallets: wallets(),
    agreements: agreements(),
    prices: prices(),
    market_cuts: marketCuts(),
    ...playBook(),
  }
}

/** The id of the position of an accepted order. */
export function demoPositionId(orderNumber: number): string {
  const order = orderName(orderNumber)
  const step = playBook().history.findIndex(
    (played) => 'operation' in played && played.operation === 'acceptOrder' && played.on === order,
  )
  if (step === -1) throw new RangeError(`${order} was not accepted`)
  return historyIds(name, step).next()
}
