import { type MarkToMarketRequest, markToMarketRequestStates } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import { markPosition } from '../positions/position-book.ts'
import { counterValuationMove } from './request-acceptance.ts'
import { countingTransfers, type RequestRecord } from './request-record.ts'
import { recordSuccessor } from './request.repository.ts'

/** A position counts as marked only when collateral has moved for it. */
export async function markIfCompleted(
  tx: WriteTransaction,
  { status, positionId, assetPriceUsd, transfers }: RequestRecord,
): Promise<void> {
  const hasMoved = transfers.some((transfer) => transfer.status === 'COMPLETED')
  if (status !== 'COMPLETED' || !hasMoved) return
  await markPosition(tx, positionId, assetPriceUsd)
}

/** Completes a request whose transfers have all arrived. */
export async function completeIfArrived(
  tx: WriteTransaction,
  request: RequestRecord,
): Promise<void> {
  if (request.status !== 'IN_PROGRESS') return
  if (!countingTransfers(request).every(({ status }) => status === 'COMPLETED')) return
  await endRequest(tx, request, 'complete')
}

/** Ends a request. Its position counts as marked if that completes it. */
export async function endRequest(
  tx: WriteTransaction,
  request: RequestRecord,
  action: 'complete' | 'settle' | 'conclude',
): Promise<void> {
  const status: MarkToMarketRequest['status'] = await mustMove(
    tx,
    markToMarketRequestStates,
    request,
    action,
  )
  await markIfCompleted(tx, { ...request, status })
}

/** Ends disputes of a position whose disputed part a new request includes. */
export async function supersede(
  tx: WriteTransaction,
  disputes: readonly RequestRecord[],
  successorId: string,
): Promise<void> {
  for (const disputed of disputes) {
    await recordSuccessor(tx, disputed.id, successorId)
    await endRequest(tx, disputed, counterValuationMove(disputed))
  }
}
