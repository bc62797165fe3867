-- Orders. One side creates an order. The other answers it and names its wallets then. The two sides
-- of a deal see it. Listings read one side at a time, newest first. Each filter has an index in the
-- order of the answer.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

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
  collateral_quantity quantity NOT NULL CHECK (collateral_quantity > 0),
  terms_id uuid NOT NULL,
  lender_asset_wallet_id text,
  lender_collateral_wallet_id text,
  borrower_asset_wallet_id text,
  borrower_collateral_wallet_id text,
  expire_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (asset <> collateral_asset),
  CHECK (creator_id IN (lender_id, borrower_id)),
  CONSTRAINT wallets_are_named CHECK (
    status IN ('PENDING_ACCEPTANCE', 'REJECTED', 'CANCELLED', 'EXPIRED')
    OR num_nulls(lender_asset_wallet_id, lender_collateral_wallet_id,
      borrower_asset_wallet_id, borrower_collateral_wallet_id) = 0),
  FOREIGN KEY (terms_id, lender_id, borrower_id)
    REFERENCES margin_terms (id, lender_id, borrower_id),
  -- The wallets of a deal belong to its sides. So assets cannot move to a third organization, and
  -- the two sides see no other wallets.
  CONSTRAINT lender_asset_wallet_is_own FOREIGN KEY (lender_asset_wallet_id, lender_id)
    REFERENCES wallets (id, organization_id),
  CONSTRAINT lender_collateral_wallet_is_own FOREIGN KEY (lender_collateral_wallet_id, lender_id)
    REFERENCES wallets (id, organization_id),
  CONSTRAINT borrower_asset_wallet_is_own FOREIGN KEY (borrower_asset_wallet_id, borrower_id)
    REFERENCES wallets (id, organization_id),
  CONSTRAINT borrower_collateral_wallet_is_own FOREIGN KEY (borrower_collateral_wallet_id,
    borrower_id)
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
-- to find the sides. With both sides in the index, the next pair is found without reading the deals
-- of the pair before.
CREATE INDEX orders_live ON orders (lender_id, id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
CREATE INDEX orders_live_lent ON orders (asset, lender_id, borrower_id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
CREATE INDEX orders_live_pledged ON orders (collateral_asset, lender_id, borrower_id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
-- Orders that await an answer. Their number is limited for each creator.
CREATE INDEX orders_pending_of_creator ON orders (creator_id, lender_id, borrower_id)
  WHERE status = 'PENDING_ACCEPTANCE';
-- For the operator's figures.
CREATE INDEX orders_open ON orders (status)
  WHERE status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');

GRANT SELECT, INSERT, UPDATE ON orders TO vadium_service;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON orders TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON orders TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- The wallets that an order names, for both sides.
CREATE VIEW wallets_of_orders WITH (security_barrier) AS
  SELECT o.id AS order_id, w.id, w.organization_id, w.custodian_id, w.name, w.address, w.retired_at
  FROM orders o
  JOIN wallets w ON w.id = ANY (ARRAY[o.lender_asset_wallet_id, o.lender_collateral_wallet_id,
    o.borrower_asset_wallet_id, o.borrower_collateral_wallet_id])
  WHERE (SELECT current_organization()) IN (o.lender_id, o.borrower_id);

GRANT SELECT ON wallets_of_orders TO vadium_service;

-- The retired wallets among those that an order names, for its two sides. None of its wallets is
-- retired until the transaction ends: a retirement waits for it, or is waited for.
CREATE FUNCTION retired_wallets_of_order(named_by uuid) RETURNS SETOF text
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  WITH held AS MATERIALIZED (
    SELECT w.id, w.retired_at FROM orders o
    JOIN wallets w ON w.id = ANY (ARRAY[o.lender_asset_wallet_id, o.lender_collateral_wallet_id,
      o.borrower_asset_wallet_id, o.borrower_collateral_wallet_id])
    WHERE o.id = named_by AND current_organization() IN (o.lender_id, o.borrower_id)
    FOR SHARE OF w)
  SELECT h.id FROM held h WHERE h.retired_at IS NOT NULL ORDER BY h.id
$$;
REVOKE ALL ON FUNCTION retired_wallets_of_order FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retired_wallets_of_order TO vadium_service;

-- The two sides of an order as a preview names them: an organization and its collateral wallet.
-- Both sides see them. One look-up by the id of the order replaces four.
CREATE VIEW sides_of_orders WITH (security_barrier) AS
  SELECT o.id AS order_id, lender.name AS lender_name, borrower.name AS borrower_name,
    lender_wallet.id AS lender_wallet_id, lender_wallet.name AS lender_wallet_name,
    lender_wallet.custodian_id AS lender_custodian_id,
    borrower_wallet.id AS borrower_wallet_id, borrower_wallet.name AS borrower_wallet_name,
    borrower_wallet.custodian_id AS borrower_custodian_id
  FROM orders o
  JOIN organizations lender ON lender.id = o.lender_id
  JOIN organizations borrower ON borrower.id = o.borrower_id
  LEFT JOIN wallets lender_wallet ON lender_wallet.id = o.lender_collateral_wallet_id
  LEFT JOIN wallets borrower_wallet ON borrower_wallet.id = o.borrower_collateral_wallet_id
  WHERE (SELECT current_organization()) IN (o.lender_id, o.borrower_id);

GRANT SELECT ON sides_of_orders TO vadium_service;

-- The sides of deals with one of these assets lent or pledged, each pair once. Each step finds the
-- pair after the one before, so it reads as many rows as there are pairs, not as there are deals.
CREATE FUNCTION sides_of_live_deals(assets text[])
  RETURNS TABLE (asset text, lender_id uuid, borrower_id uuid) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE lent AS (
    SELECT pair.* FROM unnest(assets) AS a (asset) CROSS JOIN LATERAL (
      SELECT o.asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.asset = a.asset AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
    UNION ALL
    SELECT pair.* FROM lent l CROSS JOIN LATERAL (
      SELECT o.asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.asset = l.asset AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
        AND (o.lender_id, o.borrower_id) > (l.lender_id, l.borrower_id)
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
  ), pledged AS (
    SELECT pair.* FROM unnest(assets) AS a (asset) CROSS JOIN LATERAL (
      SELECT o.collateral_asset AS asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.collateral_asset = a.asset
        AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
    UNION ALL
    SELECT pair.* FROM pledged l CROSS JOIN LATERAL (
      SELECT o.collateral_asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.collateral_asset = l.asset
        AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
        AND (o.lender_id, o.borrower_id) > (l.lender_id, l.borrower_id)
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
  )
  SELECT asset, lender_id, borrower_id FROM lent
  UNION
  SELECT asset, lender_id, borrower_id FROM pledged
$$;
REVOKE ALL ON FUNCTION sides_of_live_deals FROM PUBLIC;

-- The lenders whose deals have one of these assets lent or pledged. It is the only thing that a
-- revaluation must know across organizations. It returns nothing else, and refuses a transaction of
-- an organization.
CREATE FUNCTION lenders_to_revalue(changed_assets text[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF current_organization() IS NOT NULL OR NOT acts_as_revaluation() THEN
    RAISE EXCEPTION 'only a revaluation may ask for all lenders'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY SELECT DISTINCT d.lender_id FROM sides_of_live_deals(changed_assets) d;
END
$$;
REVOKE ALL ON FUNCTION lenders_to_revalue FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lenders_to_revalue TO vadium_service;
