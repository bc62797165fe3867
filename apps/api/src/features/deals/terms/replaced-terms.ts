import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { generalTerms, marginTermsJson } from './terms-of-deal.ts'

const instantJson = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The terms that have applied to the order `$1` of the organization `$2`, as `terms`. Each came to
 * apply when it replaced those before it.
 */
export const termsOfOrder = `
  SELECT coalesce((
    SELECT json_agg(json_build_object('terms_version', v.version, 'terms', ${marginTermsJson('m')},
      'collateral_asset', coalesce(entry.replaced_asset, o.collateral_asset),
      'from_time', ${instantJson('entry.from_time')}, 'until_time', ${instantJson('entry.until_time')},
      'order_request_id', entry.order_request_id) ORDER BY entry.place DESC)
    FROM (
      SELECT terms_id, place, until_time,
        (SELECT r.collateral_asset FROM replaced_terms r
          WHERE r.order_id = o.id AND r.sequence >= place AND r.collateral_asset IS NOT NULL
          ORDER BY r.sequence LIMIT 1) AS replaced_asset,
        coalesce(lag(until_time) OVER in_order, p.created_at) AS from_time,
        lag(amend_id) OVER in_order AS order_request_id
      FROM (
        SELECT terms_id, sequence AS place, replaced_at AS until_time, order_request_id AS amend_id
        FROM replaced_terms WHERE order_id = o.id
        UNION ALL SELECT o.terms_id, 9223372036854775807, NULL, NULL
      ) AS applied WINDOW in_order AS (ORDER BY place)
    ) AS entry
    JOIN margin_terms m ON m.id = entry.terms_id
    JOIN agreement_versions v ON v.terms_id = ${generalTerms('m')}
    WHERE p.id IS NOT NULL), '[]') AS terms
  FROM orders o LEFT JOIN positions p ON p.order_id = o.id
  WHERE o.id = $1 AND $2 IN (o.lender_id, o.borrower_id)`

/** Lets other terms apply to a deal from now on, and keeps those until now. */
export async function replaceTerms(
  tx: WriteTransaction,
  { id, lenderId, borrowerId }: { id: string; lenderId: string; borrowerId: string },
  terms: { readonly orderId: string; readonly before: string; readonly after: string },
): Promise<void> {
  const { orderId, before, after } = terms
  // If the clock was set back, times that are fixed already stay in order.
  await tx.write(
    `INSERT INTO replaced_terms (order_id, lender_id, borrower_id, terms_id, order_request_id,
       replaced_at)
     VALUES ($1, $2, $3, $4, $5, greatest($6::timestamptz,
       (SELECT max(replaced_at) FROM replaced_terms WHERE order_id = $1)))`,
    [orderId, lenderId, borrowerId, before, id, tx.now],
  )
  await tx.writeOne(
    `UPDATE orders SET terms_id = $3, updated_at = greatest(updated_at, $4)
     WHERE id = $1 AND terms_id = $2`,
    [orderId, before, after, tx.now],
    `order ${orderId} no longer has the terms ${before}`,
  )
}

/** When the collateral of an order (its id as SQL) was last replaced. */
export const exchangedAt = (orderId: string) => `(SELECT max(t.replaced_at) FROM replaced_terms t
  WHERE t.order_id = ${orderId} AND t.collateral_asset IS NOT NULL)`

/** Whether an alert `a` of a position is one of the present collateral of its order. */
export const isOfPresentCollateral = (alert: string, orderId: string) =>
  `${alert}.since >= coalesce(${exchangedAt(orderId)}, '-infinity')`

/** The collateral that replaces the present one of a deal, with its terms and wallets. */
interface NewCollateral {
  readonly terms: { readonly before: string; readonly after: string }
  readonly asset: string
  /** Decimal string. */
  readonly quantity: string
  readonly lenderWalletId: string
  readonly borrowerWalletId: string
}

/** The present collateral. Its wallets are null before the acceptance of the order. */
interface ReplacedCollateral {
  readonly asset: string
  readonly lenderWalletId: string | null
  readonly borrowerWalletId: string | null
}

/**
 * Lets a quantity of another asset be the collateral of a deal from now on, by its terms, and keeps
 * what applied until now. Returns the wallets of the collateral that it replaces. The deal must be
 * locked.
 */
export async function replaceCollateral(
  tx: WriteTransaction,
  request: { id: string; orderId: string; positionId: string },
  { terms, asset, quantity, lenderWalletId, borrowerWalletId }: NewCollateral,
): Promise<Pick<NewCollateral, 'lenderWalletId' | 'borrowerWalletId'>> {
  const { id, orderId, positionId } = request
  const before = await tx.row<ReplacedCollateral>(
    `WITH kept AS (
       INSERT INTO replaced_terms (order_id, lender_id, borrower_id, terms_id, order_request_id,
         collateral_asset, collateral_quantity, replaced_at)
       SELECT o.id, o.lender_id, o.borrower_id, o.terms_id, $3, o.collateral_asset,
         o.collateral_quantity, greatest($4::timestamptz,
           (SELECT max(r.replaced_at) FROM replaced_terms r WHERE r.order_id = o.id))
       FROM orders o WHERE o.id = $1 AND o.terms_id = $2)
     SELECT o.collateral_asset AS asset, o.lender_collateral_wallet_id AS "lenderWalletId",
       o.borrower_collateral_wallet_id AS "borrowerWalletId"
     FROM orders o WHERE o.id = $1`,
    [orderId, terms.before, id, tx.now],
  )
  const { asset: replaced, lenderWalletId: ofLender, borrowerWalletId: ofBorrower } = before ?? {}
  if (replaced === undefined || ofLender == null || ofBorrower == null) {
    throw new Error(`order ${orderId} is missing, or lacks wallets`)
  }
  await tx.writeOne(
    `UPDATE orders SET terms_id = $3, collateral_asset = $4, collateral_quantity = $5,
       lender_collateral_wallet_id = $6, borrower_collateral_wallet_id = $7,
       updated_at = greatest(updated_at, $8)
     WHERE id = $1 AND terms_id = $2 AND status = 'ACTIVE'`,
    [orderId, terms.before, terms.after, asset, quantity, lenderWalletId, borrowerWalletId, tx.now],
    `order ${orderId} no longer has the terms ${terms.before}`,
  )
  await tx.write(
    `UPDATE positions SET collateral_quantity = $2, collateral_disputed_quantity = 0,
       voluntary_quantity = 0, updated_at = greatest(updated_at, $3) WHERE id = $1`,
    [positionId, quantity, tx.now],
  )
  await tx.write(
    `UPDATE mark_to_market_requests SET collateral_asset = $2
     WHERE position_id = $1 AND collateral_asset IS NULL`,
    [positionId, replaced],
  )
  await tx.write(
    // What is asked for and not agreed will move the new collateral.
    `UPDATE order_requests SET replaced_collateral_asset = $2
     WHERE position_id = $1 AND replaced_collateral_asset IS NULL
       AND (id = $3 OR status <> 'PENDING' AND status NOT ${oneOf(statusSets.order_request.agreed)})`,
    [positionId, replaced, id],
  )
  return { lenderWalletId: ofLender, borrowerWalletId: ofBorrower }
}
