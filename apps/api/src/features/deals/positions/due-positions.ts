import { bothSides, dealColumns } from '../../../platform/lists/both-sides.ts'
import { pairsOfPositions } from './coverage-listing.ts'
import { noticeIsOpen } from '../parties/open-notice.ts'
import { valuedColumns, valuedTables } from './position-columns.ts'
import { type KnownPrices, mayBeDue, pricesAs } from './position-listing.ts'
import type { WatchedPosition } from './valued-position.ts'

/** A position for which a mark-to-market request may be possible, and its deal. */
export interface DuePosition extends WatchedPosition {
  readonly orderNumber: number
  readonly side: 'lender' | 'borrower'
  readonly counterpartyId: string
  readonly counterpartyName: string
  /** Whether a notice of a default is open. */
  readonly hasNotice: boolean
}

/** The positions that may be due, as a statement reads them. */
export interface DuePositions {
  readonly positions: readonly DuePosition[]
  /** Whether positions were left out. */
  readonly hasMore: boolean
}

const otherSide = 'CASE o.lender_id WHEN $1::uuid THEN o.borrower_id ELSE o.lender_id END'
const ofDeal = `CASE o.lender_id WHEN $1::uuid THEN 'lender' ELSE 'borrower' END AS side,
  ${otherSide} AS "counterpartyId",
  (SELECT c.name FROM organizations c WHERE c.id = ${otherSide}) AS "counterpartyName"`

/**
 * Common table expressions (after WITH RECURSIVE) and the column of {@link DuePositions} of the
 * organization `$1` at a time (RFC 3339, as SQL). Calls are due where coverage is low and releases
 * where it is high, so at most `countMax` positions from each end are compared with the prices, and
 * at most as many are valued.
 */
export function duePositions(
  bind: (value: unknown) => string,
  prices: KnownPrices,
  { now, countMax }: { readonly now: string; readonly countMax: number },
): { readonly expressions: string; readonly column: string } {
  const max = bind(countMax)
  const end = (direction: 'ASC' | 'DESC') => {
    const scan = (own: string) => `(
      SELECT l.position_id, l.coverage FROM position_levels l
      WHERE l.${own} = $1::uuid AND l.asset = q.asset AND l.collateral_asset = q.collateral_asset
        AND l.coverage IS NOT NULL
      ORDER BY l.coverage ${direction}, l.position_id ${direction} LIMIT ${max}::int + 1)`
    return `(
      SELECT l.position_id FROM priced_pairs q CROSS JOIN LATERAL ${bothSides(dealColumns, scan)} AS l
      ORDER BY l.coverage * q.ratio ${direction} LIMIT ${max}::int + 1)`
  }
  return {
    expressions: `
      ${pairsOfPositions},
      priced_pairs AS MATERIALIZED (
        SELECT q.asset, q.collateral_asset, (pledged.usd / lent.usd)::double precision AS ratio
        FROM pairs q
        JOIN ${pricesAs('lent', bind, prices)} ON lent.asset = q.asset
        JOIN ${pricesAs('pledged', bind, prices)} ON pledged.asset = q.collateral_asset),
      seen_positions AS MATERIALIZED (${end('ASC')} UNION ${end('DESC')}),
      due_positions AS MATERIALIZED (
        SELECT due.id FROM seen_positions s
        -- With the limit, each is looked up by its id, however many positions there are.
        CROSS JOIN LATERAL (
          SELECT p.id FROM positions p JOIN orders o ON o.id = p.order_id
          WHERE p.id = s.position_id AND ${mayBeDue(bind, prices, now)} LIMIT 1) due
        LIMIT ${max}::int + 1)`,
    column: `json_build_object(
      'hasMore', (SELECT count(*) FROM seen_positions) > 2 * ${max}::int
        OR (SELECT count(*) FROM due_positions) > ${max}::int,
      'positions', coalesce((SELECT json_agg(valued) FROM (
        SELECT ${valuedColumns(now)}, o.number AS "orderNumber", ${ofDeal},
          ${noticeIsOpen} AS "hasNotice" FROM ${valuedTables}
        WHERE p.id IN (SELECT id FROM due_positions LIMIT ${max}::int)) valued), '[]'))`,
  }
}
