-- A price change decides only the positions for which what is reached differs from what the prices
-- say. It compares states and not prices, so a change that was lost is made good by the next.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- As in 0022. The levels come before the alerts, in which order a revaluation locks them too.
CREATE OR REPLACE FUNCTION keep_levels() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  begins boolean := TG_OP = 'UPDATE' AND NEW.status = 'ACTIVE' AND OLD.status <> 'ACTIVE';
BEGIN
  IF NEW.status = 'CLOSED' THEN
    DELETE FROM position_levels WHERE position_id = NEW.id;
  ELSE
    INSERT INTO position_levels AS l (position_id, lender_id, borrower_id, asset, collateral_asset,
      margin_call_ratio, liquidation_ratio)
    SELECT NEW.id, NEW.lender_id, NEW.borrower_id, o.asset, o.collateral_asset,
      level_ratio(NEW.asset_quantity, m.margin_call_percent, NEW.collateral_quantity),
      level_ratio(NEW.asset_quantity, m.liquidation_percent, NEW.collateral_quantity)
    FROM orders o JOIN margin_terms m ON m.id = o.terms_id WHERE o.id = NEW.order_id
    ON CONFLICT (position_id) DO UPDATE
    SET margin_call_ratio = excluded.margin_call_ratio, liquidation_ratio = excluded.liquidation_ratio,
      margin_call_reached = l.margin_call_reached AND NOT begins,
      liquidation_reached = l.liquidation_reached AND NOT begins;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.status = 'ACTIVE' AND NEW.status <> 'ACTIVE' THEN
    UPDATE margin_alerts SET standing = false WHERE position_id = NEW.id AND standing;
  END IF;
  RETURN NULL;
END
$$;

-- The positions, with their lenders, whose levels may differ from what is reached at these prices:
-- those of pairs with a changed asset and two prices. It returns ids and nothing else, of all
-- lenders, and so refuses a transaction of an organization. Ratios are rounded, so a position at a
-- level is among them even if nothing differs. The caller decides exactly.
CREATE FUNCTION positions_to_decide(changed_assets text[], priced_assets text[], prices numeric[])
  RETURNS TABLE (lender_id uuid, position_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  pair record;
BEGIN
  IF current_organization() IS NOT NULL OR NOT acts_as_revaluation() THEN
    RAISE EXCEPTION 'only a revaluation may ask for positions of all lenders'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  FOR pair IN
    -- Each step goes to the next pair of the index, however many positions a pair has.
    WITH RECURSIVE pairs AS (
      (SELECT l.asset, l.collateral_asset FROM position_levels l
        ORDER BY l.asset, l.collateral_asset LIMIT 1)
      UNION ALL
      SELECT n.asset, n.collateral_asset FROM pairs p CROSS JOIN LATERAL (
        SELECT l.asset, l.collateral_asset FROM position_levels l
        WHERE (l.asset, l.collateral_asset) > (p.asset, p.collateral_asset)
        ORDER BY l.asset, l.collateral_asset LIMIT 1) n
    ), priced AS MATERIALIZED (
      SELECT * FROM unnest(priced_assets, prices) AS u (asset, price)
    )
    -- Rounding errs by less than a part in 10^14, on each side of a comparison.
    SELECT p.asset, p.collateral_asset,
      (c.price / a.price)::double precision * (1 - 1e-12) AS least,
      (c.price / a.price)::double precision * (1 + 1e-12) AS most
    FROM pairs p JOIN priced a ON a.asset = p.asset JOIN priced c ON c.asset = p.collateral_asset
    WHERE p.asset = ANY (changed_assets) OR p.collateral_asset = ANY (changed_assets)
  LOOP
    RETURN QUERY
      SELECT l.lender_id, l.position_id FROM position_levels l
      WHERE l.asset = pair.asset AND l.collateral_asset = pair.collateral_asset
        AND NOT l.margin_call_reached AND l.margin_call_ratio >= pair.least
      UNION ALL
      SELECT l.lender_id, l.position_id FROM position_levels l
      WHERE l.asset = pair.asset AND l.collateral_asset = pair.collateral_asset
        AND l.margin_call_reached AND l.margin_call_ratio <= pair.most
      UNION ALL
      SELECT l.lender_id, l.position_id FROM position_levels l
      WHERE l.asset = pair.asset AND l.collateral_asset = pair.collateral_asset
        AND NOT l.liquidation_reached AND l.liquidation_ratio >= pair.least
      UNION ALL
      SELECT l.lender_id, l.position_id FROM position_levels l
      WHERE l.asset = pair.asset AND l.collateral_asset = pair.collateral_asset
        AND l.liquidation_reached AND l.liquidation_ratio <= pair.most;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION positions_to_decide FROM PUBLIC;
GRANT EXECUTE ON FUNCTION positions_to_decide TO vadium_service;
