-- Temporary tables come last, so that they replace no table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- The terms that decide the value of a position, as one document. Every preview and every list of
-- positions reads them. They never change, so they are written once. Decimals are texts without
-- padding. The functions that build JSON are not immutable for every type, but for texts they are.
CREATE FUNCTION terms_of_positions(requirement_percent numeric, haircut numeric,
    margin_call_percent numeric, liquidation_percent numeric, top_up_when text,
    release_percent numeric, threshold_usd numeric, minimum_notional_top_up_usd numeric,
    minimum_notional_release_usd numeric, lot_top_up numeric, lot_release numeric)
  RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
  SELECT json_build_object(
    'requirementPercent', trim_scale(requirement_percent)::text,
    'haircut', trim_scale(haircut)::text,
    'marginCallPercent', trim_scale(margin_call_percent)::text,
    'liquidationPercent', trim_scale(liquidation_percent)::text,
    'topUpWhen', top_up_when,
    'releasePercent', trim_scale(release_percent)::text,
    'thresholdUsd', trim_scale(threshold_usd)::text,
    'minimumNotionalTopUpUsd', trim_scale(minimum_notional_top_up_usd)::text,
    'minimumNotionalReleaseUsd', trim_scale(minimum_notional_release_usd)::text,
    'lotTopUp', trim_scale(lot_top_up)::text,
    'lotRelease', trim_scale(lot_release)::text) $$;

ALTER TABLE margin_terms ADD COLUMN position_terms json NOT NULL GENERATED ALWAYS AS (
  terms_of_positions(requirement_percent, haircut, margin_call_percent, liquidation_percent,
    top_up_when, release_percent, threshold_usd, minimum_notional_top_up_usd,
    minimum_notional_release_usd, lot_top_up, lot_release)) STORED;
