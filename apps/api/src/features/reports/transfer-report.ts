import type { TransferReportRow } from '@vadium/schema'
import { inOrder, type Snapshot } from '../../platform/db/snapshots.ts'
import type { RowChoice } from './collateral-movement-report.ts'
import type { ReportPeriod } from './report-time.ts'
import { bothSides } from '../../platform/lists/both-sides.ts'

export interface TransferChoice extends RowChoice {
  readonly status?: string | undefined
  readonly category?: string | undefined
}

const batchRows = 1000

/** The status of a transfer after its last change before the moment, and since when. */
const thenMoved = `
  SELECT s.to_state AS status, s.changed_at AS update_time FROM state_changes s
  WHERE s.resource_id = t.id AND s.machine = 'transfer' AND s.changed_at < $2
  ORDER BY s.sequence DESC LIMIT 1`

/**
 * The transfers that an organization sends or receives, newest first, with their status at the end
 * of the range.
 */
export function transferReport(
  snapshot: Pick<Snapshot, 'rows'>,
  { organizationId, counterpartyId, asset, status, category }: TransferChoice,
  { from, until, isNow }: ReportPeriod,
): AsyncGenerator<TransferReportRow[], void, undefined> {
  const values: unknown[] = [organizationId, until]
  const bind = (value: unknown) => `$${values.push(value)}`
  const shared = [
    't.create_time < $2',
    ...(from === null ? [] : [`t.create_time >= ${bind(from)}`]),
    ...(asset === undefined ? [] : [`t.token = ${bind(asset)}`]),
    ...(category === undefined ? [] : [`t.category = ${bind(category)}`]),
    ...(status !== undefined && isNow ? [`t.status = ${bind(status)}`] : []),
  ]
  const other = counterpartyId === undefined ? undefined : bind(counterpartyId)
  const scan = (own: 'sender' | 'receiver', otherSide: 'sender' | 'receiver') => {
    const conditions = [
      `t.${own}_organization_id = $1::uuid`,
      ...(other === undefined ? [] : [`t.${otherSide}_organization_id = ${other}::uuid`]),
      ...shared,
    ]
    return `(
      SELECT t.*, '${own === 'sender' ? 'sent' : 'received'}' AS direction,
        t.${otherSide}_organization_id AS counterparty_id
      FROM transfers t WHERE ${conditions.join(' AND ')}
      ${inOrder('t.create_time DESC, t.id DESC')})`
  }
  const filtered = status !== undefined && !isNow ? `WHERE m.status = ${bind(status)}` : ''
  const text = `
    SELECT t.id, t.external_transfer_id, t.category, ${isNow ? 't' : 'm'}.status, t.direction,
      t.counterparty_id,
      (SELECT name FROM organizations WHERE id = t.counterparty_id) AS counterparty_name,
      t.token AS asset, trim_scale(t.quantity) AS quantity,
      trim_scale(t.notional_usd) AS notional_usd, t.order_id, t.order_number AS order_id_pretty,
      t.sender_custodian_id AS sender_custodian, t.sender_wallet_address,
      t.receiver_custodian_id AS receiver_custodian, t.receiver_wallet_address,
      t.create_time, ${isNow ? 't' : 'm'}.update_time
    FROM ${bothSides(['sender', 'receiver'], scan)} AS t
    ${isNow ? '' : `CROSS JOIN LATERAL (${thenMoved}) AS m`}
    ${filtered}
    ORDER BY t.create_time DESC, t.id DESC`
  return snapshot.rows<TransferReportRow>(text, values, batchRows)
}
