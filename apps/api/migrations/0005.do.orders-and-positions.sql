-- Deals: orders, and positions with their figures and alerts. The two sides of a deal see it.
-- Listings read one side at a time, newest first. Each filter has an index in the order of the
-- answer.

-- The functions below that run with the rights of the owner (SECURITY DEFINER) use this search
-- path. Temporary tables come last, so that they cannot replace the tables that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Orders. One side creates an order. The other answers it and names its wallets then.

CREATE SEQUENCE order_numbers MAXVALUE 9007199254740991;
GRANT USAGE ON SEQUENCE order_numbers TO vadium_service;

CREATE TABLE orders (
  id uuid PRIMARY KEY,
  number bigint NOT NULL UNIQUE CHECK (number > 0 AND number <= 9007199254740991),
  status text NOT NULL CHECK (status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'OPENING', 'ACTIVE',
    'CLOSING', 'CLOSED', 'REJECTED', 'CANCELLED', 'EXPIRED', 'FAILED')),
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  asset text NOT NULL REFERENCES assets,
  asset_quantity quantity NOT NULL CHECK (asset_quantity > 0),
  rate_percent numeric NOT NULL CHECK (rate_percent >= 0 AND rate_percent < 100000),
  collateral_asset text NOT NULL REFERENCES assets,
  collateral_type text NOT NULL CHECK (collateral_type IN ('BILATERAL', 'RESTRICTED', 'TRIPARTY')),
  collateral_quantity quantity CHECK (collateral_quantity > 0),
  terms_id uuid NOT NULL,
  lender_asset_wallet_id text,
  lender_collateral_wallet_id text,
  borrower_asset_wallet_id text,
  borrower_collateral_wallet_id text,
  expire_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (asset <> collateral_asset),
  CHECK (creator_id IN (lender_id, borrower_id)),
  CONSTRAINT wallets_are_named CHECK (
    status IN ('PENDING_ACCEPTANCE', 'REJECTED', 'CANCELLED', 'EXPIRED')
    OR num_nulls(lender_asset_wallet_id, lender_collateral_wallet_id,
      borrower_asset_wallet_id, borrower_collateral_wallet_id) = 0),
  FOREIGN KEY (terms_id, lender_id, borrower_id) REFERENCES margin_terms (id, lender_id, borrower_id),
  -- The wallets of a deal belong to its sides. So assets cannot move to a third organization, and
  -- the two sides see no other wallets.
  CONSTRAINT lender_asset_wallet_is_own FOREIGN KEY (lender_asset_wallet_id, lender_id)
    REFERENCES wallets (id, organization_id),
  CONSTRAINT lender_collateral_wallet_is_own FOREIGN KEY (lender_collateral_wallet_id, lender_id)
    REFERENCES wallets (id, organization_id),
  CONSTRAINT borrower_asset_wallet_is_own FOREIGN KEY (borrower_asset_wallet_id, borrower_id)
    REFERENCES wallets (id, organization_id),
  CONSTRAINT borrower_collateral_wallet_is_own FOREIGN KEY (borrower_collateral_wallet_id, borrower_id)
    REFERENCES wallets (id, organization_id),
  UNIQUE (id, lender_id, borrower_id),
  UNIQUE (id, number),
  UNIQUE (id, asset),
  UNIQUE (id, collateral_asset)
);
CREATE INDEX ON orders (lender_id);
CREATE INDEX ON orders (borrower_id);
CREATE INDEX orders_lender_newest ON orders (lender_id, created_at DESC, id DESC);
CREATE INDEX orders_borrower_newest ON orders (borrower_id, created_at DESC, id DESC);
-- Orders with assets lent or pledged, or about to be: by lender, to read all of them, and by asset,
-- to find the lenders.
CREATE INDEX orders_live ON orders (lender_id, id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
CREATE INDEX orders_live_asset ON orders (asset, lender_id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
CREATE INDEX orders_live_collateral_asset ON orders (collateral_asset, lender_id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
-- Orders that await an answer. Their number is limited for each creator.
CREATE INDEX orders_pending_of_creator ON orders (creator_id, lender_id, borrower_id)
  WHERE status = 'PENDING_ACCEPTANCE';
-- For the operator's figures (0016).
CREATE INDEX orders_open ON orders (status)
  WHERE status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');

GRANT SELECT, INSERT, UPDATE ON orders TO vadium_service;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON orders TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON orders TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- The wallets that an order names, for both sides: the ends of its transfers.
CREATE VIEW wallets_of_orders WITH (security_barrier) AS
  SELECT o.id AS order_id, w.id, w.organization_id, w.custodian_id, w.name, w.address
  FROM orders o
  JOIN wallets w ON w.id = ANY (ARRAY[o.lender_asset_wallet_id, o.lender_collateral_wallet_id,
    o.borrower_asset_wallet_id, o.borrower_collateral_wallet_id])
  WHERE (SELECT current_organization()) IN (o.lender_id, o.borrower_id);

GRANT SELECT ON wallets_of_orders TO vadium_service;

-- The lenders whose deals have one of these assets lent or pledged. It is the only thing that a
-- revaluation must know across organizations. It returns nothing else, and refuses a transaction of
-- an organization.
CREATE FUNCTION lenders_to_revalue(changed_assets text[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF current_organization() IS NOT NULL OR NOT acts_as_revaluation() THEN
    RAISE EXCEPTION 'only a revaluation may ask for all lenders' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    SELECT o.lender_id FROM orders o
    WHERE o.asset = ANY (changed_assets) AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
    UNION
    SELECT o.lender_id FROM orders o
    WHERE o.collateral_asset = ANY (changed_assets) AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
END
$$;
REVOKE ALL ON FUNCTION lenders_to_revalue FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lenders_to_revalue TO vadium_service;

-- Positions

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

-- The figures of each position at the last change of a price. Lists of positions that need
-- attention read them. An answer computes its figures again.
CREATE TABLE position_figures (
  position_id uuid PRIMARY KEY,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  -- Null: there was no current price, so the figures that depend on it are unknown.
  asset_price_usd usd_price,
  collateral_price_usd usd_price,
  asset_notional_usd figure,
  collateral_value_usd figure,
  ltv_percent figure,
  ccr_percent figure,
  margin_call_reached boolean,
  liquidation_reached boolean,
  ready_for_m2m boolean NOT NULL,
  m2m_direction text CHECK (m2m_direction IN ('TopUp', 'Release', 'None')),
  m2m_notional_usd figure,
  m2m_collateral_amount figure,
  m2m_reason text CHECK (length(m2m_reason) <= 100),
  valued_at timestamptz(3) NOT NULL,
  CHECK (ready_for_m2m = (m2m_reason IS NULL)),
  FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions (id, lender_id, borrower_id)
) WITH (fillfactor = 50);
-- Few positions have a flag. A revaluation that changes no flag updates no index.
CREATE INDEX ON position_figures (lender_id) WHERE margin_call_reached;
CREATE INDEX ON position_figures (borrower_id) WHERE margin_call_reached;
CREATE INDEX ON position_figures (lender_id) WHERE liquidation_reached;
CREATE INDEX ON position_figures (borrower_id) WHERE liquidation_reached;

GRANT SELECT, INSERT, UPDATE ON position_figures TO vadium_service;
ALTER TABLE position_figures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON position_figures TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON position_figures FOR SELECT TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
-- Only a revaluation writes figures, one lender at a time.
CREATE POLICY revaluation_inserts ON position_figures FOR INSERT TO vadium_service
  WITH CHECK (lender_id = (SELECT current_organization()) AND (SELECT acts_as_revaluation()));
CREATE POLICY revaluation_updates ON position_figures FOR UPDATE TO vadium_service
  USING (lender_id = (SELECT current_organization()) AND (SELECT acts_as_revaluation()));

-- The coverage levels that a position has reached, and how many times. A level can be reached again
-- after it was cured.
CREATE TABLE margin_alerts (
  position_id uuid NOT NULL,
  level text NOT NULL CHECK (level IN ('margin_call', 'liquidation')),
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  occasion integer NOT NULL CHECK (occasion > 0),
  standing boolean NOT NULL,
  PRIMARY KEY (position_id, level),
  FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions (id, lender_id, borrower_id)
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
