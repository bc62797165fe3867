import { createHash } from 'node:crypto'
import { Refusal } from '../../refusal.ts'
import type { Statement, Tenant, TenantDatabase } from '../../db/tenant.ts'
import type { PagePosition } from './page-token.ts'

/** Which transfers of an organization are asked for; all that is given must hold. */
export interface TransferSelection {
  readonly sender?: string
  readonly receiver?: string
  readonly senderCustodian?: string
  readonly receiverCustodian?: string
  readonly status?: string
  readonly token?: string
  readonly orderNumber?: number
}

const columns = {
  senderCustodian: 'sender_custodian_id',
  receiverCustodian: 'receiver_custodian_id',
  status: 'status',
  token: 'token',
  orderNumber: 'order_number',
} as const satisfies Partial<Record<keyof TransferSelection, string>>

export class TransferRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** The stored documents of a page, newest first. */
  async documents(
    tenant: Tenant,
    selection: TransferSelection,
    after: PagePosition | undefined,
    limit: number,
  ): Promise<string[] | Refusal> {
    const statement = listingStatement(tenant.organizationId, selection, after, limit)
    const rows = await this.#database.read<{ document: string }>(tenant, statement)
    return rows instanceof Refusal ? rows : rows.map(({ document }) => document)
  }
}

/**
 * The listing reads the transfers that the organization sends and those it receives as two ordered index
 * scans, merged; a filter on a party leaves one of them. Transfers between others are never seen.
 */
export function listingStatement(
  organizationId: string,
  selection: TransferSelection,
  after: PagePosition | undefined,
  limit: number,
): Statement {
  const values: unknown[] = [organizationId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const sides = visibleSides(organizationId, selection, bind)

  const shared: string[] = []
  for (const [member, column] of Object.entries(columns)) {
    const value = selection[member as keyof typeof columns]
    if (value !== undefined) shared.push(`${column} = ${bind(value)}`)
  }
  if (after !== undefined) {
    shared.push(
      `(create_time, id) < (${bind(after.createTime)}::timestamptz, ${bind(after.id)}::uuid)`,
    )
  }
  const newest = `ORDER BY create_time DESC, id DESC LIMIT ${bind(limit)}`
  const scans = sides.map((side) => {
    const conditions = [side, ...shared].join(' AND ')
    return `(SELECT document, create_time, id FROM transfers WHERE ${conditions} ${newest})`
  })
  const text = `SELECT document FROM (${scans.join(' UNION ALL ')}) AS seen ${newest}`
  return { name: statementName(text), text, values }
}

function visibleSides(
  organizationId: string,
  { sender, receiver }: TransferSelection,
  bind: (value: unknown) => string,
): string[] {
  const own = '$1::uuid'
  const sent = `sender_organization_id = ${own}`
  const received = `receiver_organization_id = ${own}`
  if (sender !== undefined && receiver !== undefined) {
    if (sender !== organizationId && receiver !== organizationId) return [`false AND ${sent}`]
    return sender === organizationId
      ? [`${sent} AND receiver_organization_id = ${bind(receiver)}::uuid`]
      : [`${received} AND sender_organization_id = ${bind(sender)}::uuid`]
  }
  if (sender !== undefined) {
    return sender === organizationId
      ? [sent]
      : [`${received} AND sender_organization_id = ${bind(sender)}::uuid`]
  }
  if (receiver !== undefined) {
    return receiver === organizationId
      ? [received]
      : [`${sent} AND receiver_organization_id = ${bind(receiver)}::uuid`]
  }
  return [sent, received]
}

/** Equal names mean equal texts, so that a statement is prepared once a connection. 63 characters at most. */
function statementName(text: string): string {
  return `transfers ${createHash('sha256').update(text).digest('base64url')}`
}
