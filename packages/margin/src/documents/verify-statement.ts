import { Decimal } from '../decimal.ts'
import { readPrinted } from '../decimal-input.ts'
import type { Difference } from '../differences.ts'
import { MarginInputError } from '../margin-input-error.ts'
import { Comparison } from './comparison.ts'
import { compareHead, compareOnlyRevision, headShape } from './content-head.ts'
import { ofShape, type Shaped } from './content-shape.ts'
import { compareQuantities, interestOf, interestShape } from './interest-content.ts'
import { statedFigures, statedLevels } from './stated-position.ts'
import { isFullStatement, StatementTotals, type StatedTotals } from './statement-totals.ts'

const shape = {
  ...headShape,
  cut_time: 'time',
  positions: [
    {
      order_id: 'text',
      order_id_pretty: 'integer',
      status: 'text',
      asset: 'text',
      asset_quantity: 'decimal',
      collateral_asset: 'text',
      collateral_type: 'text',
      collateral_quantity: 'decimal',
      deliveries_in_transit: 'decimal',
      returns_in_transit: 'decimal',
      rate_percent: 'decimal',
      rate_from: 'day?',
      terms_version: 'integer',
      interest_accrued: 'decimal',
      asset_price_usd: 'decimal?',
      collateral_price_usd: 'decimal?',
      asset_notional_usd: 'decimal?',
      collateral_value_usd: 'decimal?',
      ltv_percent: 'decimal?',
      ccr_percent: 'decimal?',
      margin_call_reached: 'boolean?',
      liquidation_reached: 'boolean?',
      margin_call_percent: 'decimal',
      liquidation_percent: 'decimal',
      is_lent: 'boolean',
      interest: interestShape,
    },
  ],
  totals: {
    positions: 'integer',
    positions_left_out: 'integer',
    unpriced: 'integer',
    margin_call_reached: 'integer',
    liquidation_reached: 'integer',
    asset_notional_usd: 'decimal',
    collateral_value_usd: 'decimal',
    assets: [
      {
        asset: 'text',
        lent_quantity: 'decimal',
        collateral_quantity: 'decimal',
        interest_accrued: 'decimal',
      },
    ],
  },
} as const
type Statement = Shaped<typeof shape>
type Row = Statement['positions'][number]

/** What of a margin statement contradicts the rest of it. */
export function statementDifferences(content: unknown): Difference[] {
  const read = ofShape('content', shape, content)
  if ('differences' in read) return read.differences
  const { cut_time: cut, create_time: created, positions, totals } = read.value
  const found = new Comparison()
  compareHead(found, read.value)
  compareOnlyRevision(found, read.value)
  found.holds('cut_time', cut <= created, `not after ${created}`, cut)
  const orders = new Set<string | number>()
  for (const [index, row] of positions.entries()) {
    const place = `positions.${index}`
    for (const name of ['order_id', 'order_id_pretty'] as const) {
      found.holds(`${place}.${name}`, !orders.has(row[name]), 'once', 'more than once')
      orders.add(row[name])
    }
    compareRow(found, place, row, cut.slice(0, 10))
  }
  compareTotals(found, positions, totals)
  return found.differences
}

function compareRow(found: Comparison, place: string, row: Row, cutDay: string): void {
  found.recomputed(place, row, () => ({
    ...statedFigures(row),
    ...statedLevels(row, row),
    interest_accrued: interestOf(row.interest),
  }))
  compareQuantities(found, `${place}.interest`, row.interest)
  const last = row.interest.periods.at(-1)
  // A position in its opening has no day with interest yet.
  if (row.rate_from === null) {
    found.holds(`${place}.interest.periods`, last === undefined, 'none', row.interest.periods)
    return
  }
  const until = last?.to ?? row.rate_from
  if (row.status === 'ACTIVE') found.same(`${place}.interest.to`, cutDay, until)
  else found.holds(`${place}.interest.to`, until <= cutDay, `at most ${cutDay}`, until)
  found.holds(`${place}.rate_from`, row.rate_from <= until, `at most ${until}`, row.rate_from)
  // A rate that begins on the day of the cut bears interest from that day on.
  if (last !== undefined && row.rate_from < until) {
    found.same(`${place}.rate_percent`, last.rate_percent, row.rate_percent)
  }
}

const counts = ['unpriced', 'margin_call_reached', 'liquidation_reached'] as const
const sums = ['asset_notional_usd', 'collateral_value_usd'] as const
/** Interest may be negative, so that of other positions may make a sum less. */
const sumsOfAsset = ['lent_quantity', 'collateral_quantity'] as const

/** The sums are those of the rows, or not less, if the statement is full and leaves others out. */
function compareTotals(found: Comparison, rows: readonly Row[], totals: Statement['totals']): void {
  const { positions_left_out: leftOut } = totals
  found.holds('totals.positions_left_out', leftOut >= 0, 'at least 0', leftOut)
  const expected = addedUp(found, rows)
  if (expected === undefined) return
  if (leftOut <= 0) {
    found.same('totals', { ...expected, positions_left_out: 0 }, totals)
    return
  }
  found.holds(
    'totals.positions_left_out',
    isFullStatement(
      rows.length,
      rows.reduce((sum, { interest }) => sum + interest.periods.length, 0),
    ),
    '0, unless the statement lists as many as it may',
    leftOut,
  )
  found.same('totals.positions', rows.length + leftOut, totals.positions)
  for (const name of counts) {
    const [least, most] = [expected[name], expected[name] + leftOut]
    const isBetween = least <= totals[name] && totals[name] <= most
    found.holds(`totals.${name}`, isBetween, `from ${least} to ${most}`, totals[name])
  }
  for (const name of sums) {
    compareSum(found, `totals.${name}`, expected[name], totals[name])
  }
  for (const { asset, ...ofAsset } of expected.assets) {
    const stated = totals.assets.find((one) => one.asset === asset)
    for (const name of sumsOfAsset) {
      compareSum(found, `totals.assets.${asset}.${name}`, ofAsset[name], stated?.[name] ?? '-1')
    }
  }
}

/** Undefined if a row has something that cannot be added up. */
function addedUp(found: Comparison, rows: readonly Row[]): StatedTotals | undefined {
  const added = new StatementTotals()
  try {
    for (const row of rows) added.add(row)
  } catch (error) {
    if (!(error instanceof MarginInputError)) throw error
    found.holds('positions', false, `${error.member} ${error.issue}`, 'something else')
    return undefined
  }
  return added.stated(rows.length)
}

/** No position has a negative value, so those that are not listed only add to a sum. */
function compareSum(found: Comparison, member: string, least: string, stated: string): void {
  const isEnough = Decimal.max(readPrinted(least, member), readPrinted(stated, member)).equals(
    readPrinted(stated, member),
  )
  found.holds(member, isEnough, `at least ${least}, which is listed`, stated)
}
