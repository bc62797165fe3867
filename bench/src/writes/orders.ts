import { VadiumClient } from '@vadium/client'
import type pg from 'pg'
import type { Contestant } from '../contestants/contestant.ts'
import { closedLoop } from '../load/closed-loop.ts'
import { KeepAliveConnection } from '../load/keep-alive-connection.ts'
import { SignedRequests } from '../load/signed-requests.ts'
import { median, quantile, spread, type Spread } from '../cost/statistics.ts'
import type { WritingPair } from './write-scenario.ts'

export interface OrderFigures {
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
  readonly #owner: pg.Client
  readonly #service: Contestant
  readonly #pairs: readonly WritingPair[]
  readonly #signers: readonly SignedRequests[]

  constructor(
    owner: pg.Client,
    service: Contestant,
    pairs: readonly WritingPair[],
    notBeforeMs: number,
  ) {
    this.#owner = owner
    this.#service = service
    this.#pairs = pairs
    // The SDK client of the stream signs with the first key of the first pair.
    this.#signers = pairs.map(({ keys }) => new SignedRequests(keys.slice(1), notBeforeMs))
  }

  async measure(
    { pairs, clients }: { readonly pairs: number; readonly clients: number },
    { rounds, roundSeconds }: Rounds,
  ): Promise<OrderFigures> {
    const rates: number[] = []
    const waits: number[] = []
    const lagsMs: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const requests = this.#prepared(pairs, Math.ceil(ordersPerSecondMax * roundSeconds))
      const connections = await Promise.all(
        Array.from({ length: clients }, () => KeepAliveConnection.open(this.#service.port)),
      )
      await this.#answerAll()
      const measured = this.#delivered(roundSeconds)
      const outcome = await closedLoop(connections, requests, roundSeconds)
      const lags = await measured
      for (const connection of connections) connection.close()
      if (round === 0) continue
      rates.push(outcome.requestsPerSecond)
      waits.push(...outcome.latenciesMs)
      lagsMs.push(...lags)
    }
    return {
      ordersPerSecond: spread(rates),
      p50Ms: median(waits),
      p95Ms: quantile(waits, 0.95),
      deliveredP50Ms: median(lagsMs),
      deliveredP95Ms: quantile(lagsMs, 0.95),
    }
  }

  #prepared(pairs: number, count: number): Buffer[] {
    const bodies = this.#pairs.map(({ order }) => JSON.stringify(order))
    return Array.from({ length: count }, (_, n) => {
      const at = n % pairs
      const request = this.#signers[at]?.write('/orders', bodies[at] ?? '')
      if (request === undefined) throw new Error('there is no pair to write for')
      return request
    })
  }

  /** Each new order counts the unanswered ones of its pair: here nobody answers, for hours on end. */
  async #answerAll(): Promise<void> {
    await this.#owner.query(
      "UPDATE orders SET status = 'REJECTED' WHERE status = 'PENDING_ACCEPTANCE'",
    )
    await this.#owner.query('VACUUM orders')
  }

  /** How long after the answers to some orders their events arrive on a stream. */
  async #delivered(seconds: number): Promise<number[]> {
    const [pair] = this.#pairs
    const [key] = pair?.keys ?? []
    if (pair === undefined || key === undefined) throw new Error('there is no key to follow with')
    const client = new VadiumClient({
      baseUrl: `http://127.0.0.1:${this.#service.port}`,
      privateKey: key.privateKey,
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
      const order = await client.orders.create(pair.order)
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
