import type { Scenario } from '@vadium/api/scenario'
import { Deal } from '../deal.ts'
import { Timeline } from '../timeline.ts'
import { Random } from '../../random.ts'
import { playShowcaseOrder, showcaseOrders, showcaseTime } from '../showcase/showcase-orders.ts'
import { playBulkOrder } from './bulk-history.ts'
import { bulkOrders } from './bulk-orders.ts'

const firstShowcaseNumber = 1001

type Played = Required<Pick<Scenario, 'first_order_number' | 'history'>>

let played: Played | undefined

/**
 * The history of the demo book, played once. Orders are numbered as they are created, and the
 * numbers of the showcase are fixed, so the first number follows from how many orders are older.
 */
export function playBook(): Played {
  played ??= play()
  return played
}

function play(): Played {
  const timeline = new Timeline()
  for (const order of showcaseOrders) playShowcaseOrder(new Deal(timeline, order), order)

  const bulk = bulkOrders()
  const older = bulk.filter(({ createdAt }) => createdAt < showcaseTime).length
  for (const [index, order] of bulk.entries()) {
    const before = index < older ? -older : showcaseOrders.length - older
    const number = firstShowcaseNumber + before + index
    const random = new Random(`history of bulk order ${index + 1}`)
    const creator = random.chance(75) ? 'borrower' : 'lender'
    playBulkOrder(new Deal(timeline, { ...order, number }, creator), order, random)
  }
  return { first_order_number: firstShowcaseNumber - older, history: timeline.steps() }
}
