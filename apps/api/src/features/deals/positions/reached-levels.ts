import { type NewNotification, notify } from '../../notifications/index.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

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
}

/**
 * Compares the coverage of positions with the recorded levels. A level that is reached is recorded,
 * and one that no longer is ends. Without a price nothing changes. Positions that are not active
 * are not compared.
 */
const compareLevels = (whichOfLender: string) => `
  WITH seen AS (
    SELECT f.position_id, f.lender_id, f.borrower_id, l.level,
      l.reached AND p.status = 'ACTIVE' AS reached, l.reached IS FALSE OR p.status <> 'ACTIVE' AS is_over,
      coalesce(a.standing, false) AS standing
    FROM position_figures f
    JOIN positions p ON p.id = f.position_id
    CROSS JOIN LATERAL (VALUES ('margin_call', f.margin_call_reached),
      ('liquidation', f.liquidation_reached)) AS l (level, reached)
    LEFT JOIN margin_alerts a ON a.position_id = f.position_id AND a.level = l.level
    WHERE f.lender_id = $1 ${whichOfLender} AND (l.reached OR a.standing)
  ), ended AS (
    UPDATE margin_alerts a SET standing = false FROM seen s
    WHERE a.position_id = s.position_id AND a.level = s.level AND a.standing AND s.is_over
  ), begun AS (
    INSERT INTO margin_alerts AS a (position_id, level, lender_id, borrower_id, occasion, standing)
    SELECT position_id, level, lender_id, borrower_id, 1, true FROM seen
    WHERE reached AND NOT standing
    ON CONFLICT (position_id, level) DO UPDATE SET occasion = a.occasion + 1, standing = true
    RETURNING a.position_id, a.level, a.occasion
  )
  SELECT b.position_id AS "positionId", b.level, b.occasion, o.id AS "orderId",
    o.number AS "orderNumber", o.lender_id AS "lenderId", lender.name AS "lenderName",
    o.borrower_id AS "borrowerId", borrower.name AS "borrowerName",
    trim_scale(p.asset_quantity)::text || ' ' || o.asset AS lent,
    f.ccr_percent::text AS "coveragePercent",
    trim_scale(CASE b.level WHEN 'margin_call' THEN m.margin_call_percent
      ELSE m.liquidation_percent END)::text AS "levelPercent",
    CASE WHEN f.m2m_direction = 'TopUp' AND f.m2m_collateral_amount > 0
      THEN trim_scale(f.m2m_collateral_amount)::text || ' ' || o.collateral_asset END AS "topUp"
  FROM begun b
  JOIN position_figures f ON f.position_id = b.position_id
  JOIN positions p ON p.id = b.position_id
  JOIN orders o ON o.id = p.order_id
  JOIN margin_terms m ON m.id = o.terms_id
  JOIN organizations lender ON lender.id = o.lender_id
  JOIN organizations borrower ON borrower.id = o.borrower_id
  ORDER BY o.number, b.level`

/**
 * Notifies both sides of a lender's positions that have fallen to a level of coverage, once until
 * they are above it again. The caller has locked the figures of the lender and written them. It
 * covers all positions unless some are named, in one statement.
 */
export async function notifyReachedLevels(
  tx: WriteTransaction,
  positionIds?: readonly string[],
): Promise<void> {
  const { rows } =
    positionIds === undefined
      ? await tx.query<ReachedLevel>(compareLevels(''), [tx.organizationId])
      : await tx.query<ReachedLevel>(compareLevels('AND f.position_id = ANY ($2)'), [
          tx.organizationId,
          positionIds,
        ])
  await notify(
    tx,
    rows.flatMap((reached) => [toLender(reached), toBorrower(reached)]),
  )
}

const names = { margin_call: 'margin call', liquidation: 'liquidation' } as const

function toLender(reached: ReachedLevel): NewNotification {
  const { borrowerName, lenderId, lent, topUp } = reached
  const covers = `The collateral of ${borrowerName} covers ${coverage(reached)} of the ${lent} that you lent.`
  const due = topUp === null ? '' : ` A top-up of ${topUp} is due to you.`
  return { ...told(reached), organizationId: lenderId, body: `${covers} ${agreed(reached)}${due}` }
}

function toBorrower(reached: ReachedLevel): NewNotification {
  const { borrowerId, lenderName, lent, topUp } = reached
  const covers = `Your collateral covers ${coverage(reached)} of the ${lent} that ${lenderName} lent you.`
  const due = topUp === null ? '' : ` A top-up of ${topUp} is due from you.`
  return {
    ...told(reached),
    organizationId: borrowerId,
    body: `${covers} ${agreed(reached)}${due}`,
  }
}

const coverage = ({ coveragePercent }: ReachedLevel) => `${coveragePercent ?? '0'} %`

const agreed = ({ level, levelPercent }: ReachedLevel) =>
  `The ${names[level]} level is ${levelPercent} %.`

function told({ level, positionId, occasion, orderId, orderNumber }: ReachedLevel) {
  return {
    category: `${level}_reached`,
    severity: level === 'liquidation' ? 'critical' : 'warning',
    occasion: `${positionId} ${occasion}`,
    title: `${level === 'liquidation' ? 'Liquidation' : 'Margin call'} level reached: order ${orderNumber}`,
    link: { resource: 'position', id: positionId, order_id: orderId },
  } as const
}
