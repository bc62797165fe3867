import type { MarginTerms } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** Terms in effect that may apply to a deal instead of older ones that do. */
export interface NewerTerms {
  readonly id: string
  readonly version: number
  readonly terms: MarginTerms
  /** Whether they count the days of interest as those of the deal do. */
  readonly countsDaysAlike: boolean
  /** Whether the collateral of the deal is eligible under them, or the one that it began with. */
  readonly suitCollateral: boolean
}

/**
 * Selects the terms in effect at a time between this lender and this borrower: those of the newest
 * version that both sides have accepted and whose time has come. All are given as SQL.
 */
export const selectTermsInEffect = (of: {
  readonly lender: string
  readonly borrower: string
  readonly time: string
}) => `
  SELECT v.terms_id, v.version FROM agreements a JOIN agreement_versions v ON v.agreement_id = a.id
  WHERE a.lender_id = ${of.lender} AND a.borrower_id = ${of.borrower}
    AND v.in_effect_at <= ${of.time}
  ORDER BY v.version DESC LIMIT 1`

/** The terms in effect now between this lender and this borrower. */
export async function termsInEffect(
  tx: WriteTransaction,
  sides: { readonly lenderId: string; readonly borrowerId: string },
): Promise<string | undefined> {
  const row = await tx.row<{ terms_id: string }>(
    selectTermsInEffect({ lender: '$1', borrower: '$2', time: '$3' }),
    [sides.lenderId, sides.borrowerId, tx.now],
  )
  return row?.terms_id
}

/**
 * The terms of an order `o` before a time, given as SQL: an amend keeps those that it replaces.
 */
export const termsBefore = (time: string) => `coalesce((
  SELECT replaced.terms_id FROM replaced_terms replaced
  WHERE replaced.order_id = o.id AND replaced.replaced_at >= ${time}
  ORDER BY replaced.replaced_at, replaced.sequence LIMIT 1), o.terms_id)`

/**
 * The collateral of an order `o` before a time, given as SQL: a substitution keeps the one that it
 * replaces.
 */
export const collateralBefore = (time: string) => partBefore('collateral_asset', time)

/** The quantity of it that was agreed, likewise. */
export const agreedCollateralBefore = (time: string) => partBefore('collateral_quantity', time)

const partBefore = (part: 'collateral_asset' | 'collateral_quantity', time: string) => `coalesce((
  SELECT replaced.${part} FROM replaced_terms replaced
  WHERE replaced.order_id = o.id AND replaced.replaced_at >= ${time}
    AND replaced.collateral_asset IS NOT NULL
  ORDER BY replaced.replaced_at, replaced.sequence LIMIT 1), o.${part})`

/** The general terms of a row of `margin_terms`, which a version of an agreement names. */
export const generalTerms = (m: string) => `coalesce(${m}.general_id, ${m}.id)`

/**
 * Selects the id of the terms of a version for the collateral of an order `o` with the terms
 * `applied`: the general ones for the one that it began with, as it is while general terms apply,
 * or else those of its asset. No row if it is not eligible under them.
 */
export const termsUnder = (general: string, applied: string) => `
  SELECT ${general} WHERE ${applied}.general_id IS NULL
  UNION ALL SELECT e.id FROM margin_terms e
  WHERE e.general_id = ${general} AND e.collateral_asset = ${applied}.collateral_asset`

/** The collateral that an order `o` began with, if a substitution has replaced it. */
const replacedFirst = `(SELECT f.collateral_asset FROM replaced_terms f
  WHERE f.order_id = o.id AND f.collateral_asset IS NOT NULL ORDER BY f.sequence LIMIT 1)`

/**
 * The assets for which the collateral of an order `o` can be exchanged under its terms `m`, in the
 * order of their symbols. Terms without a list, which most have, need no row of another table.
 */
export const substituteAssets = `CASE
  WHEN m.general_id IS NULL AND m.eligible_collateral = '[]' THEN '{}'
  ELSE ARRAY(SELECT asset FROM (
      SELECT entry ->> 'asset' AS asset FROM jsonb_array_elements(m.eligible_collateral) AS entry
      UNION SELECT ${replacedFirst}) AS eligible
    WHERE asset NOT IN (o.asset, o.collateral_asset) ORDER BY asset) END`

/**
 * Selects the id of the terms that apply to an order `o` while an asset (SQL) is its collateral,
 * under the version that applies to it now. Null if the asset is not eligible under it.
 */
export const termsOfCollateral = (asset: string) => `
  SELECT CASE WHEN ${asset} = CASE WHEN applied.general_id IS NULL THEN o.collateral_asset
      ELSE ${replacedFirst} END
    THEN ${generalTerms('applied')}
    ELSE (SELECT special.id FROM margin_terms special
      WHERE special.general_id = ${generalTerms('applied')}
        AND special.collateral_asset = ${asset}) END
  FROM margin_terms applied WHERE applied.id = o.terms_id`

/** Terms as the API shows them, from a row of `margin_terms`. */
export const marginTermsJson = (m: string) => `json_build_object(
  'requirement_percent', trim_scale(${m}.requirement_percent)::text,
  'haircut', trim_scale(${m}.haircut)::text,
  'margin_call_percent', trim_scale(${m}.margin_call_percent)::text,
  'liquidation_percent', trim_scale(${m}.liquidation_percent)::text,
  'top_up_when', ${m}.top_up_when,
  'release_percent', trim_scale(${m}.release_percent)::text,
  'default_causes', ${m}.default_causes,
  'grace_seconds', ${m}.grace_seconds,
  'liquidation_confirm_seconds', ${m}.liquidation_confirm_seconds,
  'settlement_time_seconds', ${m}.settlement_time_seconds,
  'dispute_time_seconds', ${m}.dispute_time_seconds,
  'recall_notice_seconds', ${m}.recall_notice_seconds,
  'close_out_discount', trim_scale(${m}.close_out_discount)::text,
  'close_out_scope', ${m}.close_out_scope,
  'eligible_collateral', ${m}.eligible_collateral,
  'threshold_usd', trim_scale(${m}.threshold_usd)::text,
  'minimum_notional_top_up_usd', trim_scale(${m}.minimum_notional_top_up_usd)::text,
  'minimum_notional_release_usd', trim_scale(${m}.minimum_notional_release_usd)::text,
  'minimum_applies_to', ${m}.minimum_applies_to,
  'lot_top_up', trim_scale(${m}.lot_top_up)::text,
  'lot_release', trim_scale(${m}.lot_release)::text,
  'day_count', ${m}.day_count,
  'interest_schedule', ${m}.interest_schedule,
  'cure_time_seconds', ${m}.cure_time_seconds,
  'calendars', ${m}.calendars,
  'time_zone', ${m}.time_zone,
  'notification_time', ${m}.notification_time,
  'response_time', ${m}.response_time,
  'dispute_tolerance_usd', trim_scale(${m}.dispute_tolerance_usd)::text,
  'dispute_tolerance_percent', trim_scale(${m}.dispute_tolerance_percent)::text,
  'dispute_method', ${m}.dispute_method)`

/** The version of the agreement that has the terms `m`. */
export const termsVersion = `(
  SELECT v.version FROM agreement_versions v WHERE v.terms_id = ${generalTerms('m')})`

/**
 * The newest terms that are in effect at a time, for an active order `o`, if they are newer than
 * its terms `m`. A join in place of the subquery would keep PostgreSQL from reading the rows of a
 * page alone.
 */
export const newerTermsJson = (time: string) => `CASE WHEN o.status = 'ACTIVE' THEN (
  SELECT json_build_object('id', effective.terms_id, 'version', effective.version,
    'terms', ${marginTermsJson('newest')}, 'countsDaysAlike', newest.day_count = m.day_count,
    'suitCollateral', newest.collateral_asset IS NOT DISTINCT FROM m.collateral_asset)
  FROM (${selectTermsInEffect({ lender: 'o.lender_id', borrower: 'o.borrower_id', time })}) effective
  JOIN margin_terms newest ON newest.id = coalesce(
    CASE WHEN m.general_id IS NOT NULL THEN (${termsUnder('effective.terms_id', 'm')}) END,
    effective.terms_id)
  WHERE effective.version > ${termsVersion}) END`
