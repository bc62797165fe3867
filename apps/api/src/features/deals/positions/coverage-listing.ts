import { statementName } from '../../../platform/statement-name.ts'
import type { Statement } from '../../../platform/db/tenant-query.ts'
import { bothSides, dealColumns } from '../../../platform/lists/both-sides.ts'
import {
  boundPlace,
  equalitiesOf,
  type PositionSelection,
  type ReadPart,
} from './position-listing.ts'
import { selectListed } from './position-columns.ts'
import type { PagePosition } from '../../../platform/lists/page-token.ts'

/** A place among the positions of all pairs by coverage. Numbers are texts, to the last digit. */
export interface CoveragePlace {
  /** The coverage at the prices of the list. */
  readonly key: string
  readonly asset: string
  readonly collateralAsset: string
  /** The coverage in units of the two assets. */
  readonly coverage: string
  readonly id: string
}

/** A pair of assets, with the prices in USD of both. */
export interface PricedPair {
  readonly asset: string
  readonly collateralAsset: string
  readonly assetPriceUsd: string
  readonly collateralPriceUsd: string
}

/** A walk through the pairs of one side. Each step goes to the next pair of an index. */
const steps = (own: string, walk: string) => `
    ${walk} AS (
      (SELECT l.asset, l.collateral_asset FROM position_levels l
        WHERE l.${own} = $1::uuid AND l.coverage IS NOT NULL
        ORDER BY l.asset, l.collateral_asset LIMIT 1)
      UNION ALL
      SELECT n.asset, n.collateral_asset FROM ${walk} w CROSS JOIN LATERAL (
        SELECT l.asset, l.collateral_asset FROM position_levels l
        WHERE l.${own} = $1::uuid AND l.coverage IS NOT NULL
          AND (l.asset, l.collateral_asset) > (w.asset, w.collateral_asset)
        ORDER BY l.asset, l.collateral_asset LIMIT 1) n)`

/** The pairs of the positions of the organization `$1`, as expressions after WITH RECURSIVE. */
export const pairsOfPositions = `
  ${steps('lender_id', 'lent_pairs')}, ${steps('borrower_id', 'borrowed_pairs')},
  pairs AS (SELECT asset, collateral_asset FROM lent_pairs
    UNION SELECT asset, collateral_asset FROM borrowed_pairs)`

/** The pairs of the positions of an organization. */
export function pairsStatement(organizationId: string): Statement {
  const text = `
    WITH RECURSIVE ${pairsOfPositions}
    SELECT asset, collateral_asset AS "collateralAsset" FROM pairs ORDER BY 1, 2`
  return { name: 'pairs of positions', text, values: [organizationId] }
}

/**
 * A page of positions, lowest coverage first, and one more if another follows. It merges the
 * ordered index scans of all pairs and of both sides.
 */
export function coverageStatement(
  organizationId: string,
  selection: PositionSelection,
  pairs: readonly PricedPair[],
  after: CoveragePlace | undefined,
  { pageSize, now }: ReadPart,
): Statement {
  const values: unknown[] = [organizationId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const of = (member: keyof PricedPair) => bind(pairs.map((pair) => pair[member]))
  const priced = `
    SELECT u.asset, u.collateral_asset, (u.pledged_usd / u.lent_usd)::double precision AS ratio
    FROM unnest(${of('asset')}::text[], ${of('collateralAsset')}::text[], ${of('assetPriceUsd')}::numeric[],
      ${of('collateralPriceUsd')}::numeric[]) AS u (asset, collateral_asset, lent_usd, pledged_usd)`
  const shared = equalitiesOf(selection, bind)
  const other = selection.counterpartyId && bind(selection.counterpartyId)
  if (after !== undefined) {
    const key = `${bind(after.key)}::double precision`
    const [asset, pledged] = [bind(after.asset), bind(after.collateralAsset)]
    shared.push(
      // The index skips what lies before. The order decides exactly.
      `l.coverage >= ${key} / q.ratio * (1 - 1e-12)`,
      `(l.coverage * q.ratio, l.asset COLLATE "C", l.collateral_asset COLLATE "C", l.coverage, l.position_id)
        > (${key}, ${asset}::text COLLATE "C", ${pledged}::text COLLATE "C",
          ${bind(after.coverage)}::double precision, ${bind(after.id)}::uuid)`,
    )
  }
  const limit = `${bind(pageSize)}::int + 1`
  const needsPosition = shared.some((condition) => /\b[po]\./.test(condition))
  const scan = (own: string, counterparty: string) => {
    const conditions = [
      `l.${own} = $1::uuid`,
      'l.asset = q.asset',
      'l.collateral_asset = q.collateral_asset',
      'l.coverage IS NOT NULL',
      ...(other === undefined ? [] : [`l.${counterparty} = ${other}::uuid`]),
      ...shared,
    ]
    return `(SELECT l.position_id, l.coverage FROM position_levels l
      ${needsPosition ? 'JOIN positions p ON p.id = l.position_id JOIN orders o ON o.id = p.order_id' : ''}
      WHERE ${conditions.join(' AND ')} ORDER BY l.coverage, l.position_id LIMIT ${limit})`
  }
  const text = `
    WITH page AS MATERIALIZED (
      SELECT seen.position_id AS id, q.asset, q.collateral_asset AS "collateralAsset", seen.coverage,
        seen.coverage * q.ratio AS key
      FROM (${priced}) AS q CROSS JOIN LATERAL ${bothSides(dealColumns, scan)} AS seen
      ORDER BY key, q.asset COLLATE "C", q.collateral_asset COLLATE "C", seen.coverage, id LIMIT ${limit})
    SELECT listed.*, page.key::text AS "coverageKey", page.coverage::text AS "coverageRatio"
    FROM (${selectListed(`${bind(now)}::timestamptz`)} WHERE p.id = ANY (ARRAY(SELECT id FROM page))) AS listed
    JOIN page ON page.id = listed.id
    ORDER BY page.key, page.asset COLLATE "C", page."collateralAsset" COLLATE "C", page.coverage, page.id`
  return { name: statementName(text, 'positions'), text, values }
}

/** A page of the positions without a ratio, newest first, and one more if another follows. */
export function unratedStatement(
  organizationId: string,
  selection: PositionSelection,
  pairs: readonly PricedPair[],
  after: PagePosition | undefined,
  { pageSize, now }: ReadPart,
): Statement {
  const values: unknown[] = [organizationId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const shared = equalitiesOf(selection, bind)
  shared.push(`NOT EXISTS (
    SELECT FROM position_levels l
    JOIN unnest(${bind(pairs.map(({ asset }) => asset))}::text[],
      ${bind(pairs.map(({ collateralAsset }) => collateralAsset))}::text[]) AS q (asset, collateral_asset)
      ON q.asset = l.asset AND q.collateral_asset = l.collateral_asset
    WHERE l.position_id = p.id AND l.coverage IS NOT NULL)`)
  if (after !== undefined) shared.push(`(p.created_at, p.id) < ${boundPlace(after, bind)}`)
  const other = selection.counterpartyId && bind(selection.counterpartyId)
  const limit = `${bind(pageSize)}::int + 1`
  const scan = (own: string, counterparty: string) => `(
    SELECT p.id, p.created_at FROM positions p JOIN orders o ON o.id = p.order_id
    WHERE ${[
      `p.${own} = $1::uuid`,
      ...(other === undefined ? [] : [`p.${counterparty} = ${other}::uuid`]),
      ...shared,
    ].join(' AND ')}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit})`
  const text = `
    WITH page AS MATERIALIZED (
      SELECT id FROM ${bothSides(dealColumns, scan)} AS seen
      ORDER BY created_at DESC, id DESC LIMIT ${limit})
    ${selectListed(`${bind(now)}::timestamptz`)} WHERE p.id = ANY (ARRAY(SELECT id FROM page))
    ORDER BY p.created_at DESC, p.id DESC`
  return { name: statementName(text, 'positions'), text, values }
}
