import type { Agreement, AvailableAction, Order } from '@vadium/client'
import type { DealScript, Firm } from '@vadium/book/played'
import { layTable, tableLines } from '@vadium/cli/parts'
import { quantity, usd } from './shown-figure.ts'
import { labelled } from './shown-lines.ts'
import { bookTime } from './shown-time.ts'

/** An onboarded firm, as a line. */
export function firmLines(firms: readonly Firm[]): string[] {
  const rows = firms.map(({ side, name, custodian, public_key }) => [
    side,
    name,
    `at ${custodian.name}`,
    `key ${public_key.slice(0, 4)}…${public_key.slice(-4)}`,
  ])
  return tableLines(layTable([{}, {}, {}, {}], rows))
}

/** The terms in effect between two firms. */
export function agreementLines(
  { versions }: Agreement,
  { asset, collateral_asset: collateral }: DealScript,
  width: number,
): string[] {
  const version = versions.at(-1)
  if (version === undefined) return []
  const { terms, in_effect_time } = version
  const effect = in_effect_time === null ? 'not yet' : `from ${bookTime(in_effect_time)}`
  const coverage =
    terms.haircut === null
      ? `${terms.requirement_percent ?? ''} % required`
      : `a haircut of ${terms.haircut}`
  const tolerance =
    terms.dispute_tolerance_percent === null
      ? usd(terms.dispute_tolerance_usd ?? '0')
      : `${terms.dispute_tolerance_percent} % of a call`
  const lots =
    terms.lot_top_up === null ? '' : ` in lots of ${quantity(terms.lot_top_up, collateral)},`
  return labelled(
    [
      [
        'coverage',
        `${coverage}, margin call at ${terms.margin_call_percent} %, liquidation at ${terms.liquidation_percent} %`,
      ],
      [
        'calls',
        `from ${usd(terms.minimum_notional_top_up_usd)} on,${lots} answered within ${terms.cure_time_seconds / 3600} h`,
      ],
      ['disputes', `beyond ${tolerance}; the undisputed part is transferred at once`],
      ['interest', `${terms.day_count}, paid in ${asset}`],
      ['accepted', `by both firms, in effect ${effect}`],
    ],
    width,
  )
}

/** A new order, and the side that may answer it. */
export function orderLines(order: Order, asked: string, width: number): string[] {
  const pledged = quantity(order.collateral_quantity, order.collateral_asset)
  return labelled(
    [
      ['lent', `${quantity(order.asset_quantity, order.asset)} at ${order.rate_percent} % a year`],
      ['pledged', pledged],
      ['between', `${order.lender_name}, lender, and ${order.borrower_name}, borrower`],
      ['next', choiceOf(order.actions, asked, order.expire_time)],
    ],
    width,
  )
}

/** The available actions of a side. `spoken`: other words for some actions. */
export function choiceOf(
  actions: readonly AvailableAction[],
  name: string,
  until: string | null,
  spoken: Readonly<Record<string, string>> = {},
): string {
  const words = actions
    .filter(({ available }) => available)
    .map(({ action }) => spoken[action] ?? action)
  const choice = [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((each) => each !== '')
  const time = until === null ? '' : `, until ${bookTime(until)}`
  return `${name} may ${choice.join(' or ')}${time}`
}
