import { createHash } from 'node:crypto'
import { pageSizeMax } from '@vadium/schema'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import type { PlanMode, Statement } from '../../platform/db/tenant-query.ts'
import type { PagePosition } from '../../platform/lists/page-token.ts'

/** The filters of a list. A transfer must match all that are given. */
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

const newestFirst = 'create_time DESC, id DESC'

/** A page of the list: the stored documents, separated by commas. */
export interface DocumentPage {
  readonly documents: string
  /** The last transfer of the page, if another one follows. */
  readonly end: PagePosition | undefined
}

interface PageRow {
  readonly documents: string | null
  readonly count: number
}

const nothing: PageRow = { documents: null, count: 0 }

export class TransferRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** The document of a transfer. Undefined if the organization has no such transfer. */
  async find(tenant: Tenant, id: string): Promise<string | Refusal | undefined> {
    const row = await this.#database.readOne<{ document: string }>(tenant, {
      name: 'transfer',
      text: `SELECT document FROM transfers
             WHERE id = $1 AND $2 IN (sender_organization_id, receiver_organization_id)`,
      values: [id, tenant.organizationId],
    })
    return row instanceof Refusal ? row : row?.document
  }

  /** A page, newest first. */
  async page(
    tenant: Tenant,
    selection: TransferSelection,
    after: PagePosition | undefined,
    pageSize: number,
  ): Promise<DocumentPage | Refusal> {
    const statement = listingStatement(tenant.organizationId, selection, after, pageSize)
    const rows = await this.#database.read<PageRow>(tenant, statement, planModeOf(selection))
    if (rows instanceof Refusal) return rows
    const [{ documents, count } = nothing] = rows
    if (documents === null) return { documents: '', end: undefined }
    if (count <= pageSize) return { documents, end: undefined }
    const page = documents.slice(0, documents.lastIndexOf(separator))
    return { documents: page, end: positionOf(page.slice(page.lastIndexOf('\n') + 1)) }
  }
}

/**
 * Separates two documents. It cannot occur inside one, because JSON escapes line breaks in text.
 */
const separator = ',\n'

function positionOf(document: string): PagePosition {
  const { id, create_time: createTime } = JSON.parse(document) as Record<
    'id' | 'create_time',
    string
  >
  return { id, createTime }
}

/**
 * The statement merges two ordered index scans: the transfers that the organization sends and those
 * that it receives. A filter on a party leaves one of them. Transfers between other organizations
 * are never read.
 */
export function listingStatement(
  organizationId: string,
  selection: TransferSelection,
  after: PagePosition | undefined,
  pageSize: number,
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
  const scans = sides.map((side) => {
    const conditions = [side, ...shared].join(' AND ')
    return `(SELECT document, create_time, id FROM transfers WHERE ${conditions}
      ORDER BY ${newestFirst} LIMIT ${pageSizeMax + 1})`
  })
  // One row more than the page shows whether another page follows. The aggregate keeps the order of
  // the rows.
  const text = `
    SELECT string_agg(document, E',\\n') AS documents, count(*)::int AS count
    FROM (
      SELECT document FROM (${scans.join(' UNION ALL ')}) AS seen
      ORDER BY ${newestFirst} LIMIT ${bind(pageSize)}::int + 1
    ) AS page`
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

/**
 * With one filter an index returns the rows in the order of the list. With several, their values
 * decide which index discards fewest rows.
 */
export function planModeOf(selection: TransferSelection): PlanMode {
  const { sender, receiver, ...filters } = selection
  // Sender and receiver together have an index of their own.
  const parties = sender === undefined && receiver === undefined ? 0 : 1
  return Object.keys(filters).length + parties <= 1 ? 'generic' : 'custom'
}

const names = new Map<string, string>()

/**
 * Equal names require equal texts, so that each connection prepares a statement once. At most 63
 * characters.
 */
function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `transfers ${createHash('sha256').update(text).digest('base64url')}`
  names.set(text, name)
  return name
}
