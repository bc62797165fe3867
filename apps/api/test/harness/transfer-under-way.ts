import type { Order } from '@vadium/schema'
import type { OrderTransfer } from './world/orders.ts'
import type { World } from './world/world.ts'

/** The id of the transfer of a leg of an order that has not ended; empty if there is none. */
export async function transferUnderWay(
  world: World,
  { id }: Pick<Order, 'id'>,
  leg: OrderTransfer['leg'],
): Promise<string> {
  const underWay = (await world.orders.transfers(id)).find(
    (transfer) => transfer.leg === leg && ['PENDING', 'IN_PROGRESS'].includes(transfer.status),
  )
  return underWay?.id ?? ''
}

/** A part of the asset of a new order that is instructed to go back. */
export async function partUnderWay(world: World) {
  const { order, id } = await world.requests.returning()
  return { order, requestId: id, transferId: await transferUnderWay(world, order, 'asset') }
}
