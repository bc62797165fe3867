import { createHash } from 'node:crypto'
import { pageSizeMax } from '@vadium/schema'
import type { PlanMode, Statement } from '../../../platform/db/tenant-query.ts'
import type { PagePosition } from '../../../platform/lists/page-token.ts'
import { selectListed } from './position-columns.ts'
import { bothSides, dealColumns } from '../../../platform/lists/both-sides.ts'

/** Which positions of an organization are asked for; all that is given must hold. */
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
 * What is asked of the figures, where it must hold and where it must not. Figures that have not been brought up
 * to date with a state yet do not count: only what is active can be ready, and what is closed has no flag.
 */
const flags = {
  readyForM2m: [
    "(p.status = 'ACTIVE' AND f.ready_for_m2m)",
    // What was never valued could not be submitted.
    "(p.status <> 'ACTIVE' OR f.ready_for_m2m IS NOT TRUE)",
  ],
  marginCallReached: flag('f.margin_call_reached'),
  liquidationReached: flag('f.liquidation_reached'),
} as const satisfies Partial<Record<keyof PositionSelection, readonly [string, string]>>

/** Of what is unknown neither holds. */
function flag(column: string): readonly [string, string] {
  return [`(p.status <> 'CLOSED' AND ${column})`, `(p.status = 'CLOSED' OR NOT ${column})`]
}

/**
 * A page of positions, newest first, and one more if another follows. Those that the organization lends and
 * those that it borrows are two ordered index scans, merged; only the positions of the page are read whole.
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

/** Without filters two indexes have the page in its order; with some it depends on their values what is best. */
export function planModeOf(selection: PositionSelection): PlanMode {
  return Object.values(selection).every((value) => value === undefined) ? 'generic' : 'custom'
}

const names = new Map<string, string>()

/** Equal names mean equal texts, so that a statement is prepared once a connection. 63 characters at most. */
function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `positions ${createHash('sha256').update(text).digest('base64url')}`
  names.set(text, name)
  return name
}
