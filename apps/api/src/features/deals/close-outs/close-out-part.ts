import { Decimal, formatDecimal } from '@vadium/margin'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { recordAppropriation } from '../journal/journal.ts'
import { recordLess } from '../positions/interest-changes.ts'
import { closeOutPartOf } from '../positions/position-life.ts'
import { stateCloseOut } from './close-out-document.ts'
import { enterTerminationInPart } from './close-out-entries.ts'
import { notifyTerminationInPart } from './close-out-notifications.ts'
import { type CloseOutRecord, statementOf } from './close-out-record.ts'

/**
 * Books a close-out in part: some of the asset need not come back any more, for some of the
 * collateral, and the deal goes on with the rest. Transfers under way go on. Interest runs on
 * what is left from today on, and what is owed of it stays owed. The deal must be locked.
 */
export async function bookPart(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
  const { positionId, asset, assetQuantity, collateralAsset } = record
  const { discharged_quantity: discharged, kept } = statementOf(record)
  const collateral = kept[0]?.kept_quantity ?? '0'
  await recordAppropriation(tx, record, {
    asset: { token: asset, quantity: discharged },
    collateral: [{ token: collateralAsset, quantity: collateral }],
  })
  await closeOutPartOf(tx, positionId, { asset: discharged, collateral })
  const { id: closeOutId, lenderId, borrowerId } = record
  const left = formatDecimal(new Decimal(assetQuantity).minus(discharged))
  await recordLess(
    tx,
    { id: positionId, lenderId, borrowerId },
    { closeOutId },
    { before: assetQuantity, now: left },
  )
  enterTerminationInPart(tx, record, left)
  await notifyTerminationInPart(tx, record, left)
  await stateCloseOut(tx, record)
}
