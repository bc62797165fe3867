import { calculatePreview, type PreviewInputs } from '@vadium/margin'
import type { CallSet, MarkToMarketRequest } from '@vadium/schema'
import { isDocumentWanted, recordDocument, recordFirstDocuments } from '../../documents/index.ts'
import { together } from '../../../platform/writes/together.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { Sides } from '../parties/deal.ts'
import type { MarkablePosition } from '../positions/markable-position.ts'
import { type PinnedCalculation, shownInputs } from './calculation-id.ts'
import { transferParties } from './preview.service.ts'

/**
 * What a request was computed from: the figures that its creator saw, and the deal as it is now.
 */
export interface NoticedCalculation {
  readonly pinned: PinnedCalculation
  readonly position: MarkablePosition
  readonly inputs: PreviewInputs
}

/** A request that was just created. */
interface NoticedCall extends Sides {
  readonly calculated: NoticedCalculation
}

type RequestMembers = Omit<MarkToMarketRequest, 'actions'>

const kind = 'margin_call_notice'

/**
 * Gives the answer to the creation of a request, and records a notice of it if one of the sides
 * wants that. Both are asked in one round trip.
 */
export async function withMarginCallNotice(
  tx: WriteTransaction,
  call: NoticedCall,
  answer: () => Promise<MarkToMarketRequest>,
): Promise<MarkToMarketRequest> {
  const [isWanted, request] = await together([isDocumentWanted(tx, kind, call), answer()])
  if (isWanted) {
    const { lenderId, borrowerId, calculated } = call
    const { id: subjectId, order_id: orderId } = request
    const subject = { kind, orderId, subjectId, lenderId, borrowerId } as const
    await recordDocument(tx, subject, noticeMembers(calculated, request))
  }
  return request
}

/** The requests of a call set that was just created, and the minimum of their sum. */
interface NoticedSet extends Sides {
  readonly id: string
  readonly sums: Pick<CallSet, 'total_notional_usd' | 'minimum_notional_usd'>
  readonly rows: readonly NoticedRow[]
}

interface NoticedRow {
  readonly calculated: NoticedCalculation
  readonly request: RequestMembers
  /** Whether the minimum is that of the deal, or of the sum. */
  readonly minimumAppliesTo: 'deal' | 'agreement'
  /** Of the terms of its deal. The newest one among the rows has the minimum of the sum. */
  readonly termsVersion: number
}

/** Whether one of the sides wants notices. */
export const areNoticesWanted = (tx: WriteTransaction, sides: Sides): Promise<boolean> =>
  isDocumentWanted(tx, kind, sides)

/** Records the notices of the requests of a call set. Each has all rows, so that they sum up. */
export function recordNoticesOfSet(
  tx: WriteTransaction,
  { lenderId, borrowerId, id, sums, rows }: NoticedSet,
): Promise<void> {
  const ofSet = {
    id,
    ...sums,
    minimum_terms_version: Math.max(...rows.map(({ termsVersion }) => termsVersion)),
    requests: rows.map(({ request: { order_id_pretty, notional_usd } }) => {
      return { order_id_pretty, notional_usd }
    }),
  }
  return recordFirstDocuments(
    tx,
    { lenderId, borrowerId },
    rows.map(({ calculated, request, minimumAppliesTo, termsVersion }) => ({
      subject: { kind, orderId: request.order_id, subjectId: request.id },
      members: {
        ...noticeMembers(calculated, request),
        call_set: {
          ...ofSet,
          minimum_applies_to: minimumAppliesTo,
          terms_version: termsVersion,
        },
      },
    })),
  )
}

/** What the creator of the request saw, with the calculation of it. */
function noticeMembers(
  { pinned, position, inputs }: NoticedCalculation,
  request: RequestMembers | MarkToMarketRequest,
) {
  const { figures, sender, calculation } = calculatePreview(shownInputs(pinned, position, inputs))
  return {
    request: asCreated(request),
    preview: {
      asset: position.asset,
      collateral_asset: position.collateralAsset,
      collateral_type: position.collateralType,
      order_id: position.orderId,
      order_id_pretty: position.orderNumber,
      position_id: position.id,
      ...figures,
      price_at_last_m2m: position.priceAtLastM2mUsd,
      last_m2m_at: position.lastM2mAt,
      ...transferParties(position, sender),
    },
    calculation,
  }
}

/** What changes afterwards is left out. */
function asCreated(request: RequestMembers | MarkToMarketRequest) {
  const {
    status: _status,
    dispute: _dispute,
    superseded_by: _successor,
    cancellation_cause: _cause,
    transfer_ids: _transfers,
    update_time: _update,
    actions: _actions,
    ...created
  } = { actions: [], ...request }
  return created
}
