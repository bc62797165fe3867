import { interestTable } from './calculation-tables.ts'
import type { Members } from './content-reading.ts'
import type { Sheet } from './sheet.ts'
import { amount, partyText, percentOr, termRows, timeText } from './words.ts'

/** The terms on which both sides agreed, as they are after the change that made the document. */
export function writeConfirmation(sheet: Sheet, content: Members): void {
  const order = content.of('order')
  const change = content.maybe('order_request')
  const [lender, borrower] = [content.of('lender'), content.of('borrower')]
  const parties = `${partyText(lender)} lends ${amount(order, 'asset_quantity', 'asset')} to ${partyText(borrower)} against ${amount(order, 'collateral_quantity', 'collateral_asset')}.`
  // After a substitution, the collateral is no longer that of the opening.
  const pledged =
    content.value('collateral_replaced') === true ? 'Collateral agreed' : 'Pledged at the opening'
  sheet.paragraph(`${parties} ${whatChanged(order, change)}`)

  sheet.figures([
    ['LENT AT THE OPENING', amount(order, 'asset_quantity', 'asset')],
    [pledged.toUpperCase(), amount(order, 'collateral_quantity', 'collateral_asset')],
    ['RATE', `${content.text('rate_percent')} % a year`],
  ])

  sheet.heading('The loan')
  sheet.facts([
    ['Order', order.text('number')],
    ['Lent at the opening', amount(order, 'asset_quantity', 'asset')],
    ['Rate', `${content.text('rate_percent')} % a year, from ${content.text('rate_from')}`],
    ['Maturity', order.textOr('maturity_time', 'none: open until a side ends it')],
    [pledged, amount(order, 'collateral_quantity', 'collateral_asset')],
    ['Collateral held', order.text('collateral_type')],
    ['Accepted', content.text('accept_time')],
  ])
  writeRates(sheet, content.list('rates'))
  writeChange(sheet, change)
  writeFigures(sheet, content.of('figures'))

  const interest = content.maybe('interest')
  if (interest !== undefined) {
    sheet.heading('Interest until this revision')
    interestTable(sheet, interest.list('periods'))
    sheet.facts([
      ['Day count', interest.text('day_count')],
      ['Smallest unit', `${interest.text('unit')} ${order.text('asset')}`],
      ['Accrued, rounded up', `${interest.text('accrued')} ${order.text('asset')}`],
    ])
  }

  sheet.heading(`Terms: version ${order.text('terms_version')} of the agreement`)
  sheet.facts(termRows(order.of('terms')))

  sheet.heading('Wallets')
  sheet.table(
    [
      { title: 'Side and asset', part: 3 },
      { title: 'Wallet', part: 3 },
      { title: 'Name', part: 3 },
      { title: 'Custodian', part: 2 },
    ],
    walletRows(order),
  )
}

/** One may begin on a later day than this revision. */
function writeRates(sheet: Sheet, rates: readonly Members[]): void {
  if (rates.length === 1) return
  sheet.heading('The rates that were agreed')
  sheet.table(
    [
      { title: 'From', part: 3 },
      { title: 'Percent a year', part: 3, align: 'right' },
      { title: '', part: 6 },
    ],
    rates.map((rate) => [rate.text('from'), rate.text('rate_percent'), '']),
  )
}

function whatChanged(order: Members, change: Members | undefined): string {
  if (change === undefined) {
    return `Both sides have agreed: this confirms order ${order.text('number')} as it was accepted.`
  }
  return `Both sides have agreed on another change: this confirms order ${order.text('number')} as it is since the ${change.text('kind')} that was ${change.text('kind') === 'substitution' ? 'decided' : 'accepted'} on ${timeText(change.text('accept_time'))}. It replaces the revisions before it.`
}

function writeChange(sheet: Sheet, change: Members | undefined): void {
  if (change === undefined) return
  const kinds: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    rerate: [
      ['New rate', `${percentOr(change, 'rate_percent', 'none')} a year`],
      ['From', change.textOr('effective_time', 'its acceptance')],
    ],
    amend: [['New version of the terms', change.textOr('terms_version', 'none')]],
    extend: [['New maturity', change.textOr('maturity_time', 'none')]],
  }
  sheet.heading('What has changed')
  sheet.facts([
    ['Kind', change.text('kind')],
    ...(kinds[change.text('kind')] ?? []),
    ['Request', change.text('id')],
    [change.text('kind') === 'substitution' ? 'Decided' : 'Accepted', change.text('accept_time')],
  ])
}

function writeFigures(sheet: Sheet, figures: Members): void {
  sheet.heading('Value when this was made')
  sheet.table(
    [
      { title: '', part: 3 },
      { title: 'Quantity', part: 3, align: 'right' },
      { title: 'Price, USD', part: 3, align: 'right' },
      { title: 'Value, USD', part: 3, align: 'right' },
    ],
    [
      [
        'Lent',
        figures.text('asset_quantity'),
        figures.textOr('asset_price_usd', 'no current price'),
        figures.textOr('asset_notional_usd', 'none'),
      ],
      [
        'Collateral agreed or held',
        figures.text('collateral_quantity'),
        figures.textOr('collateral_price_usd', 'no current price'),
        figures.textOr('collateral_value_usd', 'none'),
      ],
    ],
  )
  sheet.facts([
    ['Loan to value, rounded up', percentOr(figures, 'ltv_percent', 'none')],
    ['Coverage, rounded down', percentOr(figures, 'ccr_percent', 'none')],
  ])
}

function walletRows(order: Members): string[][] {
  const wallets = order.list('wallets')
  return (
    ['lender_asset', 'lender_collateral', 'borrower_asset', 'borrower_collateral'] as const
  ).map((side) => {
    const id = order.textOr(`${side}_wallet_id`, 'not named')
    const wallet = wallets.find((one) => one.text('id') === id)
    const label = side.replace('_', ', ')
    return [
      label.charAt(0).toUpperCase() + label.slice(1),
      id,
      wallet?.text('name') ?? '',
      wallet?.text('custodian') ?? '',
    ]
  })
}
