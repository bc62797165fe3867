import { Decimal } from '@vadium/margin'
import type { EarlierScenario, ScenarioTransfer } from './scenario.ts'

type ScenarioPosition = EarlierScenario['positions'][number]

/**
 * Whether both sides of the position's opening have arrived: by its transfers if the scenario has
 * them, otherwise by its state.
 */
export function wasActive(
  { status }: ScenarioPosition,
  transfers: readonly ScenarioTransfer[],
): boolean {
  const opening = transfers.filter(({ category }) => category === 'open')
  if (status === 'OPENING' || status === 'ACTIVE' || opening.length === 0)
    return status !== 'OPENING'
  const arrived = new Set(
    opening.filter((transfer) => transfer.status === 'COMPLETED').map(({ leg }) => leg),
  )
  return arrived.has('asset') && arrived.has('collateral')
}

/**
 * When the whole asset had been returned: by the transfers if the scenario has them, otherwise the
 * last change of the position.
 */
export function assetBackAt(
  { status, asset_quantity, updated_at }: ScenarioPosition,
  transfers: readonly ScenarioTransfer[],
): string | null {
  const isBack =
    status === 'CLOSED' || (status === 'CLOSING' && new Decimal(asset_quantity).isZero())
  if (!isBack) return null
  const times = transfers
    .filter(({ category, leg }) => category === 'close' && leg === 'asset')
    .filter((transfer) => transfer.status === 'COMPLETED')
    .map(({ update_time }) => update_time)
  return times.sort().at(-1) ?? updated_at
}

export function transfersByOrder({
  transfers,
}: EarlierScenario): ReadonlyMap<string, readonly ScenarioTransfer[]> {
  const byOrder = new Map<string, ScenarioTransfer[]>()
  for (const transfer of transfers) {
    const own = byOrder.get(transfer.order_id) ?? []
    own.push(transfer)
    byOrder.set(transfer.order_id, own)
  }
  return byOrder
}
