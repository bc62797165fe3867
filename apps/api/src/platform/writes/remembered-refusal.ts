import type { ErrorDetail, ErrorReason } from '@vadium/schema'
import { Refusal } from '../refusal.ts'
import type { WriteTransaction } from './write-transaction.ts'

/**
 * A refusal of which something stays. What the request has done is undone first; then it is
 * remembered in the same transaction, so both are committed or neither.
 */
export class RememberedRefusal extends Refusal {
  /** Called after everything else was undone. */
  readonly remember: (tx: WriteTransaction) => Promise<void>

  constructor(
    reason: ErrorReason,
    details: readonly ErrorDetail[],
    remember: (tx: WriteTransaction) => Promise<void>,
  ) {
    super(reason, details)
    this.remember = remember
  }
}

/** Undoes a refused request, and does what stays of its refusal. */
export async function undoRefused(
  tx: WriteTransaction,
  savepoint: string,
  refusal: Refusal,
): Promise<void> {
  await tx.undoTo(savepoint)
  if (refusal instanceof RememberedRefusal) await refusal.remember(tx)
}
