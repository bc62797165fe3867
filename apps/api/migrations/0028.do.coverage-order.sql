-- The order of positions by coverage. Coverage is 100*C*Pc/(Q*Pa): within a pair of assets, the
-- order of C/Q is that of coverage at any prices.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Collateral for one unit of what is lent. Null: nothing is lent, so there is no ratio.
ALTER TABLE position_levels ADD COLUMN coverage double precision;

-- As in 0024, with the coverage.
CREATE OR REPLACE FUNCTION keep_levels() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  begins boolean := TG_OP = 'UPDATE' AND NEW.status = 'ACTIVE' AND OLD.status <> 'ACTIVE';
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
  IF TG_OP = 'UPDATE' AND OLD.status = 'ACTIVE' AND NEW.status <> 'ACTIVE' THEN
    UPDATE margin_alerts SET standing = false WHERE position_id = NEW.id AND standing;
  END IF;
  RETURN NULL;
END
$$;

UPDATE position_levels l SET coverage = p.collateral_quantity / nullif(p.asset_quantity, 0)
FROM positions p WHERE p.id = l.position_id;
