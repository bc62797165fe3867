import {
  closeOrder,
  createMarkToMarketRequest,
  createOrderRequest,
  errorReason,
  orderStates,
  type Position,
  previewMarkToMarketRequest,
  sendCollateral,
} from '@vadium/schema'
import type { Caller } from '../../../platform/signing/caller.ts'
import { closingBlocker, marginFirst } from '../blockers/close-blockers.ts'
import { eligibilityBlocker, kindsUnderTerms } from '../blockers/order-request-eligibility.ts'
import { ownRetiredFault } from '../blockers/own-retired-wallets.ts'
import { tripartyBlocker } from '../blockers/triparty.ts'
import { moveBlocker } from '../lifecycle/state-moves.ts'
import { issueOf, notForRole, offer } from '../parties/offer.ts'
import { markBlocker } from './mark-blocker.ts'
import { sendingBlocker } from './sending-blocker.ts'
import type { ListedPosition } from './listed-position.ts'
import type { PositionFigures } from './position-figures.ts'

type Action = Position['actions'][number]

const tooLittle = 'The amount due is below the minimum notional or rounds to zero.'
const notSubmitted: Readonly<Record<string, string>> = {
  ABOVE_MARGIN_CALL_LEVEL:
    'Coverage is above the margin call level, at or below which a top-up can be submitted.',
  BELOW_RELEASE_LEVEL:
    'Coverage is below the release level, at or above which a release can be submitted.',
  RECEIVER_IN_DEFAULT:
    'A default of the borrower is declared: only the lender can request a release.',
}

/** The actions that the caller may do with a position, with the reason if one is not available. */
export function positionActions(
  position: ListedPosition,
  figures: PositionFigures,
  { organizationId, role }: Pick<Caller, 'organizationId' | 'role'>,
  nowMs: number,
): Action[] {
  const { refusal, m2mReason } = figures
  const refused = refusal && errorReason(refusal.reason).message
  const unmarkable = markBlocker(position)
  const blocked = unmarkable && errorReason(unmarkable.reason).message
  const notDue = m2mReason === null ? undefined : (notSubmitted[m2mReason] ?? tooLittle)
  const retired = ownRetiredFault(position.closeBlockers.ownRetiredWallets, ['collateral'])
  return [
    offer('preview', notForRole(previewMarkToMarketRequest, role) ?? refused),
    offer(
      'create_mark_to_market_request',
      notForRole(createMarkToMarketRequest, role) ?? refused ?? notDue ?? issueOf(retired),
    ),
    offer(
      'send_collateral',
      notForRole(sendCollateral, role) ??
        blocked ??
        issueOf(sendingBlocker(position, figures, organizationId) ?? retired),
    ),
    offer('close', notForRole(closeOrder, role) ?? notToClose(position, organizationId, nowMs)),
    ...kindsUnderTerms(position).map((kind) => {
      const deal = { ...position, ...position.closeBlockers }
      const blocker = eligibilityBlocker(kind, deal, organizationId)
      return offer(kind, notForRole(createOrderRequest, role) ?? blocker?.details[0]?.issue)
    }),
  ]
}

/** A close changes the order, so the order decides. */
function notToClose(
  position: ListedPosition,
  organizationId: string,
  nowMs: number,
): string | undefined {
  const { lenderId, borrowerId, orderStatus: status, closeBlockers } = position
  const order = { lenderId, borrowerId, status }
  return (
    moveBlocker(orderStates, order, 'close', organizationId) ??
    issueOf(
      tripartyBlocker(position) ??
        closingBlocker(closeBlockers) ??
        marginFirst(closeBlockers, { nowMs }),
    )
  )
}
