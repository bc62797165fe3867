import type { TransferStatus } from '@vadium/schema'
import { notify } from '../../notifications/index.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { StoredTransfer } from './transfer-row.ts'

const ends: Partial<Record<TransferStatus, string>> = {
  FAILED: 'failed',
  REJECTED: 'rejected',
  CANCELLED: 'cancelled',
}

/** Notifies both sides of a deal of a failed transfer. `label` is the custodian's description. */
export async function notifyTransferFailure(
  tx: WriteTransaction,
  transfer: StoredTransfer,
  to: TransferStatus,
  label: string,
): Promise<void> {
  const { id, order_id, order_number, lender_id, borrower_id, sender } = transfer
  const what = `${transfer.quantity} ${transfer.token}`
  const [sent, awaited] = [`${what} that you were to send`, `${what} that you were to receive`]
  await notify(
    tx,
    [lender_id, borrower_id].map((organizationId) => ({
      organizationId,
      category: 'transfer_failed',
      severity: 'critical',
      occasion: id,
      title: `Transfer ${ends[to] ?? 'failed'}: order ${order_number}`,
      body: `${sender.organization_id === organizationId ? sent : awaited} have not been transferred. ${label}`,
      link: { resource: 'transfer', id, order_id },
    })),
  )
}
