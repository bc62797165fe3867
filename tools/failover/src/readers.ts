import { type VadiumClient, VadiumError } from '@vadium/client'
import { pause } from './waiting.ts'
import type { OrderBody } from './writer.ts'

/** What became of the lists that were read. */
export interface ListsRead {
  /** They showed what had been answered before. */
  readonly current: number
  /** They did not show it. */
  readonly old: number
  readonly refused: number
  readonly failed: number
}

const atOnce = 8
/** Longer than the orders that others create meanwhile. */
const pageSize = 100

/**
 * Creates orders, and reads after each a list of the other side, for a while and several at once.
 */
export async function readOwnWrites(
  writer: VadiumClient,
  reader: VadiumClient,
  order: OrderBody,
  forMs: number,
): Promise<ListsRead> {
  const counts = { current: 0, old: 0, refused: 0, failed: 0 }
  const endMs = performance.now() + forMs
  const one = async () => {
    while (performance.now() < endMs) {
      const { id } = await writer.orders.create(order)
      counts[await read(reader, id)] += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return counts
}

async function read(reader: VadiumClient, orderId: string): Promise<keyof ListsRead> {
  try {
    const { orders } = await reader.orders.list({ page_size: pageSize })
    return orders.some(({ id }) => id === orderId) ? 'current' : 'old'
  } catch (error) {
    if (!(error instanceof VadiumError)) throw error
    await pause(20)
    return error.status === 429 ? 'refused' : 'failed'
  }
}
