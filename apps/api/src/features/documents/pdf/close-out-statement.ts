import { inputTable, interestTable, stepTable } from './calculation-tables.ts'
import type { Members } from './content-reading.ts'
import type { Sheet } from './sheet.ts'
import { amount, partyText, timeText, usd, usdOr } from './words.ts'

/** What a close-out has booked. */
export function writeCloseOutStatement(sheet: Sheet, content: Members): void {
  const closeOut = content.of('close_out')
  const statement = content.of('statement')
  const isBorrower = statement.text('in_default') === 'borrower'
  const [lender, borrower] = [content.of('lender'), content.of('borrower')]
  const [inDefault, declarer] = isBorrower ? [borrower, lender] : [lender, borrower]
  const isFull = statement.text('scope') === 'full'
  sheet.paragraph(
    `${partyText(declarer)} declared a default of ${partyText(inDefault)} for ${causeText(closeOut.text('cause'))} and terminated order ${closeOut.text('order_id_pretty')} ${isFull ? 'in full' : 'in part'} on ${timeText(closeOut.text('terminate_time'))}. This states what was booked.`,
  )
  sheet.figures([
    ['CLAIM', usd(statement.text('claim_usd'))],
    ['DISCHARGED', amount(statement, 'discharged_quantity', 'asset')],
    ['RESIDUAL CLAIM', usd(statement.text('residual_claim_usd'))],
  ])

  sheet.heading('The default')
  const fact = closeOut.of('fact')
  sheet.facts([
    ['Cause', closeOut.text('cause')],
    ['There since', fact.text('since_time')],
    ['About', `${fact.text('resource').replaceAll('_', ' ')} ${fact.text('resource_id')}`],
    [
      'Note of the declarer',
      closeOut.value('note') === null ? 'none' : `"${closeOut.text('note')}"`,
    ],
    ['Declared', closeOut.text('create_time')],
    ['Could be terminated from', closeOut.text('earliest_terminate_time')],
    ['Terminated', closeOut.text('terminate_time')],
  ])
  writeFigures(sheet, statement)

  const calculation = statement.of('calculation')
  const periods = calculation.list('interest_periods')
  if (periods.length > 0) {
    sheet.heading('Interest')
    interestTable(sheet, periods)
  }
  sheet.heading(`Calculation, by formulas ${calculation.text('formula_version')}: inputs`)
  inputTable(sheet, calculation)
  sheet.heading('Steps')
  stepTable(sheet, calculation)
}

function writeFigures(sheet: Sheet, statement: Members): void {
  sheet.heading('What is owed, and what covers it')
  sheet.facts([
    ['Lent and not returned', amount(statement, 'asset_quantity', 'asset')],
    ['Price of the asset', usdOr(statement, 'asset_price_usd', 'none')],
    ['Interest owed', amount(statement, 'interest_owed', 'asset')],
    ['Claim', usd(statement.text('claim_usd'))],
    ['Discount of the prices', statement.text('discount')],
    ['Prices', `${statement.text('price_source')}, of ${statement.text('price_time')}`],
    ['Worth more than the claim', usd(statement.text('overshoot_usd'))],
    ['Interest that goes back', amount(statement, 'back_interest', 'asset')],
  ])
  sheet.space(8)
  sheet.table(
    [
      { title: 'Collateral', part: 3 },
      { title: 'Quantity', part: 4, align: 'right' },
      { title: 'Price, USD', part: 4, align: 'right' },
    ],
    statement
      .list('collateral')
      .map((row) => [row.text('asset'), row.text('quantity'), row.textOr('price_usd', 'none')]),
  )
  sheet.space(8)
  sheet.table(
    [
      { title: 'Asset', part: 3 },
      { title: 'The declarer keeps', part: 4, align: 'right', weight: 'bold' },
      { title: 'Goes back', part: 4, align: 'right', weight: 'bold' },
    ],
    statement
      .list('kept')
      .map((row) => [row.text('asset'), row.text('kept_quantity'), row.text('back_quantity')]),
  )
}

const causes: Readonly<Record<string, string>> = {
  UNMET_CALL: 'an unmet call',
  LIQUIDATION_LEVEL: 'coverage at the liquidation level',
  MISSED_RETURN: 'a missed return',
  MISSED_INTEREST: 'missed interest',
}

const causeText = (cause: string) => causes[cause] ?? cause
