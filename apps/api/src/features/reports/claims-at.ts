import { Decimal } from '@vadium/margin'
import { statusSets } from '@vadium/schema'
import { oneOf } from '../../platform/db/one-of.ts'
import { inOrder, type Snapshot } from '../../platform/db/snapshots.ts'
import { bothSides, dealSides } from '../../platform/lists/both-sides.ts'
import type { PositionChoice } from './positions-at.ts'
import type { ReportMoment } from './report-time.ts'

/** What was open of a close-out at a moment. Decimals are strings. */
export interface ClaimAt {
  readonly counterpartyId: string
  readonly counterpartyName: string
  /** Whether the organization declared the default. */
  readonly isDeclarer: boolean
  /** The unpaid claim of the declarer, in USD. */
  readonly claimUsd: string
  /** What goes back to the party in default, and was late. */
  readonly late: readonly { readonly token: string; readonly quantity: string }[]
}

const stateBefore = (machine: 'close_out' | 'transfer', id: string) => `(
  SELECT s.to_state FROM state_changes s
  WHERE s.resource_id = ${id} AND s.machine = '${machine}' AND s.changed_at < $2
  ORDER BY s.sequence DESC LIMIT 1)`

/** The excess of a close-out `c` that was late and had not arrived. A later attempt has its quantity. */
const lateExcess = `(
  SELECT coalesce(json_agg(json_build_object('token', t.token,
    'quantity', trim_scale(t.quantity)::text)), '[]')
  FROM transfers t
  WHERE t.close_out_id = c.id AND t.create_time < $2 AND t.late_at < $2
    AND ${stateBefore('transfer', 't.id')} <> 'COMPLETED'
    AND NOT EXISTS (SELECT FROM transfers r WHERE r.replaces = t.id AND r.create_time < $2))`

const batchRows = 500

/** The close-outs of an organization of which something was open at a moment, in batches. */
export function claimsAt(
  snapshot: Snapshot,
  { organizationId, counterpartyId, eitherAsset }: PositionChoice,
  { until }: ReportMoment,
): AsyncGenerator<ClaimAt[], void, undefined> {
  const values: unknown[] = [organizationId, until]
  const bind = (value: unknown) => `$${values.push(value)}`
  const other = counterpartyId === undefined ? undefined : bind(counterpartyId)
  const asset = eitherAsset === undefined ? undefined : bind(eitherAsset)
  const scan = (side: 'lender' | 'borrower', otherSide: 'lender' | 'borrower') => `(
    SELECT c.id, c.creator_id, c.statement, c.created_at,
      c.${otherSide}_id AS counterparty_id
    FROM close_outs c WHERE c.${side}_id = $1::uuid AND c.terminated_at < $2
    ${other === undefined ? '' : `AND c.${otherSide}_id = ${other}::uuid`}
    ${inOrder('c.created_at DESC, c.id DESC')})`
  const text = `
    SELECT c.counterparty_id AS "counterpartyId",
      (SELECT name FROM organizations WHERE id = c.counterparty_id) AS "counterpartyName",
      c.creator_id = $1::uuid AS "isDeclarer",
      CASE h.status WHEN 'CLAIM_OPEN' THEN c.statement->>'residual_claim_usd' ELSE '0' END
        AS "claimUsd",
      CASE h.status WHEN 'CLOSING_OUT' THEN ${lateExcess} ELSE '[]' END AS late
    FROM ${bothSides(dealSides, scan)} AS c
    CROSS JOIN LATERAL (SELECT ${stateBefore('close_out', 'c.id')} AS status) h
    WHERE h.status ${oneOf(statusSets.close_out.terminated)}
    ${
      asset === undefined
        ? ''
        : `AND (c.statement->>'asset' = ${asset} OR EXISTS (
            SELECT FROM json_array_elements(c.statement->'collateral') AS held
            WHERE held->>'asset' = ${asset}))`
    }`
  return snapshot.rows<ClaimAt>(text, values, batchRows)
}

/** What is claimed of a counterparty, less what it claims: in USD, and in units of assets. */
export interface Claims {
  readonly usd: Decimal
  readonly assets: ReadonlyMap<string, Decimal>
}

export const NO_CLAIMS: Claims = { usd: new Decimal(0), assets: new Map() }

/** A claim is of the declarer. What is late is owed to the other side. */
export function addClaim(claims: Claims, { isDeclarer, claimUsd, late }: ClaimAt): Claims {
  const assets = new Map(claims.assets)
  for (const { token, quantity } of late) {
    const before = assets.get(token) ?? new Decimal(0)
    assets.set(token, isDeclarer ? before.minus(quantity) : before.plus(quantity))
  }
  return { usd: isDeclarer ? claims.usd.plus(claimUsd) : claims.usd.minus(claimUsd), assets }
}
