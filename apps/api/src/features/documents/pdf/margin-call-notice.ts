import { inputTable, stepTable } from './calculation-tables.ts'
import type { Members } from './content-reading.ts'
import type { Column, Sheet } from './sheet.ts'
import { amount, partyText, percentOr, timeText, usd } from './words.ts'

/** What one side asks of the other, and how it was computed. */
export function writeMarginCallNotice(sheet: Sheet, content: Members): void {
  const [request, preview] = [content.of('request'), content.of('preview')]
  const isTopUp = request.text('direction') === 'TopUp'
  const [lender, borrower] = [content.of('lender'), content.of('borrower')]
  const [sender, receiver] = isTopUp ? [borrower, lender] : [lender, borrower]
  const isOfSender =
    request.text('creator_id') === sender.text('organization_id')
      ? `offers to send`
      : 'is called on to send'
  sheet.paragraph(
    `${partyText(sender)} ${isOfSender} ${amount(request, 'collateral_amount', 'collateral_asset')} to ${partyText(receiver)}. The answer is due by ${timeText(request.text('expire_time'))}.`,
  )

  sheet.figures([
    ['TO SEND', amount(request, 'collateral_amount', 'collateral_asset')],
    ['DUE', usd(request.text('notional_usd'))],
    ['COVERAGE', percentOr(preview, 'ccr_percent', 'none')],
  ])

  sheet.heading('The call')
  sheet.facts([
    ['Order', request.text('order_id_pretty')],
    ['Direction', isTopUp ? 'TopUp: the borrower sends' : 'Release: the lender sends back'],
    ['Amount to send', amount(request, 'collateral_amount', 'collateral_asset')],
    ['Amount due', usd(request.text('notional_usd'))],
    ['Created', request.text('create_time')],
    ['Answer due', request.text('expire_time')],
  ])

  if (content.value('call_set') !== undefined) writeCallSet(sheet, content)

  sheet.heading('The position')
  sheet.facts([
    ['Lent', amount(preview, 'asset_quantity', 'asset')],
    ['Price of the asset', usd(preview.text('current_price'))],
    ['Value of the loan', usd(preview.text('asset_notional_usd'))],
    ['Price of the collateral', usd(request.text('collateral_price_usd'))],
    ['Loan to value', percentOr(preview, 'ltv_percent', 'none')],
    ['Coverage', percentOr(preview, 'ccr_percent', 'none')],
  ])

  const calculation = content.of('calculation')
  sheet.heading(`Calculation, by formulas ${calculation.text('formula_version')}: inputs`)
  inputTable(sheet, calculation)
  sheet.heading('Steps')
  stepTable(sheet, calculation)
  sheet.heading('Prices at which something is triggered, if all else stays')
  sheet.table(
    [
      { title: 'Trigger', part: 4 },
      { title: 'Price of the asset', part: 4, align: 'right' },
      { title: 'Price of the collateral', part: 4, align: 'right' },
      { title: 'Unit', part: 2 },
    ],
    calculation
      .list('trigger_prices')
      .map((trigger) => [
        trigger.text('name'),
        trigger.textOr('asset_price', 'none'),
        trigger.textOr('collateral_price', 'none'),
        trigger.text('unit'),
      ]),
  )
}

/** That the request is one of several, and which minimum it has reached. */
function writeCallSet(sheet: Sheet, content: Members): void {
  const [set, request] = [content.of('call_set'), content.of('request')]
  const requests = set.list('requests')
  const [total, minimum] = [
    usd(set.text('total_notional_usd')),
    usd(set.text('minimum_notional_usd')),
  ]
  const isCarried = content
    .of('calculation')
    .list('reasons')
    .some((reason) => reason.text('code') === 'BELOW_MINIMUM_NOTIONAL')
  const ownMinimum = usd(content.of('preview').text('minimum_notional_usd'))
  const due = usd(request.text('notional_usd'))
  sheet.heading('The call set')
  sheet.paragraph(
    isCarried
      ? `${due} is below ${ownMinimum}, the minimum of a request by itself. The terms compare the minimum with the sum of the requests that are created together: ${total}, which reaches the minimum of ${minimum}.`
      : `${due} reaches ${ownMinimum}, the minimum of a request by itself. It was created together with others, and the sum is ${total}.`,
  )
  sheet.space(6)
  sheet.facts([
    ['Call set', set.text('id')],
    ['Requests', String(requests.length)],
    ['Sum of the amounts due', total],
    [
      'Minimum of the sum',
      `${minimum}, by version ${set.text('minimum_terms_version')} of the agreement`,
    ],
    [
      'Terms of the deal',
      `version ${set.text('terms_version')}, minimum_applies_to: ${set.text('minimum_applies_to')}`,
    ],
  ])
  sheet.space(8)
  writeRequests(sheet, requests)
}

const requestsInRow = 3

/** Several side by side, so that five hundred take three pages. */
function writeRequests(sheet: Sheet, requests: readonly Members[]): void {
  const cells = requests.map((one) => [one.text('order_id_pretty'), one.text('notional_usd'), ''])
  const rows = Array.from({ length: Math.ceil(cells.length / requestsInRow) }, (_, index) => {
    const row = cells.slice(index * requestsInRow, (index + 1) * requestsInRow).flat()
    return [...row, ...Array<string>(columns.length - row.length).fill('')]
  })
  sheet.table(columns, rows)
}

const columns: readonly Column[] = Array.from({ length: requestsInRow }, (): Column[] => [
  { title: 'Order', part: 3 },
  { title: 'Due, USD', part: 4, align: 'right' },
  { title: '', part: 1 },
]).flat()
