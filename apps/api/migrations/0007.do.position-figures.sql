-- What each position came to at the last change of a price, for whoever looks for the ones that need
-- attention among many. What an answer shows is computed anew.

-- Products of quantities and prices, which have no bound of their own. It refuses NaN and Infinity.
CREATE DOMAIN figure AS numeric CHECK (VALUE >= 0 AND VALUE < 'Infinity');

CREATE TABLE position_figures (
  position_id uuid PRIMARY KEY,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  -- Null: it had no current price, and nothing that follows from it is known.
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

-- Flags are rare. Where one does not change, a revaluation touches no index.
CREATE INDEX ON position_figures (lender_id) WHERE margin_call_reached;
CREATE INDEX ON position_figures (borrower_id) WHERE margin_call_reached;
CREATE INDEX ON position_figures (lender_id) WHERE liquidation_reached;
CREATE INDEX ON position_figures (borrower_id) WHERE liquidation_reached;

-- Orders of which something is lent or pledged, or about to be: by lender, to go through them all, and by
-- what is priced, to find the lenders.
CREATE INDEX orders_live ON orders (lender_id, id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
CREATE INDEX orders_live_asset ON orders (asset, lender_id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
CREATE INDEX orders_live_collateral_asset ON orders (collateral_asset, lender_id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');

CREATE FUNCTION acts_as_revaluation() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('vadium.revaluation', true), '') = 'on';

GRANT SELECT, INSERT, UPDATE ON position_figures TO vadium_service;
ALTER TABLE position_figures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY parties ON position_figures FOR SELECT TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
-- Only a revaluation writes, lender by lender.
CREATE POLICY revaluation_inserts ON position_figures FOR INSERT TO vadium_service
  WITH CHECK (lender_id = (SELECT current_organization()) AND (SELECT acts_as_revaluation()));
CREATE POLICY revaluation_updates ON position_figures FOR UPDATE TO vadium_service
  USING (lender_id = (SELECT current_organization()) AND (SELECT acts_as_revaluation()));

-- The one thing that a revaluation must know across organizations: who has lent something for which one of
-- these assets is lent or pledged. It names nothing but them, and not to a transaction of an organization.
CREATE FUNCTION lenders_to_revalue(changed_assets text[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
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
REVOKE EXECUTE ON FUNCTION lenders_to_revalue FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lenders_to_revalue TO vadium_service;

DO $$
BEGIN
  EXECUTE format('CREATE POLICY keeper ON position_figures TO %I USING (true) WITH CHECK (true)', current_user);
  -- Temporary tables come last, so that none can stand in for what the function reads.
  EXECUTE format('ALTER FUNCTION lenders_to_revalue SET search_path = %I, pg_temp', current_schema());
END
$$;
