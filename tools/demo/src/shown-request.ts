import type { MarkToMarketRequest } from '@vadium/client'
import { quantity, usd } from './shown-figure.ts'
import { labelled } from './shown-lines.ts'
import { choiceOf } from './shown-terms.ts'

/** A new request, and the side that may answer it. */
export function askedLines(request: MarkToMarketRequest, asked: string, width: number): string[] {
  const { direction, collateral_amount, collateral_asset, notional_usd, expire_time } = request
  const what =
    direction === 'TopUp' ? 'a top-up' : direction === 'Release' ? 'a release' : direction
  return labelled(
    [
      [
        'asked',
        `${what} of ${quantity(collateral_amount, collateral_asset)}, ${usd(notional_usd)}`,
      ],
      ['status', request.status],
      ['next', choiceOf(request.actions, asked, expire_time)],
    ],
    width,
  )
}

/** The creator's acceptance of a dispute, in words. */
const wordsInDispute = { accept: 'accept the counter-valuation' }

/** The state of a request, and the actions of the side that acts next. */
export function answeredLines(
  { status, dispute, actions, collateral_asset }: MarkToMarketRequest,
  next: string,
  width: number,
): string[] {
  const rows: [label: string, text: string][] = [['status', status]]
  if (dispute !== null) {
    const { counter_notional_usd, reason, note, agreed_notional_usd } = dispute
    const said = note === null ? reason : `${reason}: “${note}”`
    const agreed = quantity(dispute.agreed_collateral_amount, collateral_asset)
    rows.push(
      ['answered', `${usd(counter_notional_usd)} (${said})`],
      ['agreed', `${usd(agreed_notional_usd)}, ${agreed}`],
      ['disputed', usd(dispute.disputed_notional_usd)],
    )
  }
  const mayAct = actions.some(({ available }) => available)
  if (status === 'DISPUTED' && mayAct) {
    rows.push(['next', choiceOf(actions, next, null, wordsInDispute)])
  }
  return labelled(rows, width)
}
