import { markToMarketRequestStates } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { setDeadlines } from '../deadlines/deadlines.ts'
import { recordCreations } from '../lifecycle/state-moves.ts'
import type { MarkablePosition } from '../positions/markable-position.ts'
import type { AnswerTime } from '../terms/answer-time.ts'
import type { PinnedCalculation } from './calculation-id.ts'
import { markToMarketTable } from './request.repository.ts'

/** A request as it is recorded: with the figures that its creator has seen. */
export interface NewRequest extends AnswerTime {
  readonly id: string
  readonly pinned: PinnedCalculation
  readonly calculationId: string
  readonly position: MarkablePosition
}

/** What creates requests, if it is not a caller that creates one. */
interface Origin {
  /** The version of the organization's automation. */
  readonly automationVersion?: number | undefined
  readonly callSetId?: string
}

/** Records new requests of the organization of the transaction. Their deals must be locked. */
export async function recordRequests(
  tx: WriteTransaction,
  requests: readonly NewRequest[],
  { automationVersion, callSetId }: Origin,
): Promise<void> {
  const { initial: status } = markToMarketRequestStates
  const { organizationId } = tx
  const ofDeals = requests.map(({ id, position, expireAt }) => ({
    id,
    orderId: position.orderId,
    lenderId: position.lender.organizationId,
    borrowerId: position.borrower.organizationId,
    creatorId: organizationId,
    dueAt: expireAt,
  }))
  await markToMarketTable.insertAll(
    tx,
    requests.map(({ id, pinned, calculationId, position, expireAt, answerDay }) => ({
      id,
      status,
      position_id: position.id,
      lender_id: position.lender.organizationId,
      borrower_id: position.borrower.organizationId,
      creator_id: organizationId,
      automation_version: automationVersion ?? null,
      call_set_id: callSetId ?? null,
      direction: pinned.direction,
      collateral_amount: pinned.collateral_amount,
      notional_usd: pinned.notional_usd,
      asset_price_usd: pinned.asset_price,
      collateral_price_usd: pinned.collateral_price,
      calculation_id: calculationId,
      expire_at: expireAt,
      answer_day: answerDay,
    })),
  )
  await setDeadlines(
    tx,
    ofDeals.map(({ id: resourceId, lenderId, borrowerId, dueAt }) => {
      return { kind: 'mark_to_market_request', resourceId, lenderId, borrowerId, dueAt }
    }),
  )
  await recordCreations(tx, markToMarketRequestStates, ofDeals, status, { organizationId })
}
