import { checkNoticesOf } from '../deadlines/checked-notices.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { PossiblyDeclared } from '../parties/declared-defaults.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** Requests of one kind by which a party under notice may offer to send something. */
export interface OfferedCures {
  /** Accepts those of a position that await an answer. The deal must be locked. */
  acceptOffered(tx: WriteTransaction, positionId: string): Promise<void>
}

/**
 * Accepts a request whose deal has a notice if it may cure the default, in the name of the service.
 * One that cannot be accepted now stays as it is. Returns whether it is accepted.
 */
export async function acceptIfCure(
  tx: WriteTransaction,
  { hasNotice }: PossiblyDeclared,
  accept: () => Promise<boolean | Refusal>,
): Promise<boolean> {
  if (!hasNotice) return false
  await tx.savepoint('offered')
  const accepted = await accept()
  if (!(accepted instanceof Refusal)) return accepted
  await tx.undoTo('offered')
  return false
}

/** A request has ended that may have been in the way of a cure: what waits for it is accepted soon. */
export const clearsTheWay =
  (tx: WriteTransaction) =>
  async ({ positionId, hasNotice }: PossiblyDeclared): Promise<undefined> => {
    if (hasNotice) await checkNoticesOf(tx, positionId)
  }
