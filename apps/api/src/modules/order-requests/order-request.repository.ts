import type { OrderRequest } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../db/tenant.ts'
import type { PlanMode, Statement } from '../../db/tenant-query.ts'
import type { PagePosition } from '../../paging/page-token.ts'
import { Refusal } from '../../refusal.ts'
import { lockDeal } from '../../writes/deal.ts'
import type { WriteTransaction } from '../../writes/write-transaction.ts'
import { closingHoldUpsJson, isOfClosing, orderRequestCreator } from '../orders/order-row.ts'
import type { AskedDeal } from './order-request-eligibility.ts'
import type { StandingOrderRequest } from './standing-order-request.ts'

/** Which requests are asked for; all that is given must hold. */
export interface OrderRequestSelection {
  readonly status?: string
  readonly kind?: OrderRequest['kind']
  readonly positionId?: string
}

/** In the order in which they were instructed, whatever the clock said; what was taken over has no instruction. */
const transfers = `(
  SELECT coalesce(json_agg(json_build_object('id', t.id, 'leg', t.leg, 'status', t.status,
      'quantity', trim_scale(t.quantity)::text)
    ORDER BY i.sequence NULLS FIRST, t.create_time, t.id), '[]')
  FROM transfers t LEFT JOIN instructions i ON i.transfer_id = t.id
  WHERE t.order_id = p.order_id AND CASE
    WHEN r.whole AND r.status IN ('ACCEPTED', 'IN_PROGRESS', 'COMPLETED') THEN ${isOfClosing}
    ELSE t.order_request_id = r.id END)`

const lastRateFrom = `(
  SELECT max(i.effective_on)::text FROM interest_changes i
  WHERE i.position_id = p.id AND i.rate_percent IS NOT NULL)`

/** The requests `r` of a FROM clause, as they stand. LIMIT: the deal of each is looked up, never all of them. */
const standing = (requests: string) => `
  SELECT r.id, r.kind, r.status, r.position_id AS "positionId", deal.*, r.lender_id AS "lenderId",
    r.borrower_id AS "borrowerId", ${orderRequestCreator} AS "creatorId",
    trim_scale(r.quantity) AS quantity, r.whole,
    trim_scale(r.collateral_returned) AS "collateralReturned",
    trim_scale(r.rate_percent) AS "ratePercent", r.effective_at AS "effectiveAt", r.note,
    r.expire_at AS "expireAt", r.created_at AS "createdAt", r.updated_at AS "updatedAt"
  FROM ${requests} r CROSS JOIN LATERAL (
    SELECT o.id AS "orderId", o.number AS "orderNumber", o.status AS "orderStatus", o.asset,
      trim_scale(p.asset_quantity) AS "lentQuantity", o.collateral_asset AS "collateralAsset",
      o.collateral_type AS "collateralType", ${lastRateFrom} AS "lastRateFrom",
      ${closingHoldUpsJson} AS "closingHoldUps",
      ARRAY(SELECT m.id::text FROM mark_to_market_requests m
        WHERE m.position_id = p.id AND m.status IN ('PENDING_ACCEPTANCE', 'FAILED')
        ORDER BY m.created_at, m.id) AS "openMarkToMarketRequests",
      ARRAY(SELECT t.id::text FROM transfers t
        WHERE t.order_id = o.id AND t.leg = 'asset' AND t.status IN ('PENDING', 'IN_PROGRESS')
        ORDER BY t.create_time, t.id) AS "assetUnderWay",
      ${transfers} AS transfers
    FROM positions p JOIN orders o ON o.id = p.order_id WHERE p.id = r.position_id LIMIT 1) deal`

const oneRequest = `${standing('order_requests')} WHERE r.id = $1`

export class OrderRequestRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** Undefined where the organization has no such request, whether or not another has. */
  async find(tenant: Tenant, id: string): Promise<StandingOrderRequest | Refusal | undefined> {
    const statement = {
      name: 'order request',
      text: `${oneRequest} AND $2 IN (r.lender_id, r.borrower_id)`,
      values: [id, tenant.organizationId],
    }
    const rows = await this.#database.read<StandingOrderRequest>(tenant, statement, 'generic')
    return rows instanceof Refusal ? rows : rows[0]
  }

  /** Behind a position, newest first, at the most as many as asked for. */
  page(
    tenant: Tenant,
    selection: OrderRequestSelection,
    after: PagePosition | undefined,
    count: number,
  ): Promise<StandingOrderRequest[] | Refusal> {
    const statement = pageStatement(tenant.organizationId, selection, after, count)
    return this.#database.read(tenant, statement, planModeOf(selection))
  }
}

/** Without filters two indexes have the page in its order; with some it depends on their values what is best. */
function planModeOf(selection: OrderRequestSelection): PlanMode {
  return Object.keys(selection).length > 0 ? 'custom' : 'generic'
}

const newestFirst = (of: string) => `${of}created_at DESC, ${of}id DESC`

/** Those of the positions in which the organization lends and those in which it borrows, merged. */
function pageStatement(
  organizationId: string,
  { status, kind, positionId }: OrderRequestSelection,
  after: PagePosition | undefined,
  count: number,
): Statement {
  const values: unknown[] = [organizationId, count]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  if (status !== undefined) conditions.push(`status = ${bind(status)}`)
  if (kind !== undefined) conditions.push(`kind = ${bind(kind)}`)
  if (positionId !== undefined) conditions.push(`position_id = ${bind(positionId)}::uuid`)
  if (after !== undefined) {
    conditions.push(
      `(created_at, id) < (${bind(after.createTime)}::timestamptz, ${bind(after.id)}::uuid)`,
    )
  }
  const side = (column: string) => `(
    SELECT * FROM order_requests WHERE ${[`${column} = $1::uuid`, ...conditions].join(' AND ')}
    ORDER BY ${newestFirst('')} LIMIT $2::int)`
  const page = `(
    SELECT * FROM (${side('lender_id')} UNION ALL ${side('borrower_id')}) AS both_sides
    ORDER BY ${newestFirst('')} LIMIT $2::int)`
  const given = Object.entries({ status, kind, positionId, after })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
  return {
    name: ['order requests', ...given].join(' '),
    text: `${standing(page)} ORDER BY ${newestFirst('r.')}`,
    values,
  }
}

/** A request as it stands, under the lock of its deal. Undefined where the organization has none such. */
export async function lockOrderRequest(
  tx: WriteTransaction,
  id: string,
): Promise<StandingOrderRequest | undefined> {
  const deal = await tx.row<{ orderId: string }>(
    `SELECT p.order_id AS "orderId" FROM order_requests r JOIN positions p ON p.id = r.position_id
     WHERE r.id = $1`,
    [id],
  )
  if (deal === undefined || !(await lockDeal(tx, deal.orderId))) return undefined
  return readOrderRequest(tx, id)
}

/** A request as it stands; its deal must be locked. */
export async function readOrderRequest(
  tx: WriteTransaction,
  id: string,
): Promise<StandingOrderRequest> {
  const request = await tx.row<StandingOrderRequest>(oneRequest, [id])
  if (request === undefined) throw new Error(`there is no order request ${id}`)
  return request
}

/** The requests of a position in a state, the oldest first; its deal must be locked. */
export async function requestsIn(
  status: OrderRequest['status'],
  tx: WriteTransaction,
  positionId: string,
): Promise<readonly StandingOrderRequest[]> {
  const { rows } = await tx.query<StandingOrderRequest>(
    `${standing('order_requests')}
     WHERE r.position_id = $1 AND r.status = $2
     ORDER BY r.created_at, r.id`,
    [positionId, status],
  )
  return rows
}

/** The request that the close of an order carries out, if there is one. */
export async function closingRequest(
  tx: WriteTransaction,
  orderId: string,
): Promise<StandingOrderRequest | undefined> {
  return tx.row<StandingOrderRequest>(
    `${standing('order_requests')}
     WHERE r.position_id = (SELECT id FROM positions WHERE order_id = $1) AND r.whole
       AND r.status IN ('ACCEPTED', 'IN_PROGRESS')`,
    [orderId],
  )
}

/** A deal of which something is asked, with all that decides whether it can be. */
export interface RequestedDeal extends AskedDeal {
  readonly orderId: string
  readonly positionId: string
  readonly asset: string
  readonly assetDecimals: number
  readonly lentQuantity: string
  readonly cureTimeSeconds: number
  readonly lastRateFrom: string | null
}

export async function readRequestedDeal(
  tx: WriteTransaction,
  positionId: string,
): Promise<RequestedDeal> {
  const deal = await tx.row<RequestedDeal & { readonly holdUps: AskedDeal }>(
    `SELECT o.id AS "orderId", p.id AS "positionId", o.lender_id AS "lenderId",
       o.borrower_id AS "borrowerId", o.status AS "orderStatus",
       o.collateral_type AS "collateralType", o.asset, a.decimals AS "assetDecimals",
       trim_scale(p.asset_quantity) AS "lentQuantity",
       m.cure_time_seconds AS "cureTimeSeconds", ${lastRateFrom} AS "lastRateFrom",
       ${closingHoldUpsJson} AS "holdUps"
     FROM positions p JOIN orders o ON o.id = p.order_id JOIN assets a ON a.symbol = o.asset
       JOIN margin_terms m ON m.id = o.terms_id
     WHERE p.id = $1`,
    [positionId],
  )
  if (deal === undefined) throw new Error(`there is no position ${positionId}`)
  const { holdUps, ...own } = deal
  return { ...own, ...holdUps }
}

/** A request as it is born. */
export interface NewOrderRequest {
  readonly id: string
  readonly position_id: string
  readonly lender_id: string
  readonly borrower_id: string
  readonly creator_id: string
  readonly kind: string
  readonly quantity: string | null
  readonly whole: boolean | null
  readonly rate_percent: string | null
  readonly effective_at: string | null
  readonly note: string | null
  readonly expire_at: string
}

export async function insertOrderRequest(
  tx: WriteTransaction,
  request: NewOrderRequest,
): Promise<void> {
  const columns = Object.keys(request).join(', ')
  await tx.query(
    `INSERT INTO order_requests (status, created_at, updated_at, ${columns})
     SELECT 'PENDING', $2, $2, ${columns} FROM json_populate_record(null::order_requests, $1)`,
    [JSON.stringify(request), tx.now],
  )
}

/** What is known of a request with its acceptance. */
export async function recordAcceptance(
  tx: WriteTransaction,
  id: string,
  known: { readonly whole: boolean } | { readonly effectiveAt: string },
): Promise<void> {
  const [column, value] =
    'whole' in known ? ['whole', known.whole] : ['effective_at', known.effectiveAt]
  await tx.query(`UPDATE order_requests SET ${column} = $2 WHERE id = $1`, [id, value])
}

export async function recordReturnedCollateral(
  tx: WriteTransaction,
  id: string,
  quantity: string,
): Promise<void> {
  await tx.query('UPDATE order_requests SET collateral_returned = $2 WHERE id = $1', [id, quantity])
}
