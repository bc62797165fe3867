import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** An organization with which the caller's has an agreement, whether it is active or not. */
export async function knownCounterparty(
  tx: WriteTransaction,
  id: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  return tx.row<{ id: string; name: string }>(
    `SELECT o.id, o.name FROM organizations o WHERE o.id = $1
       AND EXISTS (SELECT FROM agreements a
         WHERE (a.lender_id, a.borrower_id) IN ((o.id, $2), ($2, o.id)))`,
    [id, tx.organizationId],
  )
}
