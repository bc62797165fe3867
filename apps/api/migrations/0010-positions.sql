-- Positions, the levels of coverage that each reaches and at which prices, and the alerts about
-- them.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE TABLE positions (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL UNIQUE,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('OPENING', 'ACTIVE', 'CLOSING', 'CLOSED')),
  asset_quantity quantity NOT NULL,
  -- Settled collateral. Collateral in transit is computed from the transfers.
  collateral_quantity quantity NOT NULL,
  -- The part of the settled collateral whose value is disputed. It is not credited.
  collateral_disputed_quantity quantity NOT NULL DEFAULT 0,
  price_at_last_m2m_usd usd_price NOT NULL,
  last_m2m_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- When the transfers of both sides had arrived. Interest runs from that day.
  active_at timestamptz(3),
  -- When a close had returned all of the asset, which ends the interest. It is the time at which
  -- the book recorded it, and never the time of a later report by the custodian.
  asset_back_at timestamptz(3),
  closed_at timestamptz(3),
  -- The instructions of the order up to this sequence belong to no close, or to one that was
  -- cancelled.
  closes_after bigint NOT NULL DEFAULT 0,
  CHECK (collateral_disputed_quantity <= collateral_quantity),
  CHECK (asset_back_at IS NULL OR status IN ('CLOSING', 'CLOSED')),
  FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders (id, lender_id, borrower_id),
  UNIQUE (id, lender_id, borrower_id)
);
CREATE INDEX ON positions (lender_id);
CREATE INDEX ON positions (borrower_id);
CREATE INDEX positions_lender_newest ON positions (lender_id, created_at DESC, id DESC);
CREATE INDEX positions_borrower_newest ON positions (borrower_id, created_at DESC, id DESC);
CREATE INDEX positions_open ON positions (status) WHERE status IN ('OPENING', 'ACTIVE', 'CLOSING');

GRANT SELECT, INSERT, UPDATE ON positions TO vadium_service;
ALTER TABLE positions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON positions TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON positions TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- Levels. A level L is reached when Pc/Pa <= Q*L/(100*C): the right side depends on the position
-- alone, so a price change concerns only the positions between the old and the new ratio of the two
-- prices.

-- The largest ratio of the prices, collateral to asset, at which a level is reached. Rounded: who
-- compares it takes a margin, and decides exactly. Infinity: without collateral, every level is
-- reached. Zero: without a quantity, none is.
CREATE FUNCTION level_ratio(quantity numeric, level_percent numeric, collateral numeric)
  RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN quantity = 0 THEN 0 WHEN collateral = 0 THEN 'Infinity'
    ELSE quantity * level_percent / (100 * collateral) END;

-- Whether the asset of a position is lent. An opening that is unwound never became active, so
-- margin never counted in it.
CREATE FUNCTION asset_is_lent(status text, active_at timestamptz, asset_quantity numeric)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status = 'ACTIVE' OR (status = 'CLOSING' AND active_at IS NOT NULL AND asset_quantity > 0);

-- The ratio of the prices at which a position reaches a level, as level_ratio says. Zero: none
-- does.
CREATE FUNCTION level_ratio_while_lent(status text, active_at timestamptz, quantity numeric,
    level_percent numeric, collateral numeric)
  RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN asset_is_lent(status, active_at, quantity)
    THEN level_ratio(quantity, level_percent, collateral) ELSE 0 END;

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
  -- Collateral for one unit of what is lent. Coverage is 100*C*Pc/(Q*Pa): within a pair of assets,
  -- the order of C/Q is that of coverage at any prices. Null: nothing is lent, so there is no
  -- ratio.
  coverage double precision,
  FOREIGN KEY (position_id, lender_id, borrower_id)
    REFERENCES positions (id, lender_id, borrower_id)
);
-- A price change finds the levels to begin and those to end, each in one range.
CREATE INDEX position_levels_margin_call ON position_levels
  (asset, collateral_asset, margin_call_reached, margin_call_ratio);
CREATE INDEX position_levels_liquidation ON position_levels
  (asset, collateral_asset, liquidation_reached, liquidation_ratio);
-- Lists of the positions that have reached a level, which are few.
CREATE INDEX position_levels_lender_margin_call ON position_levels (lender_id)
  WHERE margin_call_reached;
CREATE INDEX position_levels_borrower_margin_call ON position_levels (borrower_id)
  WHERE margin_call_reached;
CREATE INDEX position_levels_lender_liquidation ON position_levels (lender_id)
  WHERE liquidation_reached;
CREATE INDEX position_levels_borrower_liquidation ON position_levels (borrower_id)
  WHERE liquidation_reached;
-- Positions of one side and pair, by coverage. Lists merge the pairs.
CREATE INDEX position_levels_lender_coverage ON position_levels
  (lender_id, asset, collateral_asset, coverage, position_id) WHERE coverage IS NOT NULL;
CREATE INDEX position_levels_borrower_coverage ON position_levels
  (borrower_id, asset, collateral_asset, coverage, position_id) WHERE coverage IS NOT NULL;

GRANT SELECT, UPDATE (margin_call_reached, liquidation_reached)
  ON position_levels TO vadium_service;
ALTER TABLE position_levels ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON position_levels TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON position_levels FOR SELECT TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
-- Only a revaluation says what is reached, one lender at a time.
CREATE POLICY revaluation_updates ON position_levels FOR UPDATE TO vadium_service
  USING (lender_id = (SELECT current_organization()) AND (SELECT acts_as_revaluation()));

-- Only what is lent is watched: as long as its order is active, and while it closes until the asset
-- is back. A position that begins to be watched has reached nothing yet, so that what it has
-- reached is notified. One that is not watched any more ends its alerts. The levels come before the
-- alerts, in which order a revaluation locks them too.
CREATE FUNCTION keep_levels() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  is_lent boolean := asset_is_lent(NEW.status, NEW.active_at, NEW.asset_quantity);
  was_lent boolean := TG_OP = 'UPDATE'
    AND asset_is_lent(OLD.status, OLD.active_at, OLD.asset_quantity);
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
    margin_call_ratio = level_ratio_while_lent(p.status, p.active_at, p.asset_quantity,
      m.margin_call_percent, p.collateral_quantity),
    liquidation_ratio = level_ratio_while_lent(p.status, p.active_at, p.asset_quantity,
      m.liquidation_percent, p.collateral_quantity)
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

-- The positions, with their lenders, whose levels may differ from what is reached at these prices:
-- those of pairs with a changed asset and two prices. It compares states and not prices, so a
-- change that was lost is made good by the next. It returns ids and nothing else, of all lenders,
-- and so refuses a transaction of an organization. Ratios are rounded, so a position at a level is
-- among them even if nothing differs. The caller decides exactly.
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

-- The coverage levels that a position has reached, and how many times. A level can be reached again
-- after it was cured.
CREATE TABLE margin_alerts (
  position_id uuid NOT NULL,
  level text NOT NULL CHECK (level IN ('margin_call', 'liquidation')),
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  occasion integer NOT NULL CHECK (occasion > 0),
  is_active boolean NOT NULL,
  PRIMARY KEY (position_id, level),
  FOREIGN KEY (position_id, lender_id, borrower_id)
    REFERENCES positions (id, lender_id, borrower_id)
);

GRANT SELECT, INSERT, UPDATE ON margin_alerts TO vadium_service;
ALTER TABLE margin_alerts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON margin_alerts TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON margin_alerts FOR SELECT TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
CREATE POLICY revaluation_inserts ON margin_alerts FOR INSERT TO vadium_service
  WITH CHECK (lender_id = (SELECT current_organization()) AND (SELECT acts_as_revaluation()));
CREATE POLICY revaluation_updates ON margin_alerts FOR UPDATE TO vadium_service
  USING (lender_id = (SELECT current_organization()) AND (SELECT acts_as_revaluation()));
