import type { CollateralType } from '@vadium/schema'
import type { Refusal } from '../../../platform/refusal.ts'
import { notNow } from '../lifecycle/not-now.ts'

/** Blocks what would need an agent that holds the collateral: the service instructs none. */
export function tripartyBlocker({
  collateralType,
}: {
  readonly collateralType: CollateralType
}): Refusal | undefined {
  return collateralType === 'TRIPARTY'
    ? notNow('collateral_type', 'this service instructs no tri-party agent', 'TRIPARTY')
    : undefined
}
