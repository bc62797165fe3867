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

/**
 * Who awaits a transfer. Nobody awaits what is sent without a call: its receiver is notified once it
 * has arrived.
 */
const concerned = ({ category, lender_id, borrower_id, sender }: StoredTransfer) =>
  category === 'voluntary' ? [sender.organization_id] : [lender_id, borrower_id]

/** Notifies who awaits a transfer that it failed. `label` is the custodian's description. */
export async function notifyTransferFailure(
  tx: WriteTransaction,
  transfer: StoredTransfer,
  to: TransferStatus,
  label: string,
): Promise<void> {
  const { id, order_id, order_number } = transfer
  await notify(
    tx,
    concerned(transfer).map((organizationId) => ({
      organizationId,
      category: 'transfer_failed',
      severity: transfer.category === 'voluntary' ? 'warning' : 'critical',
      occasion: id,
      title: `Transfer ${ends[to] ?? 'failed'}: order ${order_number}`,
      body: `${movement(transfer, organizationId)} have not been transferred. ${label}`,
      link: { resource: 'transfer', id, order_id },
    })),
  )
}

/** Notifies who awaits a transfer that it has become late. */
export async function notifyLateTransfer(
  tx: WriteTransaction,
  transfer: BookedTransfer,
): Promise<void> {
  const { stored } = transfer
  const { id, order_id, order_number, label } = stored
  const record = transferRecord(transfer)
  const choice = (organizationId: string) => {
    const asked = { organizationId, facts: { nowMs: tx.nowMs } }
    const refusal = transferLifecycle.refusalOf(record, 'cancel', asked)
    return refusal === undefined ? ' You can request its cancellation.' : ''
  }
  await notify(
    tx,
    concerned(stored).map((organizationId) => ({
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

/** Notifies the receiver of collateral that was sent without a call. */
export async function notifyCollateral(
  tx: WriteTransaction,
  transfer: StoredTransfer,
): Promise<void> {
  const { id, order_id, order_number, lender_id, quantity, token, sender, receiver } = transfer
  const who = sender.organization_id === lender_id ? 'The lender' : 'The borrower'
  await notify(tx, [
    {
      organizationId: receiver.organization_id,
      category: 'collateral_received',
      severity: 'info',
      occasion: id,
      title: `Collateral received: order ${order_number}`,
      body: `${who} has sent ${quantity} ${token} without a call. They have arrived.`,
      link: { resource: 'transfer', id, order_id },
    },
  ])
}

function movement(transfer: StoredTransfer, organizationId: string): string {
  const { quantity, token, sender } = transfer
  const verb = sender.organization_id === organizationId ? 'send' : 'receive'
  return `${quantity} ${token} that you were to ${verb}`
}
