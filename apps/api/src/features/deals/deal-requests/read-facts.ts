import type { Tenant } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Facts } from '../lifecycle/lifecycle.ts'
import {
  type DefaultsReader,
  positionsWithNotice,
  type PossiblyDeclared,
} from '../parties/declared-defaults.ts'

/** What decides about requests besides themselves, for an organization that reads them. */
export async function readFacts(
  defaults: DefaultsReader,
  tenant: Tenant,
  requests: readonly PossiblyDeclared[],
  nowMs: number,
): Promise<Facts | Refusal> {
  const positionIds = positionsWithNotice(requests)
  if (positionIds.length === 0) return { nowMs }
  const declared = await defaults.read(tenant, positionIds, nowMs)
  return declared instanceof Refusal ? declared : { nowMs, defaults: declared }
}
