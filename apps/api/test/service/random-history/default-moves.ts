import type { CloseOut } from '@vadium/client'
import { type Move, nothing, type Scene } from './scene.ts'

/** Usually declares a default where the liquidation level is reached, and otherwise anywhere. */
export async function declareDefault({ client, random }: Scene): Promise<unknown> {
  const reached = random.chance(0.8) ? { liquidation_reached: true } : {}
  const { positions } = await client.positions.list({ page_size: 40, ...reached })
  const position = random.pick(positions)
  if (position === undefined) return nothing
  return client.closeOuts.create({ position_id: position.id, cause: 'LIQUIDATION_LEVEL' })
}

/** Offers to send what may cure a default of the firm. */
export async function offerCure(scene: Scene): Promise<unknown> {
  const { client, random, firm } = scene
  const { close_outs } = await client.closeOuts.list({ page_size: 20, status: 'NOTICE' })
  const declared = close_outs.filter(({ declarer_id }) => declarer_id !== firm.party.id)
  const notice = random.pick(declared)
  if (notice === undefined) return nothing
  const { position_id } = notice
  if (random.chance(0.5)) {
    const part = random.chance(0.7) ? { quantity: '0.5' } : {}
    return client.orderRequests.create({ position_id, kind: 'return', ...part })
  }
  const { calculation } = await client.markToMarketRequests.preview({ position_id, explain: true })
  const calculation_id = calculation?.calculation_id ?? ''
  return client.markToMarketRequests.create({ position_id, calculation_id })
}

/** Declares a cause of a deal in which it may be there. */
export async function declareAny({ client, random }: Scene): Promise<unknown> {
  const { positions } = await client.positions.list({ page_size: 40 })
  const position = random.pick(positions)
  const cause = random.pick(['UNMET_CALL', 'MISSED_RETURN', 'MISSED_INTEREST'] as const)
  if (position === undefined || cause === undefined) return nothing
  return client.closeOuts.create({ position_id: position.id, cause })
}

/** The grace of all notices is over, as if each had been declared a day earlier. */
export function letGracePass({ world }: Scene): Promise<unknown> {
  return world.database.query(
    `WITH aged AS (UPDATE close_outs SET created_at = created_at - interval '1 day',
       earliest_terminate_at = earliest_terminate_at - interval '1 day',
       fact_since = fact_since - interval '1 day'
     WHERE status = 'NOTICE' AND earliest_terminate_at > now() RETURNING id)
     UPDATE deadlines SET due_at = now() WHERE resource_id IN (SELECT id FROM aged)`,
  )
}

/** A move on one of the newest close-outs in a state. */
export function onCloseOut(
  action: 'withdraw' | 'terminate' | 'retry' | 'receive' | 'discharge',
  status: CloseOut['status'],
): Move {
  return async ({ client, random }) => {
    const { close_outs } = await client.closeOuts.list({ page_size: 20, status })
    const closeOut = random.pick(close_outs)
    return closeOut === undefined ? nothing : client.closeOuts[action](closeOut.id)
  }
}
