import { VadiumClient } from '@vadium/client'
import type pg from 'pg'
import { loopOver, type Round } from '../load/closed-loop.ts'
import { SignedRequests } from '../load/signed-requests.ts'
import type { WritingPair } from './write-scenario.ts'

/** The writes that users send. */
export const sentWrites = [
  'create order',
  'accept order',
  'create margin call',
  'accept margin call',
] as const
export type SentWrite = (typeof sentWrites)[number]

/** How many connections send what a measurement needs beforehand. */
const preparingConnections = 16

/** One pair, with what signs its requests. */
interface Writer extends WritingPair {
  readonly client: VadiumClient
  readonly lenderSigner: SignedRequests
  readonly borrowerSigner: SignedRequests
}

/** Something of a pair that a write acts on. */
interface Subject {
  readonly id: string
  readonly lenderId: string
}

/** What each write acts on: all of it, or none for a creation out of nothing. */
const subjects: Readonly<Record<Exclude<SentWrite, 'create order'>, string>> = {
  'accept order': "SELECT id, lender_id FROM orders WHERE status = 'PENDING_ACCEPTANCE'",
  // Orders that were created here have no margin call due.
  'create margin call': `SELECT p.id, p.lender_id FROM positions p
    JOIN orders o ON o.id = p.order_id
    WHERE o.status = 'ACTIVE' AND o.asset_quantity = 1
      AND NOT EXISTS (SELECT FROM mark_to_market_requests r WHERE r.position_id = p.id)`,
  'accept margin call':
    "SELECT id, lender_id FROM mark_to_market_requests WHERE status = 'PENDING_ACCEPTANCE'",
}

/** Signed requests of some pairs, each with an idempotency key of its own. */
export class WriteRequests {
  readonly #owner: pg.Client
  readonly #port: number
  readonly #writers: readonly Writer[]

  /** @param notBeforeMs The earliest time of a request, in Unix milliseconds. */
  constructor(owner: pg.Client, port: number, pairs: readonly WritingPair[], notBeforeMs: number) {
    this.#owner = owner
    this.#port = port
    const baseUrl = `http://127.0.0.1:${port}`
    this.#writers = pairs.map((pair) => ({
      ...pair,
      client: new VadiumClient({ baseUrl, privateKey: pair.lender.keys[0].privateKey }),
      lenderSigner: new SignedRequests(pair.lender.keys.slice(1), notBeforeMs),
      borrowerSigner: new SignedRequests(pair.borrower.keys.slice(1), notBeforeMs),
    }))
  }

  /**
   * So many requests of the first pairs, in turn. What they act on is created first.
   *
   * @throws Error if the book has too few positions that a margin call is due for.
   */
  async prepare(write: SentWrite, pairs: number, count: number): Promise<Buffer[]> {
    const writers = this.#writers.slice(0, pairs)
    if (write === 'create order') {
      await this.rejectOrders()
      return Array.from({ length: count }, (_, n) => {
        const { borrowerSigner, order } = required(writers[n % writers.length], 'writer')
        return borrowerSigner.write('/orders', JSON.stringify(order))
      })
    }
    let found = await this.#subjectsOf(write, writers, count)
    const before = precedingWrite[write]
    if (found.length < count && before !== undefined) {
      await this.send(await this.prepare(before, pairs, count), preparingConnections)
      found = await this.#subjectsOf(write, writers, count)
    }
    if (found.length < count) throw new Error(`there is too little to ${write}: ${found.length}`)
    const byLender = new Map(writers.map((writer) => [writer.lender.id, writer]))
    const requests: Buffer[] = []
    for (const { id, lenderId } of found) {
      requests.push(await requestOf(write, id, required(byLender.get(lenderId), 'lender')))
    }
    return requests
  }

  /** Sends requests over so many connections, one at a time on each, within a time if one is given. */
  send(requests: readonly Buffer[], clients: number, secondsMax?: number): Promise<Round> {
    return loopOver(this.#port, requests, clients, secondsMax)
  }

  /** Each new order counts the unanswered ones of its pair: here nobody answers, for hours on end. */
  async rejectOrders(): Promise<void> {
    await this.#owner.query(
      "UPDATE orders SET status = 'REJECTED' WHERE status = 'PENDING_ACCEPTANCE'",
    )
    await this.#owner.query('VACUUM orders')
  }

  async close(): Promise<void> {
    await Promise.all(this.#writers.map(({ client }) => client.close()))
  }

  /** The pairs take turns. */
  async #subjectsOf(
    write: keyof typeof subjects,
    writers: readonly Writer[],
    count: number,
  ): Promise<Subject[]> {
    const { rows } = await this.#owner.query<Subject>(
      `SELECT id, lender_id AS "lenderId" FROM (
         SELECT id, lender_id, row_number() OVER (PARTITION BY lender_id ORDER BY id) AS turn
         FROM (${subjects[write]}) s WHERE lender_id = ANY ($1)) s
       ORDER BY turn, lender_id LIMIT $2`,
      [writers.map(({ lender }) => lender.id), count],
    )
    return rows
  }
}

const precedingWrite: Readonly<Partial<Record<SentWrite, SentWrite>>> = {
  'accept order': 'create order',
  'accept margin call': 'create margin call',
}

async function requestOf(
  write: Exclude<SentWrite, 'create order'>,
  id: string,
  { client, lenderSigner, borrowerSigner, lenderWallets }: Writer,
): Promise<Buffer> {
  switch (write) {
    case 'accept order':
      return lenderSigner.write(`/orders/${id}:accept`, JSON.stringify(lenderWallets))
    case 'create margin call': {
      const { calculation } = await client.markToMarketRequests.preview({
        position_id: id,
        explain: true,
      })
      const body = { position_id: id, calculation_id: calculation?.calculation_id }
      return lenderSigner.write('/mark-to-market-requests', JSON.stringify(body))
    }
    case 'accept margin call':
      return borrowerSigner.write(`/mark-to-market-requests/${id}:accept`, '')
  }
}

function required<Found>(found: Found | undefined, what: string): Found {
  if (found === undefined) throw new Error(`there is no ${what} to write for`)
  return found
}
