import type { OrderRequest, VadiumClient } from '@vadium/client'
import { spareOf } from '../../harness/spare-wallets.ts'
import { nothing, type Scene } from './scene.ts'

/** The collateral of a new deal, and what may take its place under the terms of one lender. */
export const collaterals = ['ETH', 'USDC'] as const

/** How much of the least is asked for: too little, just enough, or so much that prices may fall. */
const shares = [97, 100, 100, 101, 104, 110]

/** Asks to exchange the collateral of a deal under the terms of the lender that allows it. */
export async function askForExchange({ world, random, client, firm }: Scene): Promise<unknown> {
  const { positions } = await client.positions.list({ status: 'ACTIVE', page_size: 40 })
  const own = positions.filter(
    ({ lender_id, borrower_id }) =>
      lender_id === world.exchangingLender.party.id && borrower_id === firm.party.id,
  )
  const position = random.pick(own)
  const given = collaterals.find((asset) => asset !== position?.collateral_asset)
  if (position === undefined || given === undefined) return nothing
  const usual = firm.party.wallet(given)
  const body = {
    position_id: position.id,
    kind: 'substitution' as const,
    collateral_asset: given,
    collateral_quantity: '1',
    collateral_wallet_id: random.chance(0.8) ? usual : spareOf(usual),
  }
  const operation = 'createOrderRequest'
  const { substitution, reason } = await client.requests.preview({ operation, body })
  const least = substitution?.least_quantity ?? null
  // A few are sent although they must be refused.
  if (least === null || (reason !== null && random.chance(0.8))) return nothing
  const quantity = shareOf(least, random.pick(shares) ?? 100)
  return client.orderRequests.create({ ...body, collateral_quantity: quantity })
}

/** A percentage of a quantity, with the last digit of the quantity rounded up. */
function shareOf(quantity: string, percent: number): string {
  const [whole = '0', fraction = ''] = quantity.split('.')
  const units = (BigInt(whole + fraction) * BigInt(percent) + 99n) / 100n
  const digits = units.toString().padStart(fraction.length + 1, '0')
  const point = digits.length - fraction.length
  return fraction === '' ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Accepts an order request. Who accepts new collateral names the wallet that receives it. */
export function acceptChange(
  client: VadiumClient,
  { id, new_collateral_asset: given }: OrderRequest,
  { firm }: Scene,
): Promise<OrderRequest> {
  const body = given === null ? {} : { collateral_wallet_id: firm.party.wallet(given) }
  return client.orderRequests.accept(id, body)
}

/** Usually a move on an exchange that offers it, and otherwise one that must be refused. */
export function onExchange(
  action: 'accept' | 'reject' | 'cancel' | 'retry',
  statuses: readonly OrderRequest['status'][],
) {
  return async (scene: Scene): Promise<OrderRequest | typeof nothing> => {
    const { random, world } = scene
    const lender = world.exchangingLender
    // Only the lender accepts, and it is one firm of three.
    const firm = action === 'accept' && random.chance(0.8) ? lender : scene.firm
    const client = firm === scene.firm ? scene.client : random.pick(firm.clients)
    if (client === undefined) return nothing
    const status = random.pick(statuses)
    if (status === undefined) return nothing
    const { order_requests: requests } = await client.orderRequests.list({
      ...{ kind: 'substitution', page_size: 20 },
      status,
    })
    const offering = requests.filter(({ actions }) =>
      actions.some((one) => one.action === action && one.available),
    )
    const request = random.pick(random.chance(0.8) ? offering : requests)
    if (request === undefined) return nothing
    return action === 'accept'
      ? acceptChange(client, request, { ...scene, firm })
      : client.orderRequests[action](request.id)
  }
}

const acceptExchange = onExchange('accept', ['PENDING'])

/** Accepts an exchange whose time is over before it has arrived, unless that was at once. */
export async function acceptTooLate(scene: Scene): Promise<unknown> {
  const accepted = await acceptExchange(scene)
  if (accepted === nothing) return nothing
  return scene.world.database.query(
    `UPDATE transfers SET late_at = create_time
     WHERE order_request_id = $1 AND sender_organization_id = borrower_id`,
    [accepted.id],
  )
}

/** Accepts an exchange, and then the price falls of what it gives. */
export async function acceptAsItFalls(scene: Scene): Promise<unknown> {
  const accepted = await acceptExchange(scene)
  if (accepted === nothing) return nothing
  const given = collaterals.find((asset) => asset === accepted.new_collateral_asset)
  if (given === undefined) return nothing
  return scene.world.market.fall(scene.world, scene.random, given)
}
