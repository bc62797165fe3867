import type { Approval, listApprovals, OperationQuery } from '@vadium/schema'
import type { Caller } from '../../platform/signing/caller.ts'
import type { TenantDatabase } from '../../platform/db/tenant.ts'
import type { Statement } from '../../platform/db/tenant-query.ts'
import type { PageBounds } from '../../platform/lists/keyset.ts'
import { cutPage, type ListPage } from '../../platform/lists/list.ts'
import { positionText, readPosition } from '../../platform/lists/page-token.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { approvalColumns, type ApprovalRecord } from './approval-record.ts'

export interface NewApproval {
  readonly id: string
  readonly operation: string
  readonly method: string
  readonly target: string
  readonly params: Record<string, unknown> | undefined
  readonly body: Uint8Array
  readonly requestHash: Buffer
  readonly accountId: string
  readonly credentialId: string
  readonly role: string
  readonly deciderId: string
  readonly approvalsNeeded: number
  /** The time to decide. */
  readonly decideSeconds: number
  /** Accounts of one person, by what was created within this time, count as one. */
  readonly withinSeconds: number
  /** Unix milliseconds, by the clock of the machine. */
  readonly receivedAtMs: number
  readonly amountUsd: string | null
  readonly orderId: string | null
}

/** What a request asks for again. */
export interface AskedApprovals {
  readonly approvalsNeeded: number
  /** Decimal string. Null if the request has no amount, or if it is unknown. */
  readonly amountUsd: string | null
}

/**
 * The newest approvals after a place in the list. Those that an organization has requested, and
 * those of others that it decides, are each an ordered scan of an index, so that old ones cost
 * nothing.
 */
const newest = (whose: string) => `(
  SELECT id, created_at FROM approvals
  WHERE ${whose} AND ($3::text IS NULL OR state = $3) AND ($4::uuid IS NULL OR order_id = $4)
    AND ($5::timestamptz IS NULL OR (created_at, id) < ($5, $6::uuid))
  ORDER BY created_at DESC, id DESC LIMIT $7)`

const approvalPage = `
  SELECT ${approvalColumns('$1')} FROM approvals a WHERE a.id IN (
    SELECT id FROM (${newest('organization_id = $2')}
      UNION ALL ${newest('decider_id = $2 AND decider_id <> organization_id')}) AS seen
    ORDER BY created_at DESC, id DESC LIMIT $7)
  ORDER BY a.created_at DESC, a.id DESC`

/** At most `count` approvals after a place in the list, newest first. */
export function approvalsStatement(
  { accountId, organizationId }: Pick<Caller, 'accountId' | 'organizationId'>,
  { state, order_id }: OperationQuery<typeof listApprovals>,
  after: string | undefined,
  count: number,
): Statement {
  const position = after === undefined ? undefined : readPosition(after)
  const place = [position?.createTime ?? null, position?.id ?? null]
  const values = [accountId, organizationId, state ?? null, order_id ?? null, ...place, count]
  return { name: 'approvals', text: approvalPage, values }
}

export class ApprovalRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  find(caller: Caller, id: string): Promise<ApprovalRecord | Refusal | undefined> {
    return this.#database.readOne<ApprovalRecord>(caller, {
      name: 'approval',
      text: `SELECT ${approvalColumns('$2')} FROM approvals a WHERE a.id = $1`,
      values: [id, caller.accountId],
    })
  }

  async page(
    caller: Caller,
    filters: OperationQuery<typeof listApprovals>,
    { after, pageSize }: PageBounds,
  ): Promise<ListPage<ApprovalRecord> | Refusal> {
    const statement = approvalsStatement(caller, filters, after, pageSize + 1)
    const rows = await this.#database.read<ApprovalRecord>(caller, statement, 'custom')
    if (rows instanceof Refusal) return rows
    return cutPage(
      rows,
      pageSize,
      ({ createTime, id }) => positionText({ createTime, id }),
      (row) => row,
    )
  }

  /** The approval, locked until the end of the transaction. Undefined if the caller has none. */
  async lock(
    tx: WriteTransaction,
    id: string,
    accountId: string,
  ): Promise<ApprovalRecord | undefined> {
    const row = await tx.row('SELECT FROM approvals WHERE id = $1 FOR UPDATE', [id])
    // Read after the lock is held, so that it has every decision that was made before.
    return row && this.read(tx, id, accountId)
  }

  /** The same. Undefined as well if another transaction has locked it. */
  async lockIfFree(
    tx: WriteTransaction,
    id: string,
    accountId: string,
  ): Promise<ApprovalRecord | undefined> {
    const lock = 'SELECT FROM approvals WHERE id = $1 FOR UPDATE SKIP LOCKED'
    const row = await tx.row(lock, [id])
    return row && this.read(tx, id, accountId)
  }

  read(tx: WriteTransaction, id: string, accountId: string): Promise<ApprovalRecord | undefined> {
    return tx.row<ApprovalRecord>(
      `SELECT ${approvalColumns('$2')} FROM approvals a WHERE a.id = $1`,
      [id, accountId],
    )
  }

  async insert(tx: WriteTransaction, approval: NewApproval): Promise<void> {
    const expiresMs = tx.nowMs + approval.decideSeconds * 1000
    await tx.query(
      `INSERT INTO approvals (id, state, operation, method, target, params, body, request_hash,
         organization_id, account_id, credential_id, role, decider_id, approvals_needed,
         within_seconds, amount_usd, order_id, created_at, expires_at, received_at)
       VALUES ($1, 'PENDING', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
         $17, $18, $19)`,
      [
        approval.id,
        approval.operation,
        approval.method,
        approval.target,
        approval.params === undefined ? null : JSON.stringify(approval.params),
        Buffer.from(approval.body),
        approval.requestHash,
        tx.organizationId,
        approval.accountId,
        approval.credentialId,
        approval.role,
        approval.deciderId,
        approval.approvalsNeeded,
        approval.withinSeconds,
        approval.amountUsd,
        approval.orderId,
        tx.now,
        new Date(expiresMs).toISOString(),
        new Date(approval.receivedAtMs).toISOString(),
      ],
    )
  }

  async decide(
    tx: WriteTransaction,
    { id, organizationId, deciderId }: ApprovalRecord,
    decision: 'approve' | 'reject',
    { accountId, credentialId }: Pick<Caller, 'accountId' | 'credentialId'>,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO approval_decisions (approval_id, organization_id, decider_id, decision,
         account_id, credential_id, decided_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, organizationId, deciderId, decision, accountId, credentialId, tx.now],
    )
  }

  /** How many of its approvals count at this moment. */
  async countApprovals(tx: WriteTransaction, id: string): Promise<number> {
    const row = await tx.row<{ count: number }>('SELECT counting_approvals($1)::int AS count', [id])
    return row?.count ?? 0
  }

  /** How many requests of an account await approval. No other transaction can add one meanwhile. */
  async countPending(tx: WriteTransaction, accountId: string): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('approvals ' || $1, 0))`, [
      accountId,
    ])
    const row = await tx.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM approvals
       WHERE organization_id = $1 AND account_id = $2 AND state = 'PENDING'`,
      [tx.organizationId, accountId],
    )
    return row?.count ?? 0
  }

  /**
   * How many approved requests of the requester's organization wait to be carried out. No other
   * transaction can approve one of them meanwhile.
   */
  async countApproved(
    tx: WriteTransaction,
    { id, organizationId }: ApprovalRecord,
  ): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('approved ' || $1, 0))`, [
      organizationId,
    ])
    const row = await tx.row<{ count: number }>('SELECT approved_beside($1)::int AS count', [id])
    return row?.count ?? 0
  }

  /** An approved request was refused, as JSON text, and may be tried again at a time. */
  async tryAgain(tx: WriteTransaction, id: string, tryAt: string, refusal: string): Promise<void> {
    await tx.query(
      'UPDATE approvals SET tries = tries + 1, try_at = $2, refusal = $3 WHERE id = $1',
      [id, tryAt, refusal],
    )
  }

  /** An approved request awaits approvals again. */
  async askAgain(
    tx: WriteTransaction,
    id: string,
    { approvalsNeeded, amountUsd }: AskedApprovals,
  ): Promise<void> {
    await tx.query(
      `UPDATE approvals SET state = 'PENDING', approvals_needed = $2, amount_usd = $3, tries = 0,
         try_at = NULL, refusal = NULL WHERE id = $1`,
      [id, approvalsNeeded, amountUsd],
    )
  }

  /** Asks for more approvals than when the request was made. */
  async needMore(tx: WriteTransaction, id: string, needed: number): Promise<void> {
    await tx.query('UPDATE approvals SET approvals_needed = $2 WHERE id = $1', [id, needed])
  }

  async setState(
    tx: WriteTransaction,
    id: string,
    state: Approval['state'],
    outcome: { readonly answer?: string; readonly failure?: string } = {},
  ): Promise<void> {
    const isFinal = state !== 'PENDING' && state !== 'APPROVED'
    await tx.query(
      'UPDATE approvals SET state = $2, ended_at = $3, answer = $4, failure = $5 WHERE id = $1',
      [id, state, isFinal ? tx.now : null, outcome.answer ?? null, outcome.failure ?? null],
    )
  }
}
