import { createHash } from 'node:crypto'
import { pageSizeMax } from '@vadium/schema'
import type { PlanMode, Statement } from '../../../platform/db/tenant-query.ts'
import type { PagePosition } from '../../../platform/lists/page-token.ts'
import { selectListed } from './position-columns.ts'
import { bothSides, dealColumns } from '../../../platform/lists/both-sides.ts'

/** The filters of a list. A position must match all that are given. */
export interface PositionSelection {
  readonly status?: string | undefined
  readonly asset?: string | undefined
  readonly collateralAsset?: string | undefined
  readonly counterpartyId?: string | undefined
  readonly readyForM2m?: boolean | undefined
  readonly marginCallReached?: boolean | undefined
  readonly liquidationReached?: boolean | undefined
}

const equalities = {
  status: 'p.status',
  asset: 'o.asset',
  collateralAsset: 'o.collateral_asset',
} as const satisfies Partial<Record<keyof PositionSelection, string>>

/**
 * The conditions of the flags, for true and for false. Figures may be older than the state: only an
 * active position can be ready, and a closed position has no flag.
 */
const flags = {
  readyForM2m: [
    "(p.status = 'ACTIVE' AND f.ready_for_m2m)",
    // A position that was never valued cannot have a request.
    "(p.status <> 'ACTIVE' OR f.ready_for_m2m IS NOT TRUE)",
  ],
  marginCallReached: flag('f.margin_call_reached'),
  liquidationReached: flag('f.liquidation_reached'),
} as const satisfies Partial<Record<keyof PositionSelection, readonly [string, string]>>

/** An unknown flag matches neither condition. */
function flag(column: string): readonly [string, string] {
  return [`(p.status <> 'CLOSED' AND ${column})`, `(p.status = 'CLOSED' OR NOT ${column})`]
}

/**
 * A page of positions, newest first, and one more if another page follows. It merges two ordered
 * index scans, of the positions that the organization lends and of those that it borrows. Only the
 * positions of the page are read completely.
 */
export function listingStatement(
  organizationId: string,
  selection: PositionSelection,
  after: PagePosition | undefined,
  pageSize: number,
): Statement {
  const values: unknown[] = [organizationId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { shared, tables } = conditions(selection, bind)
  if (after !== undefined) {
    shared.push(
      `(p.created_at, p.id) < (${bind(after.createTime)}::timestamptz, ${bind(after.id)}::uuid)`,
    )
  }
  const other = selection.counterpartyId && bind(selection.counterpartyId)
  const scan = (own: string, counterparty: string) => {
    const sides = [
      `p.${own} = $1::uuid`,
      ...(other === undefined ? [] : [`p.${counterparty} = ${other}::uuid`]),
    ]
    return `(SELECT p.id, p.created_at FROM ${tables} WHERE ${[...sides, ...shared].join(' AND ')}
      ORDER BY p.created_at DESC, p.id DESC LIMIT ${pageSizeMax + 1})`
  }
  const text = `
    WITH page AS MATERIALIZED (
      SELECT id FROM ${bothSides(dealColumns, scan)} AS seen
      ORDER BY created_at DESC, id DESC LIMIT ${bind(pageSize)}::int + 1)
    ${selectListed} JOIN page ON page.id = p.id
    ORDER BY p.created_at DESC, p.id DESC`
  return { name: statementName(text), text, values }
}

function conditions(
  selection: PositionSelection,
  bind: (value: unknown) => string,
): { shared: string[]; tables: string } {
  const shared: string[] = []
  for (const [member, column] of Object.entries(equalities)) {
    const value = selection[member as keyof typeof equalities]
    if (value !== undefined) shared.push(`${column} = ${bind(value)}`)
  }
  for (const [member, [holds, holdsNot]] of Object.entries(flags)) {
    const value = selection[member as keyof typeof flags]
    if (value !== undefined) shared.push(value ? holds : holdsNot)
  }
  const joins = [
    'positions p',
    ...(shared.some((condition) => condition.startsWith('o.'))
      ? ['JOIN orders o ON o.id = p.order_id']
      : []),
    ...(shared.some((condition) => condition.includes('f.'))
      ? ['LEFT JOIN position_figures f ON f.position_id = p.id']
      : []),
  ]
  return { shared, tables: joins.join(' ') }
}

/** Without filters, two indexes have the page in its order. With filters, their values decide. */
export function planModeOf(selection: PositionSelection): PlanMode {
  return Object.values(selection).every((value) => value === undefined) ? 'generic' : 'custom'
}

const names = new Map<string, string>()

/**
 * Equal names require equal texts, so that each connection prepares a statement once. At most 63
 * characters.
 */
function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `positions ${createHash('sha256').update(text).digest('base64url')}`
  names.set(text, name)
  return name
}
