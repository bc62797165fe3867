import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { NamedResource } from './named-resources.ts'

/** A deal of a call set: its position, and its order as the history knows it. */
export interface CalledDeal {
  readonly positionId: string
  readonly resource: NamedResource
}

/** The requests of a call set, by the names of their orders. */
export async function requestsByOrder(
  tx: WriteTransaction,
  callSetId: string,
  called: ReadonlyMap<string, CalledDeal>,
): Promise<[order: string, id: string][]> {
  const { rows } = await tx.query<{ id: string; positionId: string }>(
    `SELECT r.id, r.position_id AS "positionId" FROM mark_to_market_requests r
     WHERE r.call_set_id = $1`,
    [callSetId],
  )
  const ids = new Map(rows.map(({ id, positionId }) => [positionId, id]))
  return [...called].flatMap(([order, { positionId }]) => {
    const id = ids.get(positionId)
    return id === undefined ? [] : [[order, id]]
  })
}
