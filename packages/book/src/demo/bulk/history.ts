import type { Scenario } from '@vadium/api/scenario'
import { Deal } from '../deal.ts'
import { Timeline } from '../timeline.ts'
import { Random } from '../../random.ts'
import { defaultedOrders, pastDefaults, playPastDefault } from '../showcase/defaulted-orders.ts'
import { deskOrders, playCallSets } from '../showcase/desk-orders.ts'
import { playDocuments } from '../showcase/documents.ts'
import { exchangedOrders } from '../showcase/exchanged-orders.ts'
import { playLimits } from '../showcase/limits.ts'
import { playShowcaseOrder, showcaseTime } from '../showcase/showcase-order.ts'
import { showcaseOrders } from '../showcase/showcase-orders.ts'
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
  const shown = [...showcaseOrders, ...defaultedOrders, ...deskOrders, ...exchangedOrders]
  for (const order of shown) playShowcaseOrder(new Deal(timeline, order), order)
  playCallSets(timeline)
  playLimits(timeline)
  playDocuments(timeline)

  const others = [...ofBulk(timeline), ...ofPastDefaults(timeline)].toSorted(
    (a, b) => a.createdAt - b.createdAt,
  )
  const older = others.filter(({ createdAt }) => createdAt < showcaseTime).length
  for (const [index, { play: playAs }] of others.entries()) {
    const before = index < older ? -older : shown.length - older
    playAs(firstShowcaseNumber + before + index)
  }
  return { first_order_number: firstShowcaseNumber - older, history: timeline.steps() }
}

/** An order whose number follows from how many are older. */
interface NumberedLater {
  readonly createdAt: number
  readonly play: (number: number) => void
}

function ofBulk(timeline: Timeline): NumberedLater[] {
  return bulkOrders().map((order, index) => ({
    createdAt: order.createdAt,
    play: (number) => {
      const random = new Random(`history of bulk order ${index + 1}`)
      const creator = random.chance(75) ? 'borrower' : 'lender'
      playBulkOrder(new Deal(timeline, { ...order, number }, creator), order, random)
    },
  }))
}

function ofPastDefaults(timeline: Timeline): NumberedLater[] {
  return pastDefaults.map((order) => ({
    createdAt: order.createdAt,
    play: (number) => {
      playPastDefault(new Deal(timeline, { ...order, number }), order)
    },
  }))
}
