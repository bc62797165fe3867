import { VadiumClient } from '@vadium/client'
import { type Cost, meanCost, withCost } from '../cost/processor-time.ts'
import { median, quantile, spread, type Spread } from '../cost/statistics.ts'
import type { WriteBook } from './write-book.ts'
import type { WriteRequests } from './write-requests.ts'
import type { WritingPair } from './write-scenario.ts'

export interface OrderFigures extends Cost {
  readonly ordersPerSecond: Spread
  readonly p50Ms: number
  readonly p95Ms: number
  /** From the answer to the arrival of the event on a stream, while the others write. */
  readonly deliveredP50Ms: number
  readonly deliveredP95Ms: number
}

interface Rounds {
  readonly rounds: number
  readonly roundSeconds: number
}

/** How many orders a second to prepare for. */
const ordersPerSecondMax = 1500
/** How often an order of the caller with the stream is created. */
const followedEveryMs = 25

/** Creates orders as callers do: signed, each with its own idempotency key. */
export class OrderWriter {
  readonly #book: WriteBook
  readonly #followed: WritingPair
  readonly #requests: WriteRequests

  /** @param followed The pair with the stream. */
  constructor(book: WriteBook, followed: WritingPair, requests: WriteRequests) {
    this.#book = book
    this.#followed = followed
    this.#requests = requests
  }

  async measure(
    { pairs, clients }: { readonly pairs: number; readonly clients: number },
    { rounds, roundSeconds }: Rounds,
  ): Promise<OrderFigures> {
    const rates: number[] = []
    const waits: number[] = []
    const lagsMs: number[] = []
    const costs: Cost[] = []
    const { owner, metered } = this.#book
    const most = Math.ceil(ordersPerSecondMax * roundSeconds)
    for (let round = 0; round <= rounds; round += 1) {
      const requests = await this.#requests.prepare('create order', pairs, most)
      const measured = this.#delivered(roundSeconds)
      const outcome = await withCost(owner, metered, () =>
        this.#requests.send(requests, clients, roundSeconds),
      )
      const lags = await measured
      if (round === 0) continue
      rates.push(outcome.requestsPerSecond)
      waits.push(...outcome.latenciesMs)
      lagsMs.push(...lags)
      costs.push(outcome)
    }
    return {
      ordersPerSecond: spread(rates),
      p50Ms: median(waits),
      p95Ms: quantile(waits, 0.95),
      deliveredP50Ms: median(lagsMs),
      deliveredP95Ms: quantile(lagsMs, 0.95),
      ...meanCost(costs),
    }
  }

  /** How long after the answers to some orders their events arrive on a stream. */
  async #delivered(seconds: number): Promise<number[]> {
    const { borrower, order: body } = this.#followed
    const client = new VadiumClient({
      baseUrl: `http://127.0.0.1:${this.#book.service.port}`,
      privateKey: borrower.keys[0].privateKey,
    })
    const arrivedMs = new Map<string, number>()
    const stream = client.events.stream()
    const reading = (async () => {
      for await (const { data } of stream) {
        const id = data.change?.resource_id
        if (id !== undefined && !arrivedMs.has(id)) arrivedMs.set(id, performance.now())
      }
    })()
    const answeredMs = new Map<string, number>()
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      const order = await client.orders.create(body)
      answeredMs.set(order.id, performance.now())
      await new Promise((resolve) => setTimeout(resolve, followedEveryMs))
    }
    const last = [...answeredMs.keys()].at(-1) ?? ''
    for (let waited = 0; !arrivedMs.has(last) && waited < 2000; waited += 10) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await stream.return()
    await reading
    await client.close()
    return [...answeredMs].flatMap(([id, at]) => {
      const arrived = arrivedMs.get(id)
      // The first orders may be older than the stream.
      return arrived === undefined ? [] : [arrived - at]
    })
  }
}
