import type { Refusal } from '../../../platform/refusal.ts'
import type { DefaultsByPosition } from '../parties/declared-defaults.ts'
import { notNow } from '../lifecycle/not-now.ts'
import type { Sides } from '../parties/deal.ts'

/** What one side of a deal asks of the other, while a notice of a default may be open. */
interface Asked extends Sides {
  readonly positionId: string
  readonly creatorId: string
}

interface Declared {
  readonly defaults?: DefaultsByPosition | undefined
}

/** Why the borrower cannot take collateral out of a deal: its default is declared and there. */
export function heldFromBorrower(
  { positionId }: Pick<Asked, 'positionId'>,
  { defaults }: Declared,
): Refusal | undefined {
  const id = defaults?.get(positionId)?.borrower ?? null
  if (id === null) return undefined
  const issue =
    'a default of the borrower is declared: only the lender can have collateral released'
  return notNow('close_out_id', issue, id)
}

/** Why what a party under notice offers to send cannot be refused: it may cure its default. */
export function curesDefault(
  { positionId, creatorId, lenderId }: Asked,
  { defaults }: Declared,
): Refusal | undefined {
  const declared = defaults?.get(positionId)
  const id = (creatorId === lenderId ? declared?.lender : declared?.borrower) ?? null
  if (id === null) return undefined
  const issue = 'a default of its creator is declared: what it offers to send cannot be refused'
  return notNow('close_out_id', issue, id)
}
