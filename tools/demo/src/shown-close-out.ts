import type { CloseOut, CloseOutStatement } from '@vadium/client'
import type { Act } from '@vadium/book/played'
import { quantity, usd } from './shown-figure.ts'
import { labelled } from './shown-lines.ts'
import { bookTime } from './shown-time.ts'

/** A declared default, or what has become of it. A termination shows its figures. */
export function closeOutLines(closeOut: CloseOut, act: Act['act'], width: number): string[] {
  const { status, statement, earliest_terminate_time: from, fact } = closeOut
  const rows: [label: string, text: string][] = [['status', status]]
  if (act === 'declare') {
    rows.push(
      ['fact', `at or below the liquidation level since ${bookTime(fact.since_time)}`],
      ['next', `the lender may terminate the deal, from ${bookTime(from)} on`],
    )
  }
  if (act === 'terminate' && statement !== null) rows.push(...statementRows(statement))
  return labelled(rows, width)
}

function statementRows(statement: CloseOutStatement): [label: string, text: string][] {
  const { asset, asset_quantity, interest_owed, claim_usd, kept, residual_claim_usd } = statement
  return [
    [
      'claim',
      `${quantity(asset_quantity, asset)} and ${quantity(interest_owed, asset)} of interest`,
    ],
    ['worth', usd(claim_usd)],
    ['discount', `${statement.discount} off the price of what is kept`],
    ...kept.flatMap((one): [string, string][] => [
      ['kept', quantity(one.kept_quantity, one.asset)],
      ['back', quantity(one.back_quantity, one.asset)],
    ]),
    ['left', `${usd(residual_claim_usd)} of the claim`],
  ]
}
