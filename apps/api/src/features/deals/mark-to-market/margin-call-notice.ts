import { calculatePreview, type PreviewInput } from '@vadium/margin'
import type { MarkToMarketRequest } from '@vadium/schema'
import { isDocumentWanted, recordDocument } from '../../documents/index.ts'
import { together } from '../../../platform/writes/together.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { type ComputedPreview, transferParties } from './preview.service.ts'

/** A request that was just created, and what it was computed from. */
interface NoticedCall {
  readonly lenderId: string
  readonly borrowerId: string
  readonly preview: ComputedPreview
}

/**
 * Gives the answer to the creation of a request, and records a notice of it if one of the sides
 * wants that. Both are asked in one round trip.
 */
export async function withMarginCallNotice(
  tx: WriteTransaction,
  call: NoticedCall,
  answer: () => Promise<MarkToMarketRequest>,
): Promise<MarkToMarketRequest> {
  const [isWanted, request] = await together([
    isDocumentWanted(tx, 'margin_call_notice', call),
    answer(),
  ])
  if (isWanted) await record(tx, call, request)
  return request
}

async function record(
  tx: WriteTransaction,
  { lenderId, borrowerId, preview: { position, inputs } }: NoticedCall,
  request: MarkToMarketRequest,
): Promise<void> {
  const { figures, sender, calculation } = calculatePreview({
    ...inputs,
    asset_price: asShown(inputs.asset_price, request.asset_price_usd),
    collateral_price: asShown(inputs.collateral_price, request.collateral_price_usd),
  })
  const { id: subjectId, order_id: orderId } = request
  const subject = { kind: 'margin_call_notice', orderId, subjectId, lenderId, borrowerId } as const
  await recordDocument(tx, subject, {
    request: membersOf(request),
    preview: {
      asset: position.asset,
      collateral_asset: position.collateralAsset,
      collateral_type: position.collateralType,
      order_id: orderId,
      order_id_pretty: position.orderNumber,
      position_id: position.id,
      ...figures,
      price_at_last_m2m: position.priceAtLastM2mUsd,
      last_m2m_at: position.lastM2mAt,
      ...transferParties(position, sender),
    },
    calculation,
  })
}

/** The request has the prices that its creator saw. They may have moved within the tolerance. */
function asShown(price: PreviewInput, shown: string): PreviewInput {
  if (price.value === shown) return price
  return { value: shown, source: `${price.source}, as shown in the preview`, observedAt: null }
}

/** As it was created: what changes afterwards is left out. */
function membersOf({
  status: _status,
  dispute: _dispute,
  superseded_by: _successor,
  cancellation_cause: _cause,
  transfer_ids: _transfers,
  update_time: _update,
  actions: _actions,
  ...created
}: MarkToMarketRequest) {
  return created
}
