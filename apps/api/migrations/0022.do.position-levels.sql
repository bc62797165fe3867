-- At which prices a position reaches a level of its coverage. A level L is reached when
-- Pc/Pa <= Q*L/(100*C): the right side depends on the position alone, so a price change concerns
-- only the positions between the old and the new ratio of the two prices.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- The largest ratio of the prices, collateral to asset, at which a level is reached. Rounded: who
-- compares it takes a margin, and decides exactly. Infinity: without collateral, every level is
-- reached. Zero: without a quantity, none is.
CREATE FUNCTION level_ratio(quantity numeric, level_percent numeric, collateral numeric)
  RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN quantity = 0 THEN 0 WHEN collateral = 0 THEN 'Infinity'
    ELSE quantity * level_percent / (100 * collateral) END;

-- The levels of each position that is not closed. Triggers keep the ratios in the transaction that
-- changes the deal. A revaluation keeps what is reached.
CREATE TABLE position_levels (
  position_id uuid PRIMARY KEY,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  asset text NOT NULL,
  collateral_asset text NOT NULL,
  margin_call_ratio double precision NOT NULL CHECK (margin_call_ratio >= 0),
  liquidation_ratio double precision NOT NULL CHECK (liquidation_ratio >= 0),
  margin_call_reached boolean NOT NULL DEFAULT false,
  liquidation_reached boolean NOT NULL DEFAULT false,
  FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions (id, lender_id, borrower_id)
);
-- A price change finds the levels to begin and those to end, each in one range.
CREATE INDEX position_levels_margin_call ON position_levels
  (asset, collateral_asset, margin_call_reached, margin_call_ratio);
CREATE INDEX position_levels_liquidation ON position_levels
  (asset, collateral_asset, liquidation_reached, liquidation_ratio);
-- Lists of the positions that have reached a level, which are few.
CREATE INDEX position_levels_lender_margin_call ON position_levels (lender_id) WHERE margin_call_reached;
CREATE INDEX position_levels_borrower_margin_call ON position_levels (borrower_id) WHERE margin_call_reached;
CREATE INDEX position_levels_lender_liquidation ON position_levels (lender_id) WHERE liquidation_reached;
CREATE INDEX position_levels_borrower_liquidation ON position_levels (borrower_id) WHERE liquidation_reached;

GRANT SELECT, UPDATE (margin_call_reached, liquidation_reached) ON position_levels TO vadium_service;
ALTER TABLE position_levels ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON position_levels TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON position_levels FOR SELECT TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
-- Only a revaluation says what is reached, one lender at a time.
CREATE POLICY revaluation_updates ON position_levels FOR UPDATE TO vadium_service
  USING (lender_id = (SELECT current_organization()) AND (SELECT acts_as_revaluation()));

-- A position that begins to be watched has reached nothing yet, so that what it has reached is told.
-- One that is not watched any more ends its alerts.
CREATE FUNCTION keep_levels() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  begins boolean := TG_OP = 'UPDATE' AND NEW.status = 'ACTIVE' AND OLD.status <> 'ACTIVE';
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.status = 'ACTIVE' AND NEW.status <> 'ACTIVE' THEN
    UPDATE margin_alerts SET standing = false WHERE position_id = NEW.id AND standing;
  END IF;
  IF NEW.status = 'CLOSED' THEN
    DELETE FROM position_levels WHERE position_id = NEW.id;
    RETURN NULL;
  END IF;
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
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_levels_of_new AFTER INSERT ON positions
  FOR EACH ROW EXECUTE FUNCTION keep_levels();
CREATE TRIGGER keep_levels AFTER UPDATE OF status, asset_quantity, collateral_quantity ON positions
  FOR EACH ROW WHEN ((OLD.status, OLD.asset_quantity, OLD.collateral_quantity)
    IS DISTINCT FROM (NEW.status, NEW.asset_quantity, NEW.collateral_quantity))
  EXECUTE FUNCTION keep_levels();

-- An order takes its terms before its position exists. The service changes neither after that.
CREATE FUNCTION keep_levels_of_order() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE position_levels l
  SET asset = NEW.asset, collateral_asset = NEW.collateral_asset,
    margin_call_ratio = level_ratio(p.asset_quantity, m.margin_call_percent, p.collateral_quantity),
    liquidation_ratio = level_ratio(p.asset_quantity, m.liquidation_percent, p.collateral_quantity)
  FROM positions p, margin_terms m
  WHERE p.order_id = NEW.id AND m.id = NEW.terms_id AND l.position_id = p.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_levels AFTER UPDATE OF terms_id, asset, collateral_asset ON orders
  FOR EACH ROW WHEN ((OLD.terms_id, OLD.asset, OLD.collateral_asset)
    IS DISTINCT FROM (NEW.terms_id, NEW.asset, NEW.collateral_asset))
  EXECUTE FUNCTION keep_levels_of_order();

REVOKE ALL ON FUNCTION keep_levels, keep_levels_of_order FROM PUBLIC;
