import type { TransferStatus } from '@vadium/schema'
import { notify } from '../../notifications/index.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { BookedTransfer } from './transfer-book.repository.ts'
import { transferLifecycle, transferRecord } from './transfer-lifecycle.ts'
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
  const { id, order_id, order_number, lender_id, borrower_id } = transfer
  await notify(
    tx,
    [lender_id, borrower_id].map((organizationId) => ({
      organizationId,
      category: 'transfer_failed',
      severity: 'critical',
      occasion: id,
      title: `Transfer ${ends[to] ?? 'failed'}: order ${order_number}`,
      body: `${movement(transfer, organizationId)} have not been transferred. ${label}`,
      link: { resource: 'transfer', id, order_id },
    })),
  )
}

/** Notifies both sides of a deal of a transfer that has become late. */
export async function notifyLateTransfer(
  tx: WriteTransaction,
  transfer: BookedTransfer,
): Promise<void> {
  const { stored } = transfer
  const { id, order_id, order_number, lender_id, borrower_id, label } = stored
  const record = transferRecord(transfer)
  const choice = (organizationId: string) => {
    const asked = { organizationId, facts: { nowMs: tx.nowMs } }
    const refusal = transferLifecycle.refusalOf(record, 'cancel', asked)
    return refusal === undefined ? ' You can request its cancellation.' : ''
  }
  await notify(
    tx,
    [lender_id, borrower_id].map((organizationId) => ({
      organizationId,
      category: 'transfer_late',
      severity: 'warning',
      occasion: id,
      title: `Transfer late: order ${order_number}`,
      body: `${movement(stored, organizationId)} have not arrived in time.${choice(organizationId)} ${label}`,
      link: { resource: 'transfer', id, order_id },
    })),
  )
}

/** Notifies the sender of a late transfer that its receiver requests the cancellation. */
export async function notifyLateCancellation(
  tx: WriteTransaction,
  transfer: StoredTransfer,
): Promise<void> {
  const { id, order_id, order_number, quantity, token, sender } = transfer
  await notify(tx, [
    {
      organizationId: sender.organization_id,
      category: 'transfer_late',
      severity: 'warning',
      occasion: `${id} cancellation`,
      title: `Cancellation of a late transfer requested: order ${order_number}`,
      body: `The counterparty no longer awaits ${quantity} ${token}. The transfer stays under way until ${transfer.provider} answers.`,
      link: { resource: 'transfer', id, order_id },
    },
  ])
}

function movement(transfer: StoredTransfer, organizationId: string): string {
  const { quantity, token, sender } = transfer
  const verb = sender.organization_id === organizationId ? 'send' : 'receive'
  return `${quantity} ${token} that you were to ${verb}`
}
