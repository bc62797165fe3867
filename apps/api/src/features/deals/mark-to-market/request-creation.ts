import { Decimal, previewFigures, type PreviewInputs, stillStands } from '@vadium/margin'
import {
  type createMarkToMarketRequest,
  type ErrorDetail,
  type OperationBody,
} from '@vadium/schema'
import type { Caller } from '../../../platform/signing/caller.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockDealOfPosition } from '../parties/deal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { heldRetiredFault } from '../blockers/own-retired-wallets.ts'
import { positionNotFound } from '../positions/position.service.ts'
import { answerTime } from '../terms/answer-time.ts'
import { agreedTerms, type AgreedTerms } from './agreed-terms.ts'
import { bookingFault } from './booking-fault.ts'
import {
  type CalculationIds,
  foreignCalculation,
  type PinnedCalculation,
  pinnedCalculation,
  shownInputs,
} from './calculation-id.ts'
import type { NoticedCalculation } from './margin-call-notice.ts'
import type { ComputedPreview, PreviewService } from './preview.service.ts'
import { recordRequests } from './recorded-requests.ts'
import { notifyMarginCall } from './request-notifications.ts'
import { together } from '../../../platform/writes/together.ts'

type CreateBody = OperationBody<typeof createMarkToMarketRequest>

/** In whose name a request is created. */
export interface RequestCreator extends Pick<Caller, 'organizationId' | 'role'> {
  /** The version of the organization's automation that creates it, if one does. */
  readonly automationVersion?: number
}

/** A request that was just created. */
export interface CreatedRequest {
  readonly id: string
  readonly lenderId: string
  readonly borrowerId: string
  /** What it was computed from. */
  readonly calculated: NoticedCalculation
  /** Whether a notice of a default is open: it may then be accepted at once. */
  readonly hasNotice: boolean
  /** Notifies the other side that it must answer. */
  readonly notifyToAnswer: () => Promise<void>
}

/**
 * Creates mark-to-market requests from a preview that the caller has seen and that is still valid.
 */
export class RequestCreation {
  readonly #previews: PreviewService
  readonly #calculationIds: CalculationIds

  constructor(previews: PreviewService, calculationIds: CalculationIds) {
    this.#previews = previews
    this.#calculationIds = calculationIds
  }

  /**
   * Creates a request with the figures that the caller saw, or of what is due now for an automation
   * of its organization.
   */
  async create(
    tx: WriteTransaction,
    caller: RequestCreator,
    { position_id: positionId, calculation_id: calculationId }: CreateBody,
  ): Promise<CreatedRequest | Refusal> {
    const [orderId, present, terms, retired] = await together([
      lockDealOfPosition(tx, positionId),
      this.#previews.computeWithin(tx, caller, positionId),
      agreedTerms(tx, positionId),
      heldRetiredFault(tx, { positionId }, ['collateral']),
    ])
    if (orderId === undefined || terms === undefined) return positionNotFound(positionId)
    const pinned = this.#calculationIds.read(calculationId, caller.organizationId)
    if (pinned?.position_id !== positionId.toLowerCase()) return foreignCalculation
    if (present instanceof Refusal) return present
    const fault = this.#fault(pinned, present, terms, caller.organizationId)
    if (fault !== undefined) return fault
    if (retired !== undefined) return retired
    const { position } = present
    const id = tx.ids.next()
    const answer = await answerTime(tx, position.orderId, terms.answer)
    const request = { id, pinned, calculationId, position, ...answer }
    await recordRequests(tx, [request], caller)
    const notifyToAnswer = () => notifyMarginCall(tx, request)
    const { lender, borrower, hasNotice } = position
    const sides = { lenderId: lender.organizationId, borrowerId: borrower.organizationId }
    const calculated = { pinned, position, inputs: present.inputs }
    return { id, ...sides, calculated, hasNotice, notifyToAnswer }
  }

  #fault(
    pinned: PinnedCalculation,
    present: ComputedPreview,
    { tolerance }: AgreedTerms,
    organizationId: string,
  ): Refusal | undefined {
    const { position, inputs, figures, calculation } = present
    const now = pinnedCalculation(position, inputs, figures)
    const stands =
      now.fingerprint === pinned.fingerprint &&
      now.direction === pinned.direction &&
      stillStands({
        shown: new Decimal(pinned.notional_usd),
        now: new Decimal(now.notional_usd),
        tolerance,
      })
    if (stands && calculation.reasons.length > 0) {
      return new Refusal(
        'MARK_TO_MARKET_NOT_DUE',
        calculation.reasons.map(({ code, message }) => ({
          field: 'position_id',
          issue: message,
          value: code,
        })),
      )
    }
    // Within the tolerance, what can be submitted now could perhaps not be in the preview.
    if (stands && couldBeSubmitted(shownInputs(pinned, position, inputs))) {
      return bookingFault(pinned, position)
    }
    const id = this.#calculationIds.write(now, organizationId)
    return new Refusal('PREVIEW_STALE', staleDetails(pinned, now, id, present))
  }
}

/** Whether the same position could be marked to market as it was shown in the preview. */
function couldBeSubmitted(shown: PreviewInputs): boolean {
  return previewFigures(shown).reasons.length === 0
}

/** The new preview in the refusal, so that a client can show it and continue with it. */
function staleDetails(
  pinned: PinnedCalculation,
  now: PinnedCalculation,
  calculationId: string,
  { calculation }: ComputedPreview,
): ErrorDetail[] {
  const was = (field: string, before: string, value: string): ErrorDetail => ({
    field,
    issue: before === value ? 'is unchanged' : `was ${before}`,
    value,
  })
  const fingerprint: ErrorDetail[] =
    pinned.fingerprint === now.fingerprint
      ? []
      : [
          {
            field: 'position_id',
            issue: 'its quantities, its terms or its transfers under way have changed',
          },
        ]
  return [
    ...fingerprint,
    {
      field: 'calculation_id',
      issue: 'the calculation_id of the new preview',
      value: calculationId,
    },
    was('direction', pinned.direction, now.direction),
    was('m2m_collateral_amount', pinned.collateral_amount, now.collateral_amount),
    was('m2m_notional_usd', pinned.notional_usd, now.notional_usd),
    was('current_price', pinned.asset_price, now.asset_price),
    was('collateral_price', pinned.collateral_price, now.collateral_price),
    {
      field: 'can_submit_m2m',
      issue: 'whether the new preview can be submitted',
      value: String(calculation.reasons.length === 0),
    },
  ]
}
