import { readPrinted } from '../decimal-input.ts'
import { isRecord, type Difference } from '../differences.ts'
import { Comparison } from './comparison.ts'
import { compareHead, compareSide, compareSides, headShape } from './content-head.ts'
import { ofShape, type Shaped } from './content-shape.ts'
import { compareQuantities, interestOf, interestShape } from './interest-content.ts'
import { statedFigures } from './stated-position.ts'
import { statedRate } from './stated-rate.ts'

/** The terms of an order that a confirmation of this version knows. */
export const confirmedTerms: readonly string[] = [
  'requirement_percent',
  'haircut',
  'margin_call_percent',
  'liquidation_percent',
  'top_up_when',
  'release_percent',
  'default_causes',
  'grace_seconds',
  'liquidation_confirm_seconds',
  'settlement_time_seconds',
  'dispute_time_seconds',
  'recall_notice_seconds',
  'close_out_discount',
  'close_out_scope',
  'eligible_collateral',
  'threshold_usd',
  'minimum_notional_top_up_usd',
  'minimum_notional_release_usd',
  'minimum_applies_to',
  'lot_top_up',
  'lot_release',
  'day_count',
  'interest_schedule',
  'cure_time_seconds',
  'calendars',
  'time_zone',
  'notification_time',
  'response_time',
  'dispute_tolerance_usd',
  'dispute_tolerance_percent',
  'dispute_method',
]

const shape = {
  ...headShape,
  order: {
    id: 'text',
    number: 'integer',
    creator_id: 'text',
    lender_id: 'text',
    lender_name: 'text',
    borrower_id: 'text',
    borrower_name: 'text',
    asset: 'text',
    asset_quantity: 'decimal',
    rate_percent: 'decimal',
    collateral_asset: 'text',
    collateral_quantity: 'decimal',
    collateral_type: 'text',
    lender_asset_wallet_id: 'text?',
    lender_collateral_wallet_id: 'text?',
    borrower_asset_wallet_id: 'text?',
    borrower_collateral_wallet_id: 'text?',
    wallets: [{ id: 'text', name: 'text', custodian: 'text' }],
    terms: 'any',
    terms_version: 'integer',
    maturity_time: 'time?',
    position_id: 'text?',
    create_time: 'time',
  },
  order_request: {
    orNull: {
      id: 'text',
      kind: 'text',
      creator_id: 'text',
      rate_percent: 'decimal?',
      effective_time: 'time?',
      terms_version: 'integer?',
      maturity_time: 'time?',
      accept_time: 'time',
    },
  },
  accept_time: 'time',
  active_time: 'time?',
  /** Only where another collateral has replaced that of the opening. */
  collateral_replaced: { orAbsent: 'boolean' },
  rate_percent: 'decimal',
  rate_from: 'day',
  rates: [{ from: 'day', rate_percent: 'decimal' }],
  figures: {
    asset_quantity: 'decimal',
    asset_price_usd: 'decimal?',
    asset_notional_usd: 'decimal?',
    collateral_quantity: 'decimal',
    collateral_price_usd: 'decimal?',
    collateral_value_usd: 'decimal?',
    ltv_percent: 'decimal?',
    ccr_percent: 'decimal?',
  },
  interest: { orNull: { ...interestShape, accrued: 'decimal' } },
} as const
type Confirmation = Shaped<typeof shape>

/** What of a confirmation contradicts the rest of it. */
export function confirmationDifferences(content: unknown): Difference[] {
  const read = ofShape('content', shape, content)
  if ('differences' in read) return read.differences
  const confirmed = read.value
  const found = new Comparison()
  compareHead(found, confirmed)
  compareOrder(found, confirmed)
  compareRates(found, confirmed)
  compareRequest(found, confirmed)
  const { figures } = confirmed
  found.recomputed('figures', figures, () => statedFigures(figures))
  compareInterest(found, confirmed)
  return found.differences
}

function compareOrder(found: Comparison, confirmed: Confirmation): void {
  const { order, lender, borrower, figures, active_time: activeTime } = confirmed
  compareSides(found, 'order', confirmed, order)
  compareSide(found, 'order.creator_id', confirmed, order.creator_id)
  found.same('order.lender_name', lender.name, order.lender_name)
  found.same('order.borrower_name', borrower.name, order.borrower_name)
  const { terms } = order
  found.holds('order.terms', isRecord(terms), 'an object', terms)
  const added = Object.keys(isRecord(terms) ? terms : {}).filter(
    (name) => !confirmedTerms.includes(name),
  )
  found.holds('order.terms', added.length === 0, 'terms that are known', added[0])
  const named = [
    order.lender_asset_wallet_id,
    order.lender_collateral_wallet_id,
    order.borrower_asset_wallet_id,
    order.borrower_collateral_wallet_id,
  ]
  for (const [index, { id }] of order.wallets.entries()) {
    found.holds(`order.wallets.${index}.id`, named.includes(id), 'a wallet of the order', id)
  }
  if (activeTime === null) {
    found.same('figures.asset_quantity', order.asset_quantity, figures.asset_quantity)
    found.same(
      'figures.collateral_quantity',
      order.collateral_quantity,
      figures.collateral_quantity,
    )
  } else {
    const lent = readPrinted(figures.asset_quantity, 'asset_quantity')
    found.holds(
      'figures.asset_quantity',
      !lent.greaterThan(readPrinted(order.asset_quantity, 'asset_quantity')),
      `at most ${order.asset_quantity}, which was lent at the opening`,
      figures.asset_quantity,
    )
  }
}

function compareRates(found: Comparison, confirmed: Confirmation): void {
  const { rates, order, interest } = confirmed
  const [first] = rates
  const opened = dayOf(confirmed.active_time ?? confirmed.accept_time)
  found.same('rates.0', { from: opened, rate_percent: order.rate_percent }, first ?? 'missing')
  for (const [index, { from }] of rates.entries()) {
    const before = rates[index - 1]?.from ?? from
    found.holds(`rates.${index}.from`, before <= from, `not before ${before}`, from)
  }
  const now = statedRate(rates, dayOf(confirmed.create_time))
  if (now === undefined) return
  found.same('rate_percent', now.rate_percent, confirmed.rate_percent)
  found.same('rate_from', now.from, confirmed.rate_from)
  for (const [index, { from, rate_percent: rate }] of (interest?.periods ?? []).entries()) {
    const expected = statedRate(rates, from)?.rate_percent
    found.same(`interest.periods.${index}.rate_percent`, expected, rate)
  }
}

function compareRequest(found: Comparison, confirmed: Confirmation): void {
  const { order, order_request: request, rates, create_time: created } = confirmed
  if (request === null) {
    found.same('accept_time', created, confirmed.accept_time)
    return
  }
  compareSide(found, 'order_request.creator_id', confirmed, request.creator_id)
  found.same('order_request.accept_time', created, request.accept_time)
  const is = (kind: string, member: string, expected: unknown, actual: unknown) => {
    found.same(`order_request.${member}`, request.kind === kind ? expected : null, actual)
  }
  const newest = rates.at(-1)
  is('rerate', 'rate_percent', newest?.rate_percent, request.rate_percent)
  is('amend', 'terms_version', order.terms_version, request.terms_version)
  is('extend', 'maturity_time', order.maturity_time, request.maturity_time)
  if (request.kind === 'rerate') {
    const from = dayOf(request.effective_time ?? request.accept_time)
    found.same(`rates.${rates.length - 1}.from`, from, newest?.from)
  } else found.same('order_request.effective_time', null, request.effective_time)
}

function compareInterest(found: Comparison, confirmed: Confirmation): void {
  const { interest, order, active_time: activeTime, create_time: created } = confirmed
  const bears = activeTime !== null && dayOf(activeTime) < dayOf(created)
  const expected = bears ? 'the interest until this revision' : 'null: no day bears interest'
  found.holds('interest', (interest !== null) === bears, expected, interest)
  if (interest === null || activeTime === null) return
  const { periods } = interest
  const { terms } = order
  found.recomputed('interest', interest, () => ({ accrued: interestOf(interest) }))
  found.same(
    'interest.day_count',
    isRecord(terms) ? terms['day_count'] : undefined,
    interest.day_count,
  )
  found.same('interest.periods.0.from', dayOf(activeTime), periods[0]?.from)
  found.same(`interest.periods.${periods.length - 1}.to`, dayOf(created), periods.at(-1)?.to)
  compareQuantities(found, 'interest', interest, order.asset_quantity)
}

/** The day of a time in UTC. */
const dayOf = (time: string) => time.slice(0, 10)
