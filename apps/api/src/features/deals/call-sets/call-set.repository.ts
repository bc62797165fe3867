import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { bothSides, dealColumns } from '../../../platform/lists/both-sides.ts'
import type { PagePosition } from '../../../platform/lists/page-token.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { RequestRecord } from '../mark-to-market/request-record.ts'
import { markToMarketTable } from '../mark-to-market/request.repository.ts'
import type { CallSetRecord } from './call-set-record.ts'

const requests = `(
  SELECT json_agg(json_build_object('id', r.id, 'status', r.status,
      'notionalUsd', trim_scale(r.notional_usd)::text) ORDER BY o.number)
  FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id
    JOIN orders o ON o.id = p.order_id
  WHERE r.call_set_id = s.id)`

/** The records of call sets `s`. */
const selectRecords = (sets: string) => `
  SELECT s.id, s.agreement_id AS "agreementId", s.lender_id AS "lenderId",
    s.borrower_id AS "borrowerId", s.creator_id AS "creatorId", s.direction,
    trim_scale(s.total_notional_usd)::text AS "totalNotionalUsd",
    trim_scale(s.minimum_notional_usd)::text AS "minimumNotionalUsd",
    s.expire_at AS "expireAt", s.created_at AS "createdAt", ${requests} AS requests
  FROM ${sets} s`

/** Undefined if the organization has no such call set. */
export function findCallSet(
  database: TenantDatabase,
  tenant: Tenant,
  id: string,
): Promise<CallSetRecord | Refusal | undefined> {
  return database.readOne<CallSetRecord>(tenant, {
    name: 'call set',
    text: `${selectRecords('call_sets')} WHERE s.id = $1 AND $2 IN (s.lender_id, s.borrower_id)`,
    values: [id, tenant.organizationId],
  })
}

/** The same within a write. */
export function callSetWithin(
  tx: WriteTransaction,
  id: string,
): Promise<CallSetRecord | undefined> {
  return tx.row<CallSetRecord>(`${selectRecords('call_sets')} WHERE s.id = $1`, [id])
}

/** Call sets of both sides after a position in the list, newest first. */
export function callSetPage(
  database: TenantDatabase,
  tenant: Tenant,
  agreementId: string | undefined,
  { after, count }: { readonly after: PagePosition | undefined; readonly count: number },
): Promise<CallSetRecord[] | Refusal> {
  const side = (column: string) => `(
    SELECT * FROM call_sets WHERE ${column} = $1::uuid
      AND ($3::uuid IS NULL OR agreement_id = $3)
      AND ($4::timestamptz IS NULL OR (created_at, id) < ($4, $5::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2::int)`
  const page = `(SELECT * FROM ${bothSides(dealColumns, side)} AS both_sides
    ORDER BY created_at DESC, id DESC LIMIT $2::int)`
  const statement = {
    name: 'call sets',
    text: `${selectRecords(page)} ORDER BY s.created_at DESC, s.id DESC`,
    values: [
      tenant.organizationId,
      count,
      agreementId ?? null,
      after?.createTime ?? null,
      after?.id ?? null,
    ],
  }
  return database.read<CallSetRecord>(tenant, statement, 'custom')
}

/** How much a request of a set that awaits an answer calls. Decimal strings. */
interface PendingAmount {
  readonly id: string
  readonly positionId: string
  readonly collateralAmount: string
  readonly notionalUsd: string
}

/** What the requests of a set that await an answer call. */
export function pendingAmounts(
  database: TenantDatabase,
  tenant: Tenant,
  callSetId: string,
): Promise<PendingAmount[] | Refusal> {
  const statement = {
    name: 'pending amounts of a call set',
    text: `SELECT r.id, r.position_id AS "positionId",
        trim_scale(r.collateral_amount)::text AS "collateralAmount",
        trim_scale(r.notional_usd)::text AS "notionalUsd"
      FROM mark_to_market_requests r
      WHERE r.call_set_id = $1 AND r.status = 'PENDING_ACCEPTANCE'
        AND $2 IN (r.lender_id, r.borrower_id)`,
    values: [callSetId, tenant.organizationId],
  }
  return database.read<PendingAmount>(tenant, statement, 'generic')
}

/** The requests of a set, oldest order first. Their deals must be locked. */
export async function requestsOfSet(
  tx: WriteTransaction,
  callSetId: string,
): Promise<readonly RequestRecord[]> {
  const { rows } = await tx.query<RequestRecord>(
    `${markToMarketTable.records} WHERE r.call_set_id = $1 ORDER BY deal."orderNumber"`,
    [callSetId],
  )
  return rows
}

/** Those of them that await an answer. */
export async function pendingRequests(
  tx: WriteTransaction,
  callSetId: string,
): Promise<readonly RequestRecord[]> {
  const { rows } = await tx.query<RequestRecord>(
    `${markToMarketTable.records}
     WHERE r.call_set_id = $1 AND r.status = 'PENDING_ACCEPTANCE' ORDER BY deal."orderNumber"`,
    [callSetId],
  )
  return rows
}

/** Records a new set of the organization of the transaction. */
export async function insertCallSet(
  tx: WriteTransaction,
  set: Omit<CallSetRecord, 'requests' | 'createdAt'>,
): Promise<void> {
  await tx.write(
    `INSERT INTO call_sets (id, agreement_id, lender_id, borrower_id, creator_id, direction,
       total_notional_usd, minimum_notional_usd, expire_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      set.id,
      set.agreementId,
      set.lenderId,
      set.borrowerId,
      set.creatorId,
      set.direction,
      set.totalNotionalUsd,
      set.minimumNotionalUsd,
      set.expireAt,
      tx.now,
    ],
  )
}
