import type { Position } from '@vadium/client'
import { formatDecimal } from '@vadium/margin'
import { counterpartyOf } from '../positions/counterparty.ts'
import { bookAfter, type Due } from './hypothesis.ts'
import type { Point } from './points.ts'
import { atPrices, type PricesNow } from './prices-now.ts'

/** What the screen asks. A later question ends the work on an earlier one. */
export interface BookQuestion {
  readonly number: number
  /** Undefined if they are those of the question before. */
  readonly positions?: readonly Position[]
  readonly prices: PricesNow
  readonly ownId: string
  readonly points: readonly Point[]
}

/** What would be due, in a form that passes between a worker and its page. */
export interface ShownDue extends Omit<Due, 'callsUsd' | 'releasesUsd' | 'blockedUsd'> {
  readonly callsUsd: string
  readonly releasesUsd: string
  readonly blockedUsd: string
}

/** What would be due at one of the points. */
export interface BookAnswer {
  readonly number: number
  readonly point: string
  readonly total: ShownDue
  readonly byCounterparty: readonly {
    readonly id: string
    readonly name: string
    readonly due: ShownDue
  }[]
}

/** That the question cannot be answered. */
export interface BookFault {
  readonly number: number
  readonly isBroken: true
}

const shown = (due: Due): ShownDue => ({
  ...due,
  callsUsd: formatDecimal(due.callsUsd, 2),
  releasesUsd: formatDecimal(due.releasesUsd, 2),
  blockedUsd: formatDecimal(due.blockedUsd, 2),
})

let positions: readonly Position[] = []
let latest = 0

/** Later questions are received between two points. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

async function answer(question: BookQuestion): Promise<void> {
  const { number, ownId, points } = question
  const priced = atPrices(positions, question.prices)
  for (const { name, moves } of points) {
    await pause()
    if (number !== latest) return
    const after = bookAfter(priced, moves, (one) => counterpartyOf(one, ownId))
    const byCounterparty = after.byCounterparty.map((one) => ({ ...one, due: shown(one.due) }))
    const computed: BookAnswer = { number, point: name, total: shown(after.total), byCounterparty }
    self.postMessage(computed)
  }
}

self.addEventListener('message', ({ data }: MessageEvent<BookQuestion>) => {
  latest = data.number
  positions = data.positions ?? positions
  answer(data).catch(() => {
    const fault: BookFault = { number: data.number, isBroken: true }
    self.postMessage(fault)
  })
})
