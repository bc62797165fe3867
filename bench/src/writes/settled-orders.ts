import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { median } from '../cost/statistics.ts'
import type { WriteRequests } from './write-requests.ts'

/** So many orders are under way together. */
export const ordersUnderWay = 64

const settledWithinMs = 120_000

export interface SettledFigures {
  readonly perSecond: number
  /** From the creation of an order until both of its opening transfers have settled. */
  readonly p50Ms: number
}

/**
 * Creates and accepts the orders, and waits until both opening transfers of each have settled. A
 * process with custody workers runs beside it.
 */
export async function settleOrders(
  owner: pg.Client,
  requests: WriteRequests,
  { pairs, clients }: { readonly pairs: number; readonly clients: number },
): Promise<SettledFigures> {
  const creations = await requests.prepare('create order', pairs, ordersUnderWay)
  const { rows: newest } = await owner.query<{ number: string }>(
    'SELECT coalesce(max(number), 0) AS number FROM orders',
  )
  const since = newest[0]?.number
  const begunMs = performance.now()
  await requests.send(creations, clients)
  await requests.send(await requests.prepare('accept order', pairs, ordersUnderWay), clients)
  const deadline = performance.now() + settledWithinMs
  for (;;) {
    const open = await openAfter(owner, since)
    if (open === 0) break
    if (performance.now() > deadline) throw new Error(`${open} orders were not opened in time`)
    await wait(20)
  }
  const seconds = (performance.now() - begunMs) / 1000
  const { rows } = await owner.query<{ ms: number }>(
    `SELECT extract(epoch FROM c.changed_at - o.created_at)::float * 1000 AS ms
     FROM orders o JOIN state_changes c ON c.resource_id = o.id AND c.to_state = 'ACTIVE'
     WHERE o.number > $1`,
    [since],
  )
  return { perSecond: rows.length / seconds, p50Ms: median(rows.map(({ ms }) => ms)) }
}

/** @throws Error if the opening of an order has failed. */
async function openAfter(owner: pg.Client, since: string | undefined): Promise<number> {
  const { rows } = await owner.query<{ open: number; failed: number }>(
    `SELECT count(*) FILTER (WHERE status <> 'ACTIVE')::int AS open,
       count(*) FILTER (WHERE status IN ('FAILED', 'REJECTED', 'EXPIRED'))::int AS failed
     FROM orders WHERE number > $1`,
    [since],
  )
  const [{ open, failed } = { open: 0, failed: 0 }] = rows
  if (failed > 0) throw new Error(`${failed} orders were not opened`)
  return open
}
