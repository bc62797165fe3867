-- The levels of a position are watched as long as its asset is lent: also while its order closes,
-- until the asset is back.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Whether the asset of a position is lent. An opening that is unwound never became active, so
-- margin never counted in it.
CREATE FUNCTION asset_is_lent(status text, active_at timestamptz, asset_quantity numeric)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status = 'ACTIVE' OR (status = 'CLOSING' AND active_at IS NOT NULL AND asset_quantity > 0);

-- As in 0028, for as long as the asset is lent.
CREATE OR REPLACE FUNCTION keep_levels() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  is_lent boolean := asset_is_lent(NEW.status, NEW.active_at, NEW.asset_quantity);
  was_lent boolean := TG_OP = 'UPDATE' AND asset_is_lent(OLD.status, OLD.active_at, OLD.asset_quantity);
  begins boolean := TG_OP = 'UPDATE' AND is_lent AND NOT was_lent;
BEGIN
  IF NEW.status = 'CLOSED' THEN
    DELETE FROM position_levels WHERE position_id = NEW.id;
  ELSE
    INSERT INTO position_levels AS l (position_id, lender_id, borrower_id, asset, collateral_asset,
      margin_call_ratio, liquidation_ratio, coverage)
    SELECT NEW.id, NEW.lender_id, NEW.borrower_id, o.asset, o.collateral_asset,
      level_ratio(NEW.asset_quantity, m.margin_call_percent, NEW.collateral_quantity),
      level_ratio(NEW.asset_quantity, m.liquidation_percent, NEW.collateral_quantity),
      NEW.collateral_quantity / nullif(NEW.asset_quantity, 0)
    FROM orders o JOIN margin_terms m ON m.id = o.terms_id WHERE o.id = NEW.order_id
    ON CONFLICT (position_id) DO UPDATE
    SET margin_call_ratio = excluded.margin_call_ratio, liquidation_ratio = excluded.liquidation_ratio,
      coverage = excluded.coverage,
      margin_call_reached = l.margin_call_reached AND NOT begins,
      liquidation_reached = l.liquidation_reached AND NOT begins;
  END IF;
  IF was_lent AND NOT is_lent THEN
    UPDATE margin_alerts SET standing = false WHERE position_id = NEW.id AND standing;
  END IF;
  RETURN NULL;
END
$$;
