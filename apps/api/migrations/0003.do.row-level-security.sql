-- The service works as a role that owns no table, so that row-level security binds it. It sees the
-- rows of the organization that the transaction was begun for, and none where none was named.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'vadium_service') THEN
    BEGIN
      CREATE ROLE vadium_service NOLOGIN NOSUPERUSER NOBYPASSRLS;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of this server created it at the same moment
    END;
  END IF;
  -- Whoever migrates must be able to become it. Where an administrator made the role, they granted it.
  BEGIN
    EXECUTE format('GRANT vadium_service TO %I', current_user);
  EXCEPTION WHEN insufficient_privilege THEN
    IF NOT pg_has_role(current_user, 'vadium_service', 'MEMBER') THEN RAISE; END IF;
  END;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO vadium_service', current_schema());
END
$$;

CREATE FUNCTION current_organization() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('vadium.organization_id', true), '')::uuid;

GRANT SELECT ON organizations, accounts, credentials, custodians, assets, wallets, wallet_assets,
  prices, latest_prices, market_cuts, margin_terms, agreements, agreement_versions,
  orders, positions, mark_to_market_requests, order_requests, transfers TO vadium_service;

GRANT INSERT ON prices TO vadium_service;
GRANT INSERT, UPDATE ON latest_prices TO vadium_service;

-- The sub-select is evaluated once a query, not once a row. The owner, whose hand migrates and loads
-- scenarios, is bound as well (FORCE) and has a policy of its own.
DO $$
DECLARE
  book text;
BEGIN
  FOREACH book IN ARRAY ARRAY['margin_terms', 'agreements', 'agreement_versions', 'orders',
    'positions', 'mark_to_market_requests', 'order_requests', 'transfers']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', book);
    EXECUTE format('CREATE POLICY keeper ON %I TO %I USING (true) WITH CHECK (true)', book, current_user);
    EXECUTE format('CREATE POLICY parties ON %I TO vadium_service
      USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]))', book);
  END LOOP;
END
$$;
