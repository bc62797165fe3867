import { historyIds, type Scenario } from '@vadium/api/scenario'
import { Book } from '../book.ts'
import { calendarDay, timestamp } from '../calendar.ts'
import { playBook } from './bulk/history.ts'
import { orderName } from './deal-terms.ts'
import { addParties } from './parties.ts'
import type { PublicKeys } from './profiles.ts'
import { agreements } from './reference/agreements.ts'
import { assets } from './reference/assets.ts'
import { calendars } from './reference/calendars.ts'
import { custodians } from './reference/custodians.ts'
import { marketCuts, prices } from './reference/prices.ts'
import { demoTime, foundingTime } from './times.ts'

/** The day on which the history of the demo book ends. */
export const demoBookDay = calendarDay(demoTime)

const name = `Demo book of ${demoBookDay}`

/**
 * The demo book: its organizations, and a history of deals. The same keys give the same book, byte
 * for byte.
 *
 * @throws TypeError that names the profiles without a key.
 */
export function demoScenario({ publicKeys }: { readonly publicKeys: PublicKeys }): Scenario {
  const begunAt = timestamp(foundingTime)
  const book = new Book({ name, begunAt, assets: assets(), custodians: custodians() })
  addParties(book, publicKeys)
  return {
    ...book.scenario,
    calendars: calendars(),
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
