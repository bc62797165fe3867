import type { Members } from './content-reading.ts'
import type { Sheet } from './sheet.ts'
import { partyText, timeText, usd } from './words.ts'

/** The open deals of a lender and a borrower, at a market cut. */
export function writeMarginStatement(sheet: Sheet, content: Members): void {
  const [lender, borrower] = [content.of('lender'), content.of('borrower')]
  const totals = content.of('totals')
  sheet.paragraph(
    `What ${partyText(lender)} has lent to ${partyText(borrower)}, and the collateral for it, at the market cut of ${timeText(content.text('cut_time'))}.`,
  )
  sheet.figures([
    ['LENT', usd(totals.text('asset_notional_usd'))],
    ['COLLATERAL', usd(totals.text('collateral_value_usd'))],
    ['OPEN POSITIONS', totals.text('positions')],
  ])
  sheet.heading('Sums of all positions')
  sheet.facts([
    ['Kind of document', content.text('kind')],
    ['Market cut', content.text('cut_time')],
    ['Positions', totals.text('positions')],
    ['Of them not listed below', totals.text('positions_left_out')],
    ['At the margin call level', totals.text('margin_call_reached')],
    ['At the liquidation level', totals.text('liquidation_reached')],
    ['Without a price, not in the sums in USD', totals.text('unpriced')],
  ])
  sheet.space(8)
  writeAssets(sheet, totals)
  sheet.heading('Positions, the newest first')
  writePositions(sheet, content.list('positions'))
}

function writeAssets(sheet: Sheet, totals: Members): void {
  sheet.table(
    [
      { title: 'Asset', part: 2 },
      { title: 'Lent', part: 4, align: 'right' },
      { title: 'Collateral', part: 4, align: 'right' },
      { title: 'Interest accrued', part: 4, align: 'right' },
    ],
    totals
      .list('assets')
      .map((row) => [
        row.text('asset'),
        row.text('lent_quantity'),
        row.text('collateral_quantity'),
        row.text('interest_accrued'),
      ]),
  )
}

/** Three tables in the same order, so that no row is too wide to be read. */
function writePositions(sheet: Sheet, positions: readonly Members[]): void {
  sheet.table(
    [
      { title: 'Order', part: 2.2, weight: 'bold' },
      { title: 'Lent', part: 4.2, align: 'right' },
      { title: 'Collateral', part: 4.2, align: 'right' },
      { title: 'Price', part: 3.4, align: 'right' },
      { title: 'Lent, USD', part: 3.4, align: 'right' },
      { title: 'Collateral, USD', part: 3.6, align: 'right' },
      { title: 'Coverage, %', part: 2.4, align: 'right', weight: 'bold' },
    ],
    positions.map((row) => [
      row.text('order_id_pretty'),
      `${row.text('asset_quantity')} ${row.text('asset')}`,
      `${row.text('collateral_quantity')} ${row.text('collateral_asset')}`,
      `${row.textOr('asset_price_usd', 'none')} / ${row.textOr('collateral_price_usd', 'none')}`,
      row.textOr('asset_notional_usd', 'none'),
      row.textOr('collateral_value_usd', 'none'),
      row.textOr('ccr_percent', 'none'),
    ]),
  )
  sheet.space(10)
  sheet.table(
    [
      { title: 'Order', part: 2.2, weight: 'bold' },
      { title: 'Status', part: 2.6 },
      { title: 'In transit, to the lender / back', part: 4, align: 'right' },
      { title: 'Percent a year', part: 2.6, align: 'right' },
      { title: 'Interest accrued', part: 3.6, align: 'right' },
      { title: 'Loan to value, %', part: 2.6, align: 'right' },
      { title: 'Levels, %: call / liquidation', part: 4, align: 'right' },
      { title: 'Reached', part: 2.6 },
    ],
    positions.map((row) => [
      row.text('order_id_pretty'),
      `${row.text('status')}, ${row.text('collateral_type')}`,
      `${row.text('deliveries_in_transit')} / ${row.text('returns_in_transit')}`,
      `${row.text('rate_percent')} ${row.value('rate_from') === null ? '' : `from ${row.text('rate_from')}`}`,
      row.text('interest_accrued'),
      row.textOr('ltv_percent', 'none'),
      `${row.text('margin_call_percent')} / ${row.text('liquidation_percent')}`,
      reached(row),
    ]),
  )
  sheet.space(10)
  sheet.table(
    [
      { title: 'Order', part: 1.4, weight: 'bold' },
      { title: 'Id of the order', part: 4.4 },
      { title: 'Terms', part: 1.2, align: 'right' },
      { title: 'Day count', part: 1.7 },
      { title: 'Unit', part: 2.6 },
      { title: 'Days with interest: quantity, percent a year', part: 7 },
    ],
    positions.map((row) => {
      const interest = row.of('interest')
      return [
        row.text('order_id_pretty'),
        row.text('order_id'),
        row.text('terms_version'),
        interest.text('day_count'),
        interest.text('unit'),
        interest.list('periods').map(periodText).join('; '),
      ]
    }),
  )
}

const periodText = (period: Members) =>
  `${period.text('from')} – ${period.text('to')}: ${period.text('quantity')}, ${period.text('rate_percent')}`

function reached(row: Members): string {
  if (row.value('liquidation_reached') === true) return 'liquidation'
  return row.value('margin_call_reached') === true ? 'margin call' : ''
}
