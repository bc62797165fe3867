-- Only what is lent has levels: no price brings an opening, or one that is unwound, to a level.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- The ratio of the prices at which a position reaches a level, as level_ratio says. Zero: none does.
CREATE FUNCTION level_ratio_while_lent(status text, active_at timestamptz, quantity numeric,
    level_percent numeric, collateral numeric)
  RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN asset_is_lent(status, active_at, quantity)
    THEN level_ratio(quantity, level_percent, collateral) ELSE 0 END;

-- As in 0053, with levels only of what is lent. One that is not lent any more has reached none.
CREATE OR REPLACE FUNCTION keep_levels() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  is_lent boolean := asset_is_lent(NEW.status, NEW.active_at, NEW.asset_quantity);
  was_lent boolean := TG_OP = 'UPDATE' AND asset_is_lent(OLD.status, OLD.active_at, OLD.asset_quantity);
BEGIN
  IF NEW.status = 'CLOSED' THEN
    DELETE FROM position_levels WHERE position_id = NEW.id;
  ELSE
    INSERT INTO position_levels AS l (position_id, lender_id, borrower_id, asset, collateral_asset,
      margin_call_ratio, liquidation_ratio, coverage)
    SELECT NEW.id, NEW.lender_id, NEW.borrower_id, o.asset, o.collateral_asset,
      level_ratio_while_lent(NEW.status, NEW.active_at, NEW.asset_quantity, m.margin_call_percent,
        NEW.collateral_quantity),
      level_ratio_while_lent(NEW.status, NEW.active_at, NEW.asset_quantity, m.liquidation_percent,
        NEW.collateral_quantity),
      NEW.collateral_quantity / nullif(NEW.asset_quantity, 0)
    FROM orders o JOIN margin_terms m ON m.id = o.terms_id WHERE o.id = NEW.order_id
    ON CONFLICT (position_id) DO UPDATE
    SET margin_call_ratio = excluded.margin_call_ratio, liquidation_ratio = excluded.liquidation_ratio,
      coverage = excluded.coverage,
      margin_call_reached = l.margin_call_reached AND is_lent AND was_lent,
      liquidation_reached = l.liquidation_reached AND is_lent AND was_lent;
  END IF;
  IF was_lent AND NOT is_lent THEN
    UPDATE margin_alerts SET standing = false WHERE position_id = NEW.id AND standing;
  END IF;
  RETURN NULL;
END
$$;

-- As in 0022, with levels only of what is lent.
CREATE OR REPLACE FUNCTION keep_levels_of_order() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE position_levels l
  SET asset = NEW.asset, collateral_asset = NEW.collateral_asset,
    margin_call_ratio = level_ratio_while_lent(p.status, p.active_at, p.asset_quantity,
      m.margin_call_percent, p.collateral_quantity),
    liquidation_ratio = level_ratio_while_lent(p.status, p.active_at, p.asset_quantity,
      m.liquidation_percent, p.collateral_quantity)
  FROM positions p, margin_terms m
  WHERE p.order_id = NEW.id AND m.id = NEW.terms_id AND l.position_id = p.id;
  RETURN NULL;
END
$$;

UPDATE position_levels l
SET margin_call_ratio = 0, liquidation_ratio = 0, margin_call_reached = false,
  liquidation_reached = false
FROM positions p
WHERE p.id = l.position_id AND NOT asset_is_lent(p.status, p.active_at, p.asset_quantity);
