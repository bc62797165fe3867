import { writeExternalId } from '../deals/index.ts'
import { instantText } from '../../platform/instant.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { ProviderReport } from './custody-adapter.ts'
import { nextPoll } from './poll-times.ts'
import type { SettlementService } from './settlement.service.ts'

/** A report that a custodian gave in the past. */
export interface PastReport {
  readonly report: ProviderReport
  /** The id by which the custodian knows the transfer, if it is not the one that was sent. */
  readonly externalTransferId: string | undefined
}

/**
 * Books a report of the past. If it has a state of the custodian, the instruction is known to have
 * been sent. It is polled like any other while the transfer is under way, and never again when it
 * is over.
 */
export async function bookPastReport(
  tx: WriteTransaction,
  settlement: SettlementService,
  transferId: string,
  { report, externalTransferId }: PastReport,
): Promise<void> {
  let transfer = await settlement.open(tx, transferId)
  if (externalTransferId !== undefined) {
    transfer = await writeExternalId(tx, transfer, externalTransferId)
  }
  const isOver = (await settlement.follow(tx, transfer, report)) === 'over'
  await tx.write(
    `UPDATE instructions SET maybe_sent = maybe_sent OR $4, due_at = $2, external_transfer_id = $3
     WHERE transfer_id = $1`,
    [
      transferId,
      isOver ? null : instantText(nextPoll(Date.parse(transfer.stored.create_time), tx.nowMs)),
      transfer.stored.external_transfer_id,
      report.state !== undefined,
    ],
  )
}
