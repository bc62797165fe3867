import { inOrder, type Snapshot } from '../../platform/db/snapshots.ts'
import type { ListFormat } from '../../platform/lists/streamed-list.ts'
import type { RowChoice } from './collateral-movement-report.ts'
import type { ReportPeriod } from './report-time.ts'
import { bothSides } from '../../platform/lists/both-sides.ts'
import { type WrittenMember, WrittenRows } from './written-rows.ts'

export interface TransferChoice extends RowChoice {
  readonly status?: string | undefined
  readonly category?: string | undefined
}

const batchRows = 1000

/** The members of a row, in the order of their schema. */
const membersOf = (state: 't' | 'm'): readonly WrittenMember[] => [
  { name: 'id', kind: 'safe', sql: 't.id' },
  { name: 'external_transfer_id', kind: 'free', sql: 't.external_transfer_id' },
  { name: 'category', kind: 'safe', sql: 't.category' },
  { name: 'status', kind: 'safe', sql: `${state}.status` },
  { name: 'direction', kind: 'safe', sql: 't.direction' },
  { name: 'counterparty_id', kind: 'safe', sql: 't.counterparty_id' },
  { name: 'counterparty_name', kind: 'named', sql: 't.counterparty_id' },
  { name: 'asset', kind: 'printable', sql: 't.token' },
  { name: 'quantity', kind: 'safe', sql: 'trim_scale(t.quantity)' },
  { name: 'notional_usd', kind: 'safe', sql: 'trim_scale(t.notional_usd)' },
  { name: 'order_id', kind: 'safe', sql: 't.order_id' },
  { name: 'order_id_pretty', kind: 'number', sql: 't.order_number' },
  { name: 'sender_custodian', kind: 'safe', sql: 't.sender_custodian_id' },
  { name: 'sender_wallet_address', kind: 'free', sql: 't.sender_wallet_address' },
  { name: 'receiver_custodian', kind: 'safe', sql: 't.receiver_custodian_id' },
  { name: 'receiver_wallet_address', kind: 'free', sql: 't.receiver_wallet_address' },
  { name: 'create_time', kind: 'time', sql: 't.create_time' },
  { name: 'update_time', kind: 'time', sql: `${state}.update_time` },
]

/** The status of a transfer after its last change before the moment, and since when. */
const thenMoved = `
  SELECT s.to_state AS status, s.changed_at AS update_time FROM state_changes s
  WHERE s.resource_id = t.id AND s.machine = 'transfer' AND s.changed_at < $2
  ORDER BY s.sequence DESC LIMIT 1`

/**
 * The transfers that an organization sends or receives, newest first, with their status at the end
 * of the range, as text in a format.
 */
export async function* transferReport(
  snapshot: Pick<Snapshot, 'texts' | 'query'>,
  { organizationId, counterpartyId, asset, status, category }: TransferChoice,
  { from, until, isNow }: ReportPeriod,
  format: ListFormat,
): AsyncGenerator<string, void, undefined> {
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
  const written = new WrittenRows(membersOf(isNow ? 't' : 'm'), format)
  const text = `
    SELECT ${written.sql}
    FROM ${bothSides(['sender', 'receiver'], scan)} AS t
    ${isNow ? '' : `CROSS JOIN LATERAL (${thenMoved}) AS m`}
    ${filtered}
    ORDER BY t.create_time DESC, t.id DESC`
  for await (const rows of snapshot.texts(text, values, batchRows)) {
    yield await written.write(rows, (ids) => namesOf(snapshot, ids))
  }
}

/**
 * The names of organizations. To look one up in every row costs PostgreSQL as much as the rest of
 * the row.
 */
async function namesOf(
  snapshot: Pick<Snapshot, 'query'>,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await snapshot.query<{ id: string; name: string }>(
    'SELECT id, name FROM organizations WHERE id = ANY($1)',
    [[...ids]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
