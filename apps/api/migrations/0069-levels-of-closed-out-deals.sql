-- What a close-out owes a lender in default as asset is not lent any more: levels count until the
-- loan is over (asset_back_at).

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE OR REPLACE FUNCTION keep_levels() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  lent numeric := CASE WHEN NEW.asset_back_at IS NULL THEN NEW.asset_quantity ELSE 0 END;
  is_lent boolean := asset_is_lent(NEW.status, NEW.active_at, lent);
  was_lent boolean := TG_OP = 'UPDATE' AND asset_is_lent(OLD.status, OLD.active_at,
    CASE WHEN OLD.asset_back_at IS NULL THEN OLD.asset_quantity ELSE 0 END);
BEGIN
  IF NEW.status = 'CLOSED' THEN
    DELETE FROM position_levels WHERE position_id = NEW.id;
  ELSE
    INSERT INTO position_levels AS l (position_id, lender_id, borrower_id, asset, collateral_asset,
      margin_call_ratio, liquidation_ratio, coverage)
    SELECT NEW.id, NEW.lender_id, NEW.borrower_id, o.asset, o.collateral_asset,
      level_ratio_while_lent(NEW.status, NEW.active_at, lent, m.margin_call_percent,
        NEW.collateral_quantity),
      level_ratio_while_lent(NEW.status, NEW.active_at, lent, m.liquidation_percent,
        NEW.collateral_quantity),
      NEW.collateral_quantity / nullif(NEW.asset_quantity, 0)
    FROM orders o JOIN margin_terms m ON m.id = o.terms_id WHERE o.id = NEW.order_id
    ON CONFLICT (position_id) DO UPDATE
    SET margin_call_ratio = excluded.margin_call_ratio,
      liquidation_ratio = excluded.liquidation_ratio,
      coverage = excluded.coverage,
      margin_call_reached = l.margin_call_reached AND is_lent AND was_lent,
      liquidation_reached = l.liquidation_reached AND is_lent AND was_lent;
  END IF;
  IF was_lent AND NOT is_lent THEN
    UPDATE margin_alerts SET is_active = false WHERE position_id = NEW.id AND is_active;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION keep_levels_of_order() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE position_levels l
  SET asset = NEW.asset, collateral_asset = NEW.collateral_asset,
    margin_call_ratio = level_ratio_while_lent(p.status, p.active_at, lent.quantity,
      m.margin_call_percent, p.collateral_quantity),
    liquidation_ratio = level_ratio_while_lent(p.status, p.active_at, lent.quantity,
      m.liquidation_percent, p.collateral_quantity)
  FROM positions p CROSS JOIN LATERAL (
      SELECT CASE WHEN p.asset_back_at IS NULL THEN p.asset_quantity ELSE 0 END AS quantity) lent,
    margin_terms m
  WHERE p.order_id = NEW.id AND m.id = NEW.terms_id AND l.position_id = p.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER keep_levels
  AFTER UPDATE OF status, asset_quantity, collateral_quantity, asset_back_at ON positions
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status
    OR OLD.asset_quantity::numeric IS DISTINCT FROM NEW.asset_quantity::numeric
    OR OLD.collateral_quantity::numeric IS DISTINCT FROM NEW.collateral_quantity::numeric
    OR OLD.asset_back_at IS DISTINCT FROM NEW.asset_back_at)
  EXECUTE FUNCTION keep_levels();
