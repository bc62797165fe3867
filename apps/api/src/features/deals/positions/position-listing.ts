import { type MarkToMarketDirection, pageSizeMax } from '@vadium/schema'
import { statementName } from '../../../platform/statement-name.ts'
import type { PlanMode, Statement } from '../../../platform/db/tenant-query.ts'
import type { PagePosition } from '../../../platform/lists/page-token.ts'
import type { ListedPosition } from './listed-position.ts'
import { deliveriesInTransit, returnsInTransit, selectListed } from './position-columns.ts'
import type { PositionFigures } from './position-figures.ts'
import { bothSides, dealColumns } from '../../../platform/lists/both-sides.ts'

/** The filters of a list. A position must match all that are given. */
export interface PositionSelection {
  readonly ids?: readonly string[] | undefined
  readonly status?: string | undefined
  readonly asset?: string | undefined
  readonly collateralAsset?: string | undefined
  readonly counterpartyId?: string | undefined
  readonly readyForM2m?: boolean | undefined
  readonly m2mDirection?: MarkToMarketDirection | undefined
  readonly marginCallReached?: boolean | undefined
  readonly liquidationReached?: boolean | undefined
}

const equalities = {
  status: 'p.status',
  asset: 'o.asset',
  collateralAsset: 'o.collateral_asset',
} as const satisfies Partial<Record<keyof PositionSelection, string>>

/** The filters that depend on prices. */
const priced = ['readyForM2m', 'm2mDirection', 'marginCallReached', 'liquidationReached'] as const

/** Whether the filters depend on prices: then the rows are only candidates. */
export function dependsOnPrices(selection: PositionSelection): boolean {
  return priced.some((member) => selection[member] !== undefined)
}

/** Whether a position matches the filters that depend on prices. A closed position has no flag. */
export function matchesByPrice(
  selection: PositionSelection,
  { status }: Pick<ListedPosition, 'status'>,
  figures: PositionFigures,
): boolean {
  const isClosed = status === 'CLOSED'
  const is = {
    readyForM2m: figures.m2mReason === null,
    m2mDirection: figures.direction,
    // An unknown flag matches neither true nor false.
    marginCallReached: isClosed ? false : figures.marginCallReached,
    liquidationReached: isClosed ? false : figures.liquidationReached,
  }
  return priced.every(
    (member) => selection[member] === undefined || selection[member] === is[member],
  )
}

const levels = {
  marginCallReached: 'l.margin_call',
  liquidationReached: 'l.liquidation',
} as const satisfies Partial<Record<keyof PositionSelection, string>>

/** The prices in USD of the assets that have one, by asset. */
export type KnownPrices = ReadonlyMap<string, string>

/** The table of known prices. */
export const pricesAs = (name: string, bind: (value: unknown) => string, prices: KnownPrices) =>
  `unnest(${bind([...prices.keys()])}::text[], ${bind([...prices.values()])}::numeric[]) AS ${name} (asset, usd)`

/**
 * The condition of a flag: by what counts as reached since the last price change, or by the ratio
 * of two prices. Ratios are rounded, and the figures decide exactly. A closed position has no
 * levels.
 */
function reached(
  level: string,
  isReached: boolean,
  bind: (value: unknown) => string,
  prices: KnownPrices | undefined,
): string {
  const isOnOneSide = (comparison: string) =>
    prices === undefined
      ? `${isReached ? '' : 'NOT '}${level}_reached`
      : `EXISTS (SELECT FROM ${pricesAs('lent', bind, prices)}, ${pricesAs('pledged', bind, prices)}
          WHERE lent.asset = l.asset AND pledged.asset = l.collateral_asset
            AND ${level}_ratio ${comparison})`
  const ratio = '(pledged.usd / lent.usd)::double precision'
  if (isReached) return isOnOneSide(`>= ${ratio} * (1 - 1e-12)`)
  return `(p.status = 'CLOSED' OR ${isOnOneSide(`<= ${ratio} * (1 + 1e-12)`)})`
}

/** The coverage of a position `p` compared with a level, at the prices `lent` and `pledged`. */
const coverageCompared = (comparison: string, level: string) =>
  `p.collateral_quantity * pledged.usd * 100 ${comparison} p.asset_quantity * lent.usd * ${level}`

/**
 * Whether a top-up or a release of the agreed minimum may be due, and coverage has reached the
 * level at which it can be submitted. The figures decide it exactly, and what else prevents a
 * request.
 */
export const mayBeDue = (
  bind: (value: unknown) => string,
  prices: KnownPrices,
  /** RFC 3339, as SQL. */
  now: string,
) => `
  p.status = 'ACTIVE' AND EXISTS (
    SELECT FROM margin_terms m
    JOIN ${pricesAs('lent', bind, prices)} ON lent.asset = o.asset
    JOIN ${pricesAs('pledged', bind, prices)} ON pledged.asset = o.collateral_asset
    CROSS JOIN LATERAL (SELECT
      greatest(0, p.asset_quantity * lent.usd * coalesce(m.requirement_percent, 100) * 0.01 - m.threshold_usd)
        - (p.collateral_quantity + ${deliveriesInTransit(now)}::numeric
          - ${returnsInTransit}::numeric - p.collateral_disputed_quantity)
          * pledged.usd * (1 - coalesce(m.haircut, 0)) AS usd) AS short
    WHERE m.id = o.terms_id AND abs(short.usd) + 0.01 >= CASE WHEN short.usd > 0
      THEN m.minimum_notional_top_up_usd ELSE m.minimum_notional_release_usd END
    AND CASE WHEN short.usd > 0
      THEN m.top_up_when = 'minimum' OR ${coverageCompared('<=', 'm.margin_call_percent')}
      ELSE m.release_percent IS NULL OR ${coverageCompared('>=', 'm.release_percent')} END)`

/**
 * A page of positions, newest first, and one more if another page follows. It merges two ordered
 * index scans, of the positions that the organization lends and of those that it borrows. Only the
 * positions of the page are read completely.
 */
export function listingStatement(
  organizationId: string,
  selection: PositionSelection,
  { after, until, prices }: Range,
  { pageSize, now }: ReadPart,
): Statement {
  const values: unknown[] = [organizationId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { shared, tables } = conditions(
    selection,
    prices,
    bind,
    selection.readyForM2m === true
      ? [mayBeDue(bind, prices ?? new Map(), `${bind(now)}::timestamptz`)]
      : [],
  )
  if (after !== undefined) shared.push(`${place} < ${boundPlace(after, bind)}`)
  if (until !== undefined) shared.push(`${place} >= ${boundPlace(until, bind)}`)
  const scan = sideScan(tables, shared, selection, bind, String(pageSizeMax + 1))
  const text = `
    WITH page AS MATERIALIZED (
      SELECT id FROM ${bothSides(dealColumns, scan)} AS seen
      ORDER BY created_at DESC, id DESC LIMIT ${bind(pageSize)}::int + 1)
    ${selectListed(`${bind(now)}::timestamptz`)} WHERE p.id = ANY (ARRAY(SELECT id FROM page))
    ORDER BY p.created_at DESC, p.id DESC`
  return { name: statementName(text, 'positions'), text, values }
}

/**
 * Where a list of at most `limit` positions ends, whatever they are worth. Without a row, fewer are
 * left.
 */
export function horizonStatement(
  organizationId: string,
  selection: PositionSelection,
  after: PagePosition | undefined,
  limit: number,
): Statement {
  const values: unknown[] = [organizationId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { shared, tables } = conditions(
    {
      ...selection,
      readyForM2m: undefined,
      m2mDirection: undefined,
      marginCallReached: undefined,
      liquidationReached: undefined,
    },
    undefined,
    bind,
  )
  if (after !== undefined) shared.push(`${place} < ${boundPlace(after, bind)}`)
  const scan = sideScan(tables, shared, selection, bind, String(limit))
  const text = `
    SELECT created_at AS "createTime", id FROM ${bothSides(dealColumns, scan)} AS seen
    ORDER BY created_at DESC, id DESC OFFSET ${limit - 1} LIMIT 1`
  return { name: statementName(text, 'positions'), text, values }
}

/**
 * From where to where a list is read, and the prices that it is compared with: without them, it is
 * compared with what counts as reached.
 */
export interface Range {
  readonly after?: PagePosition | undefined
  /** The last place that is read. */
  readonly until?: PagePosition | undefined
  readonly prices?: KnownPrices | undefined
}

/** How many positions are read, and when. */
export interface ReadPart {
  readonly pageSize: number
  /** RFC 3339, by the clock of the book. */
  readonly now: string
}

const place = '(p.created_at, p.id)'

export function boundPlace(
  { createTime, id }: PagePosition,
  bind: (value: unknown) => string,
): string {
  return `(${bind(createTime)}::timestamptz, ${bind(id)}::uuid)`
}

/** The places of the positions of one side, newest first. */
function sideScan(
  tables: string,
  shared: readonly string[],
  selection: PositionSelection,
  bind: (value: unknown) => string,
  limit: string,
) {
  const other = selection.counterpartyId && bind(selection.counterpartyId)
  return (own: string, counterparty: string) => {
    const sides = [
      `p.${own} = $1::uuid`,
      ...(other === undefined ? [] : [`p.${counterparty} = ${other}::uuid`]),
    ]
    return `(SELECT p.id, p.created_at FROM ${tables} WHERE ${[...sides, ...shared].join(' AND ')}
      ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit})`
  }
}

/** The conditions of the filters that do not depend on prices, of `p` and `o`. */
export function equalitiesOf(
  selection: PositionSelection,
  bind: (value: unknown) => string,
): string[] {
  const { ids } = selection
  const equal = Object.entries(equalities).flatMap(([member, column]) => {
    const value = selection[member as keyof typeof equalities]
    return value === undefined ? [] : [`${column} = ${bind(value)}`]
  })
  return ids === undefined ? equal : [`p.id = ANY (${bind(ids)}::uuid[])`, ...equal]
}

function conditions(
  selection: PositionSelection,
  prices: KnownPrices | undefined,
  bind: (value: unknown) => string,
  further: readonly string[] = [],
): { shared: string[]; tables: string } {
  const shared = [...equalitiesOf(selection, bind), ...further]
  for (const [member, level] of Object.entries(levels)) {
    const value = selection[member as keyof typeof levels]
    if (value !== undefined) shared.push(reached(level, value, bind, prices))
  }
  const joins = [
    'positions p',
    ...(shared.some((condition) => /\bo\./.test(condition))
      ? ['JOIN orders o ON o.id = p.order_id']
      : []),
    ...(shared.some((condition) => /\bl\./.test(condition))
      ? [
          `LEFT JOIN position_levels l ON l.position_id = p.id AND l.lender_id = p.lender_id
             AND l.borrower_id = p.borrower_id`,
        ]
      : []),
  ]
  return { shared, tables: joins.join(' ') }
}

/** Without filters, two indexes have the page in its order. With filters, their values decide. */
export function planModeOf(selection: PositionSelection): PlanMode {
  return Object.values(selection).every((value) => value === undefined) ? 'generic' : 'custom'
}
