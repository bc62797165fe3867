import type { EarlierScenario as Scenario } from '@vadium/api/scenario'
import { bookOf } from './book/book.ts'
import { bulkOrders } from './book/bulk-orders.ts'
import { bookTime, calendarDay } from './calendar.ts'
import { accounts, credentials, type PublicKeys } from './profiles.ts'
import { agreements } from './reference/agreements.ts'
import { assets } from './reference/assets.ts'
import { custodians } from './reference/custodians.ts'
import { organizations } from './reference/organizations.ts'
import { marketCuts, prices } from './reference/prices.ts'
import { wallets } from './reference/wallets.ts'
import { showcaseOrders } from './showcase/showcase-orders.ts'

/** The day on which the book stands still. */
export const demoBookDay = calendarDay(bookTime)

/**
 * The demo book, as it stands at the book time. The same keys give the same book, byte for byte.
 *
 * @throws TypeError that names the profiles without a key.
 */
export function demoScenario({ publicKeys }: { readonly publicKeys: PublicKeys }): Scenario {
  return {
    name: `Demo book of ${demoBookDay}`,
    organizations: organizations(),
    accounts: accounts(),
    credentials: credentials(publicKeys),
    custodians: custodians(),
    assets: assets(),
    wallets: wallets(),
    agreements: agreements(),
    prices: prices(),
    market_cuts: marketCuts(),
    ...bookOf([...showcaseOrders, ...bulkOrders()]),
  }
}
