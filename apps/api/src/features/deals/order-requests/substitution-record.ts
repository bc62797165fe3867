import { type KeepReason, statusSets, type SubstitutionDecision } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import { type NewestQuotes, newestQuotes } from '../../prices/index.ts'
import { substituteAssets, termsOfCollateral } from '../terms/terms-of-deal.ts'

/** The terms that apply to a deal while an asset is its collateral. Decimals are strings. */
interface TermsOfCollateral {
  readonly id: string
  readonly requirementPercent: string | null
  readonly haircut: string | null
  readonly marginCallPercent: string
  readonly liquidationPercent: string
  readonly thresholdUsd: string
}

/** What would apply to a deal with another collateral. */
export interface GivenTerms {
  /** The decimals of its smallest unit. Null: there is no such asset. */
  readonly decimals: number | null
  /** Null: it is not eligible. */
  readonly terms: TermsOfCollateral | null
  /** The collateral of the deal. */
  readonly collateralAsset: string
  /** The assets for which it can be exchanged. */
  readonly substituteAssets: readonly string[]
}

/** What a substitution gives in place of the present collateral. Decimals are strings. */
export interface Substitution {
  readonly asset: string
  readonly decimals: number
  readonly quantity: string
  readonly decision: SubstitutionDecision | null
  readonly keepReason: KeepReason | null
  /** The wallets of the new collateral. That of the lender is null until the acceptance. */
  readonly lenderWalletId: string | null
  readonly borrowerWalletId: string
  /** The wallets of the old collateral, once the new one has replaced it. */
  readonly replacedLenderWalletId: string | null
  readonly replacedBorrowerWalletId: string | null
  /** What decides. Null once it is decided, and if it has ended. */
  readonly undecided: Undecided | null
}

/** What decides about a substitution as long as it is not decided. */
export interface Undecided {
  /**
   * The terms of the deal now, and what would apply. Null: the asset is not eligible under them.
   */
  readonly appliedId: string
  readonly terms: TermsOfCollateral | null
  /** The collateral of the deal, and how much of it has settled. */
  readonly collateralAsset: string
  readonly collateralQuantity: string
  /** The newest quotes of the lent asset and of the new collateral. */
  readonly quotes: NewestQuotes
  /** The wallet of the borrower, if it is retired. */
  readonly retiredWalletId: string | null
  /** Whether who asked is not suspended. */
  readonly creatorIsActive: boolean
  /** Requests that await an answer or a retry, are under way, or are disputed. */
  readonly markToMarketRequests: readonly string[]
  /** Transfers of the deal that are under way, for any purpose. */
  readonly transfersUnderWay: readonly string[]
  readonly notices: readonly string[]
  /** When its transfer is late, RFC 3339. Null before the acceptance. */
  readonly lateAt: string | null
}

const termsJson = (asset: string) => `(SELECT json_build_object('id', e.id,
    'requirementPercent', trim_scale(e.requirement_percent)::text,
    'haircut', trim_scale(e.haircut)::text,
    'marginCallPercent', trim_scale(e.margin_call_percent)::text,
    'liquidationPercent', trim_scale(e.liquidation_percent)::text,
    'thresholdUsd', trim_scale(e.threshold_usd)::text)
  FROM margin_terms e WHERE e.id = (${termsOfCollateral(asset)})
    AND ${asset} NOT IN (o.asset, o.collateral_asset))`

/** Selects the {@link GivenTerms} of an order, `$1`, for an asset, `$2`. */
export const givenTerms = `
  SELECT (SELECT a.decimals FROM assets a WHERE a.symbol = $2) AS decimals,
    ${termsJson('$2')} AS terms, o.collateral_asset AS "collateralAsset",
    ${substituteAssets} AS "substituteAssets"
  FROM orders o JOIN margin_terms m ON m.id = o.terms_id WHERE o.id = $1`

const undecided = `CASE WHEN r.decision IS NULL AND r.status IN ('PENDING', 'ACCEPTED', 'IN_PROGRESS')
  THEN json_build_object('appliedId', o.terms_id, 'terms', ${termsJson('r.new_collateral_asset')},
    'collateralAsset', o.collateral_asset,
    'collateralQuantity', trim_scale(p.collateral_quantity)::text,
    'quotes', ${newestQuotes('o.asset', 'r.new_collateral_asset')},
    'retiredWalletId', (SELECT w.id FROM wallets_of_order_requests w
      WHERE w.order_request_id = r.id AND w.id = r.borrower_wallet_id AND w.retired_at IS NOT NULL),
    'creatorIsActive', (SELECT c.status = 'active' FROM organizations c WHERE c.id = r.creator_id),
    'markToMarketRequests', ARRAY(SELECT m.id FROM mark_to_market_requests m
      WHERE m.position_id = p.id AND (m.status = 'DISPUTED'
        OR m.status ${oneOf(statusSets.mark_to_market_request.unfinished)})
      ORDER BY m.created_at, m.id),
    'transfersUnderWay', ARRAY(SELECT t.id FROM transfers t
      WHERE t.order_id = o.id AND t.status ${oneOf(statusSets.transfer.underWay)}
      ORDER BY t.create_time, t.id),
    'notices', ARRAY(SELECT n.id FROM close_outs n
      WHERE n.position_id = p.id AND n.status ${oneOf(statusSets.close_out.open)}
      ORDER BY n.created_at, n.id),
    'lateAt', (SELECT to_char(max(t.late_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      FROM transfers t WHERE t.order_request_id = r.id)) END`

/** The {@link Substitution} of an order request `r` of position `p` of order `o`, as a column. */
export const substitutionJson = `CASE r.kind WHEN 'substitution' THEN (
  SELECT json_build_object('asset', n.symbol, 'decimals', n.decimals,
    'quantity', trim_scale(r.new_collateral_quantity)::text,
    'decision', r.decision, 'keepReason', r.keep_reason,
    'lenderWalletId', r.lender_wallet_id, 'borrowerWalletId', r.borrower_wallet_id,
    'replacedLenderWalletId', r.replaced_lender_wallet_id,
    'replacedBorrowerWalletId', r.replaced_borrower_wallet_id,
    'undecided', ${undecided})
  FROM assets n WHERE n.symbol = r.new_collateral_asset) END`
