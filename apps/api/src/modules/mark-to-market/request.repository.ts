import type { Tenant, TenantDatabase } from '../../db/tenant.ts'
import type { PlanMode, Statement } from '../../db/tenant-query.ts'
import type { PagePosition } from '../../paging/page-token.ts'
import { Refusal } from '../../refusal.ts'
import { lockDeal } from '../../writes/deal.ts'
import type { WriteTransaction } from '../../writes/write-transaction.ts'
import type { StandingDispute, StandingRequest } from './standing-request.ts'

/** Which requests are asked for; all that is given must hold. */
export interface RequestSelection {
  readonly status?: string
  readonly positionId?: string
}

const dispute = `CASE WHEN r.disputed_at IS NOT NULL THEN json_build_object(
    'counterNotionalUsd', trim_scale(r.counter_notional_usd)::text,
    'reason', r.dispute_reason, 'note', r.dispute_note, 'outcome', r.dispute_outcome,
    'agreedNotionalUsd', trim_scale(r.agreed_notional_usd)::text,
    'agreedCollateralAmount', trim_scale(r.agreed_collateral_amount)::text,
    'disputedNotionalUsd', trim_scale(r.disputed_notional_usd)::text,
    'disputedAt', to_char(r.disputed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END`

const transfers = `(
  SELECT coalesce(json_agg(json_build_object('id', t.id, 'status', t.status,
      'quantity', trim_scale(t.quantity)::text,
      'isReplaced', EXISTS (SELECT FROM transfers n WHERE n.replaces = t.id))
    ORDER BY t.create_time, t.replaces IS NOT NULL, t.id), '[]')
  FROM transfers t WHERE t.mark_to_market_request_id = r.id)`

/** Whether a part of the asset has come back since a request was born. By their order: clocks jump. */
const lentChanged = `CASE WHEN r.status IN ('FAILED', 'DISPUTED') THEN EXISTS (
  SELECT FROM transfers t WHERE t.order_id = p.order_id AND t.category = 'return' AND t.leg = 'asset'
    AND t.status = 'COMPLETED' AND (
      SELECT s.sequence FROM state_changes s WHERE s.resource_id = t.id ORDER BY s.sequence DESC LIMIT 1)
    > coalesce((
      SELECT s.sequence FROM state_changes s WHERE s.resource_id = r.id ORDER BY s.sequence LIMIT 1), 0))
  ELSE false END`

/** The requests `r` of a FROM clause, as they stand. LIMIT: the deal of each is looked up, never all of them. */
const standing = (requests: string) => `
  SELECT r.id, r.status, r.position_id AS "positionId", deal.*, r.lender_id AS "lenderId",
    r.borrower_id AS "borrowerId", r.creator_id AS "creatorId", r.direction,
    trim_scale(r.collateral_amount) AS "collateralAmount",
    trim_scale(r.notional_usd) AS "notionalUsd", trim_scale(r.asset_price_usd) AS "assetPriceUsd",
    trim_scale(r.collateral_price_usd) AS "collateralPriceUsd",
    r.calculation_id AS "calculationId", r.expire_at AS "expireAt", ${dispute} AS dispute,
    r.superseded_by AS "supersededBy", ${transfers} AS transfers,
    r.created_at AS "createdAt", r.updated_at AS "updatedAt"
  FROM ${requests} r CROSS JOIN LATERAL (
    SELECT p.status AS "positionStatus", o.id AS "orderId", o.number AS "orderNumber",
      o.collateral_asset AS "collateralAsset", ${lentChanged} AS "lentChanged"
    FROM positions p JOIN orders o ON o.id = p.order_id WHERE p.id = r.position_id LIMIT 1) deal`

const oneRequest = `${standing('mark_to_market_requests')} WHERE r.id = $1`

export class MarkToMarketRequestRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** Undefined where the organization has no such request, whether or not another has. */
  async find(tenant: Tenant, id: string): Promise<StandingRequest | Refusal | undefined> {
    const statement = {
      name: 'mark-to-market request',
      text: `${oneRequest} AND $2 IN (r.lender_id, r.borrower_id)`,
      values: [id, tenant.organizationId],
    }
    const rows = await this.#database.read<StandingRequest>(tenant, statement, 'generic')
    return rows instanceof Refusal ? rows : rows[0]
  }

  /** Behind a position, newest first, at the most as many as asked for. */
  page(
    tenant: Tenant,
    selection: RequestSelection,
    after: PagePosition | undefined,
    count: number,
  ): Promise<StandingRequest[] | Refusal> {
    const statement = pageStatement(tenant.organizationId, selection, after, count)
    return this.#database.read(tenant, statement, planModeOf(selection))
  }
}

/** With several filters it depends on their values which index leaves least to be thrown away. */
export function planModeOf(selection: RequestSelection): PlanMode {
  return Object.keys(selection).length > 1 ? 'custom' : 'generic'
}

const newestFirst = (of: string) => `${of}created_at DESC, ${of}id DESC`

/** Those of the positions in which the organization lends and those in which it borrows, merged. */
export function pageStatement(
  organizationId: string,
  { status, positionId }: RequestSelection,
  after: PagePosition | undefined,
  count: number,
): Statement {
  const values: unknown[] = [organizationId, count]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  if (status !== undefined) conditions.push(`status = ${bind(status)}`)
  if (positionId !== undefined) conditions.push(`position_id = ${bind(positionId)}::uuid`)
  if (after !== undefined) {
    conditions.push(
      `(created_at, id) < (${bind(after.createTime)}::timestamptz, ${bind(after.id)}::uuid)`,
    )
  }
  const side = (column: string) => `(
    SELECT * FROM mark_to_market_requests WHERE ${[`${column} = $1::uuid`, ...conditions].join(' AND ')}
    ORDER BY ${newestFirst('')} LIMIT $2::int)`
  const page = `(
    SELECT * FROM (${side('lender_id')} UNION ALL ${side('borrower_id')}) AS both_sides
    ORDER BY ${newestFirst('')} LIMIT $2::int)`
  const given = Object.entries({ status, positionId, after })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
  return {
    name: ['mark-to-market requests', ...given].join(' '),
    text: `${standing(page)} ORDER BY ${newestFirst('r.')}`,
    values,
  }
}

/** A request as it stands, under the lock of its deal. Undefined where the organization has none such. */
export async function lockRequest(
  tx: WriteTransaction,
  id: string,
): Promise<StandingRequest | undefined> {
  const deal = await tx.row<{ orderId: string }>(
    `SELECT p.order_id AS "orderId" FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id
     WHERE r.id = $1`,
    [id],
  )
  if (deal === undefined || !(await lockDeal(tx, deal.orderId))) return undefined
  return readRequest(tx, id)
}

/** A request as it stands; its deal must be locked. */
export async function readRequest(tx: WriteTransaction, id: string): Promise<StandingRequest> {
  const request = await tx.row<StandingRequest>(oneRequest, [id])
  if (request === undefined) throw new Error(`there is no mark-to-market request ${id}`)
  return request
}

/** The requests of a position that are argued about, the oldest first. */
export async function disputedRequests(
  tx: WriteTransaction,
  positionId: string,
): Promise<readonly StandingRequest[]> {
  const { rows } = await tx.query<StandingRequest>(
    `${standing('mark_to_market_requests')}
     WHERE r.position_id = $1 AND r.status = 'DISPUTED' ORDER BY r.created_at, r.id`,
    [positionId],
  )
  return rows
}

/** A request as it is born. */
export interface NewRequest {
  readonly id: string
  readonly positionId: string
  readonly lenderId: string
  readonly borrowerId: string
  readonly creatorId: string
  readonly status: string
  readonly direction: string
  readonly collateralAmount: string
  readonly notionalUsd: string
  readonly assetPriceUsd: string
  readonly collateralPriceUsd: string
  readonly calculationId: string
  readonly expireAt: string
}

export async function insertRequest(tx: WriteTransaction, request: NewRequest): Promise<void> {
  await tx.query(
    `INSERT INTO mark_to_market_requests (id, position_id, lender_id, borrower_id, creator_id, status,
       direction, collateral_amount, notional_usd, asset_price_usd, collateral_price_usd, calculation_id,
       expire_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
    [
      request.id,
      request.positionId,
      request.lenderId,
      request.borrowerId,
      request.creatorId,
      request.status,
      request.direction,
      request.collateralAmount,
      request.notionalUsd,
      request.assetPriceUsd,
      request.collateralPriceUsd,
      request.calculationId,
      request.expireAt,
      tx.now,
    ],
  )
}

export async function recordDispute(
  tx: WriteTransaction,
  id: string,
  answered: Omit<StandingDispute, 'disputedAt'>,
): Promise<void> {
  await tx.query(
    `UPDATE mark_to_market_requests SET counter_notional_usd = $2, dispute_reason = $3, dispute_note = $4,
       dispute_outcome = $5, agreed_notional_usd = $6, agreed_collateral_amount = $7,
       disputed_notional_usd = $8, disputed_at = $9 WHERE id = $1`,
    [
      id,
      answered.counterNotionalUsd,
      answered.reason,
      answered.note,
      answered.outcome,
      answered.agreedNotionalUsd,
      answered.agreedCollateralAmount,
      answered.disputedNotionalUsd,
      tx.now,
    ],
  )
}

export async function recordSuccessor(
  tx: WriteTransaction,
  id: string,
  supersededBy: string,
): Promise<void> {
  await tx.query('UPDATE mark_to_market_requests SET superseded_by = $2 WHERE id = $1', [
    id,
    supersededBy,
  ])
}
