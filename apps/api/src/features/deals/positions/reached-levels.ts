import { type NewNotification, notify } from '../../notifications/index.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { checkNotices } from '../deadlines/checked-notices.ts'
import { callAtMarginCall } from '../deadlines/automatic-calls.ts'
import type { LeveledPosition } from './level.repository.ts'
import { isOfPresentCollateral } from '../terms/replaced-terms.ts'
import { assetIsLent } from './position-columns.ts'
import type { PositionFigures } from './position-figures.ts'

type Level = 'margin_call' | 'liquidation'

/** A level of coverage that a position has fallen to since the last comparison. */
interface ReachedLevel {
  readonly positionId: string
  readonly level: Level
  /** How often the position has fallen to it. */
  readonly occasion: number
  readonly orderId: string
  readonly orderNumber: number
  readonly lenderId: string
  readonly lenderName: string
  readonly borrowerId: string
  readonly borrowerName: string
  readonly lent: string
  readonly coveragePercent: string | null
  readonly levelPercent: string
  /** The amount of a top-up. Null if none is due or it cannot be computed. */
  readonly topUp: string | null
  /** Whether the order closes, so that no top-up can be called. */
  readonly isClosing: boolean
}

/** A position with its levels locked, and its figures at current prices. */
export interface Valuation {
  readonly position: LeveledPosition
  readonly figures: PositionFigures
}

/**
 * Compares what is reached with the recorded alerts. A level that is reached is recorded, and one
 * that no longer is ends, and a notice that it may cure is checked at once. Without a price nothing
 * changes. A position counts as long as its asset is lent.
 */
const compareAlerts = `
  WITH valued AS (
    SELECT * FROM unnest($2::uuid[], $3::boolean[], $4::boolean[], $5::text[], $6::numeric[])
      AS v (position_id, margin_call, liquidation, coverage, top_up)
  ), seen AS (
    SELECT v.position_id, p.lender_id, p.borrower_id, l.level,
      l.reached AND ${assetIsLent} AS reached, l.reached IS FALSE OR NOT ${assetIsLent} AS is_over,
      coalesce(a.is_active AND ${isOfPresentCollateral('a', 'p.order_id')}, false) AS is_active
    FROM valued v
    JOIN positions p ON p.id = v.position_id
    CROSS JOIN LATERAL (VALUES ('margin_call', v.margin_call), ('liquidation', v.liquidation)) AS l (level, reached)
    LEFT JOIN margin_alerts a ON a.position_id = v.position_id AND a.level = l.level
    WHERE p.lender_id = $1 AND (l.reached OR a.is_active)
  ), ended AS (
    UPDATE margin_alerts a SET is_active = false FROM seen s
    WHERE a.position_id = s.position_id AND a.level = s.level AND a.is_active AND s.is_over
    RETURNING a.position_id, a.level
  ), checked AS (
    ${checkNotices('ended', '$7')}
  ), begun AS (
    INSERT INTO margin_alerts AS a
      (position_id, level, lender_id, borrower_id, occasion, is_active, since)
    SELECT position_id, level, lender_id, borrower_id, 1, true, $7::timestamptz FROM seen
    WHERE reached AND NOT is_active
    ON CONFLICT (position_id, level) DO UPDATE
      SET occasion = a.occasion + 1, is_active = true, since = excluded.since
    RETURNING a.position_id, a.level, a.occasion
  )
  SELECT b.position_id AS "positionId", b.level, b.occasion, o.id AS "orderId",
    o.number AS "orderNumber", o.lender_id AS "lenderId", lender.name AS "lenderName",
    o.borrower_id AS "borrowerId", borrower.name AS "borrowerName",
    trim_scale(p.asset_quantity)::text || ' ' || o.asset AS lent,
    v.coverage AS "coveragePercent",
    trim_scale(CASE b.level WHEN 'margin_call' THEN m.margin_call_percent
      ELSE m.liquidation_percent END)::text AS "levelPercent",
    CASE WHEN v.top_up > 0 THEN trim_scale(v.top_up)::text || ' ' || o.collateral_asset END AS "topUp",
    p.status = 'CLOSING' AS "isClosing"
  FROM begun b
  JOIN valued v ON v.position_id = b.position_id
  JOIN positions p ON p.id = b.position_id
  JOIN orders o ON o.id = p.order_id
  JOIN margin_terms m ON m.id = o.terms_id
  JOIN organizations lender ON lender.id = o.lender_id
  JOIN organizations borrower ON borrower.id = o.borrower_id
  ORDER BY o.number, b.level`

/**
 * Notifies both sides of a lender's positions that have fallen to a level of coverage, once until
 * they are above it again, with one statement for all. An automation of the lender may call then.
 */
export async function notifyReachedLevels(
  tx: WriteTransaction,
  valuations: readonly Valuation[],
): Promise<void> {
  if (valuations.length === 0) return
  const { rows } = await tx.query<ReachedLevel>(compareAlerts, [
    tx.organizationId,
    valuations.map(({ position }) => position.id),
    valuations.map(({ figures }) => figures.marginCallReached),
    valuations.map(({ figures }) => figures.liquidationReached),
    valuations.map(({ figures }) => figures.ccrPercent),
    valuations.map(({ figures }) =>
      figures.direction === 'TopUp' ? figures.m2mCollateralAmount : null,
    ),
    tx.now,
  ])
  await callAtMarginCall(
    tx,
    rows.filter(({ level, isClosing }) => level === 'margin_call' && !isClosing),
  )
  await notify(
    tx,
    rows.flatMap((reached) => [toLender(reached), toBorrower(reached)]),
  )
}

const names = { margin_call: 'margin call', liquidation: 'liquidation' } as const

function toLender(reached: ReachedLevel): NewNotification {
  const { borrowerName, lenderId, lent } = reached
  const covers = `The collateral of ${borrowerName} covers ${coverage(reached)} of the ${lent} that you lent.`
  const due = dueAmount(reached, 'to you')
  return {
    ...common(reached),
    organizationId: lenderId,
    body: `${covers} ${agreed(reached)}${due}`,
  }
}

function toBorrower(reached: ReachedLevel): NewNotification {
  const { borrowerId, lenderName, lent } = reached
  const covers = `Your collateral covers ${coverage(reached)} of the ${lent} that ${lenderName} lent you.`
  const due = dueAmount(reached, 'from you')
  return {
    ...common(reached),
    organizationId: borrowerId,
    body: `${covers} ${agreed(reached)}${due}`,
  }
}

const coverage = ({ coveragePercent }: ReachedLevel) => `${coveragePercent ?? '0'} %`

const agreed = ({ level, levelPercent }: ReachedLevel) =>
  `The ${names[level]} level is ${levelPercent} %.`

function dueAmount({ topUp, isClosing }: ReachedLevel, side: string): string {
  if (isClosing) return ' The order is closing, so no top-up can be called.'
  return topUp === null ? '' : ` A top-up of ${topUp} is due ${side}.`
}

/** What the notifications of both sides have in common. */
function common({ level, positionId, occasion, orderId, orderNumber }: ReachedLevel) {
  return {
    category: `${level}_reached`,
    severity: level === 'liquidation' ? 'critical' : 'warning',
    occasion: `${positionId} ${occasion}`,
    title: `${level === 'liquidation' ? 'Liquidation' : 'Margin call'} level reached: order ${orderNumber}`,
    link: { resource: 'position', id: positionId, order_id: orderId },
  } as const
}
