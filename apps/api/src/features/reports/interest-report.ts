import { Decimal, formatDecimal, interestPeriods } from '@vadium/margin'
import type { InterestRow } from '@vadium/schema'
import { inOrder, type Snapshot } from '../../platform/db/snapshots.ts'
import {
  accruedInterest,
  bearingQuantity,
  interestBasis,
  type ListedPosition,
  selectListed,
} from '../deals/index.ts'
import type { RowChoice } from './collateral-movement-report.ts'
import type { ReportPeriod } from './report-time.ts'
import { bothSides, dealSides } from '../../platform/lists/both-sides.ts'
import { dayMs, dayOf, startOfDay } from '../../platform/instant.ts'

const batchRows = 500

/**
 * The interest of an organization's positions, newest first, with one row for each period of equal
 * quantity and rate. The interest of a row is the interest charged until its end less that until
 * its start, so the rows of adjacent ranges add up to those of the whole range.
 */
export async function* interestReport(
  snapshot: Snapshot,
  choice: RowChoice,
  period: ReportPeriod,
): AsyncGenerator<InterestRow[], void, undefined> {
  for await (const positions of bearingPositions(snapshot, choice, period)) {
    yield positions.flatMap((position) => interestRows(position, choice, period))
  }
}

function bearingPositions(
  snapshot: Snapshot,
  { organizationId, counterpartyId, asset }: RowChoice,
  { from, until }: ReportPeriod,
): AsyncGenerator<ListedPosition[], void, undefined> {
  const scan = (own: 'lender' | 'borrower', other: 'lender' | 'borrower') => `(
    SELECT id, created_at FROM positions
    WHERE ${own}_id = $1::uuid AND active_at < $2 AND ($3::timestamptz IS NULL OR asset_back_at IS NULL OR asset_back_at >= $3)
      AND ($4::uuid IS NULL OR ${other}_id = $4)
    ${inOrder('created_at DESC, id DESC')})`
  return snapshot.rows<ListedPosition>(
    `${selectListed('$2')}
     JOIN ${bothSides(dealSides, scan)} AS own ON own.id = p.id
     WHERE $5::text IS NULL OR o.asset = $5
     ORDER BY own.created_at DESC, own.id DESC`,
    [organizationId, until, from, counterpartyId ?? null, asset ?? null],
    batchRows,
  )
}

function interestRows(
  position: ListedPosition,
  { organizationId }: RowChoice,
  { from, interestUntil }: ReportPeriod,
): InterestRow[] {
  const { activeAt, assetBackAt } = position
  if (activeAt === null) return []
  const fromDay = dayOf(from === null || from < activeAt ? activeAt : from)
  const endsBefore = assetBackAt !== null && assetBackAt < interestUntil
  const toDay = dayOf(endsBefore ? assetBackAt : interestUntil)
  if (toDay <= fromDay) return []
  const isLender = organizationId === position.lenderId
  return periodsOf(position, fromDay, toDay).map((period) => {
    const before = accruedInterest(position, startOfDay(period.from))
    const interest = new Decimal(accruedInterest(position, startOfDay(period.to))).minus(before)
    return {
      position_id: position.id,
      order_id: position.orderId,
      order_id_pretty: position.orderNumber,
      side: isLender ? 'lender' : 'borrower',
      counterparty_id: isLender ? position.borrowerId : position.lenderId,
      counterparty_name: isLender ? position.borrowerName : position.lenderName,
      asset: position.asset,
      from_day: period.from,
      to_day: period.to,
      days: (Date.parse(period.to) - Date.parse(period.from)) / dayMs,
      quantity: formatDecimal(period.notional),
      rate_percent: formatDecimal(period.ratePercent),
      day_count: position.dayCount,
      interest: formatDecimal(interest),
    }
  })
}

/** The periods of a range in which quantity and rate stay the same. */
function periodsOf(position: ListedPosition, from: string, to: string) {
  const { ratePercent, interestChanges: changes, dayCount } = position
  const basis = interestBasis({ quantity: bearingQuantity(position), ratePercent, changes })
  return interestPeriods({ ...basis, from, to, dayCount })
}
