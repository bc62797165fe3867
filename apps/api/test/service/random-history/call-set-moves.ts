import { nothing, type Scene } from './scene.ts'

/** Calls across the deals of the agreement of a position for which something is due. */
export async function callTogether({ client, random }: Scene): Promise<unknown> {
  const { positions } = await client.positions.list({ page_size: 40, ready_for_m2m: true })
  const position = random.pick(positions)
  if (position === undefined) return nothing
  const { agreements } = await client.agreements.list({ page_size: 40 })
  const agreement = agreements.find(
    ({ lender_id: lender, borrower_id: borrower }) =>
      lender === position.lender_id && borrower === position.borrower_id,
  )
  const direction = position.m2m_direction === 'Release' ? 'Release' : 'TopUp'
  const { rows, calculation_id } = await client.callSets.preview(agreement?.id ?? '', { direction })
  return rows.length === 0 ? nothing : client.callSets.create({ calculation_id })
}

/** Accepts one of the newest sets, sometimes except for one of its requests. */
export async function acceptTogether({ client, random }: Scene): Promise<unknown> {
  const { call_sets: sets } = await client.callSets.list({ page_size: 20 })
  const open = sets.filter(({ actions }) => actions.some(({ available }) => available))
  const set = random.pick(open)
  if (set === undefined) return nothing
  const left = random.chance(0.3) ? random.pick(set.request_ids) : undefined
  return client.callSets.accept(set.id, left === undefined ? {} : { except: [left] })
}
