-- Row-level security covers who people are: organizations, accounts, credentials and wallets. An
-- organization sees its own rows. The operator sees and adds all of them, because it onboards. What
-- a deal shows of its other side has its own way: a policy for names of organizations, a view for
-- wallets, and the name of its author in each chat entry.
DO $$
DECLARE
  book text;
BEGIN
  FOREACH book IN ARRAY ARRAY['organizations', 'accounts', 'credentials', 'wallets', 'wallet_assets']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', book);
    EXECUTE format('CREATE POLICY keeper ON %I TO %I USING (true) WITH CHECK (true)', book, current_user);
    EXECUTE format('CREATE POLICY onboarding ON %I TO vadium_service
      USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()))', book);
  END LOOP;
  FOREACH book IN ARRAY ARRAY['accounts', 'wallets']
  LOOP
    EXECUTE format('CREATE POLICY own ON %I FOR SELECT TO vadium_service
      USING (organization_id = (SELECT current_organization()))', book);
  END LOOP;
END
$$;

-- Deals name their other side, and there is no deal without an agreement.
CREATE POLICY own_and_counterparties ON organizations FOR SELECT TO vadium_service
  USING (id = (SELECT current_organization()) OR EXISTS (
    SELECT FROM agreements a
    WHERE (a.lender_id, a.borrower_id) IN (
      (organizations.id, (SELECT current_organization())),
      ((SELECT current_organization()), organizations.id))));

-- An organization issues its own credentials and takes them back.
CREATE POLICY own ON credentials TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- Who may see a wallet may see what it holds.
CREATE POLICY own ON wallet_assets FOR SELECT TO vadium_service
  USING (EXISTS (SELECT FROM wallets w WHERE w.id = wallet_assets.wallet_id));

-- The wallets that an order names, for both sides: where collateral is, and where a transfer goes.
CREATE VIEW wallets_of_orders WITH (security_barrier) AS
  SELECT o.id AS order_id, w.id, w.organization_id, w.custodian_id, w.name, w.address
  FROM orders o
  JOIN wallets w ON w.id = ANY (ARRAY[o.lender_asset_wallet_id, o.lender_collateral_wallet_id,
    o.borrower_asset_wallet_id, o.borrower_collateral_wallet_id])
  WHERE (SELECT current_organization()) IN (o.lender_id, o.borrower_id);

GRANT SELECT ON wallets_of_orders TO vadium_service;

-- A chat names who wrote to both sides, and neither side sees the accounts of the other: an entry
-- has the name itself.
ALTER TABLE chat_entries ADD COLUMN account_name text;
ALTER TABLE chat_entries DISABLE TRIGGER refuse_rewriting;
UPDATE chat_entries e SET account_name = a.name FROM accounts a WHERE a.id = e.account_id;
ALTER TABLE chat_entries ENABLE TRIGGER refuse_rewriting;
ALTER TABLE chat_entries ADD CHECK ((account_id IS NULL) = (account_name IS NULL));

-- Whose key it is, before it is known who calls.
CREATE FUNCTION find_credential(by_public_key bytea)
  RETURNS TABLE (credential_id uuid, organization_id uuid, account_id uuid, role text,
    organization_status text, expires_at timestamptz, is_revoked boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY
    SELECT c.id, c.organization_id, c.account_id, c.role, o.status, c.expires_at::timestamptz,
      c.revoked_at IS NOT NULL
    FROM credentials c JOIN organizations o ON o.id = c.organization_id
    WHERE c.public_key = by_public_key;
END
$$;

-- Whether a credential may act for an organization in a role at this moment. Nothing else of it is
-- told.
CREATE FUNCTION credential_is_good(credential uuid, of_organization uuid, in_role text) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM credentials c JOIN organizations o ON o.id = c.organization_id
    WHERE c.id = credential AND c.organization_id = of_organization AND c.role = in_role
      AND c.revoked_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > now())
      AND o.status = 'active');
END
$$;

-- Those of the credentials that are still good: of the open streams of a process.
CREATE FUNCTION good_credentials(credentials uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY
    SELECT c.id FROM credentials c JOIN organizations o ON o.id = c.organization_id
    WHERE c.id = ANY (good_credentials.credentials) AND c.revoked_at IS NULL
      AND (c.expires_at IS NULL OR c.expires_at > now()) AND o.status = 'active';
END
$$;

-- Work across organizations is not for a transaction that belongs to one of them.
CREATE FUNCTION refuse_to_organizations() RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF current_organization() IS NOT NULL THEN
    RAISE EXCEPTION 'an organization may not ask for others' USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$$;

-- Credentials that expire within a time and that no newer one of their account and role outlasts.
CREATE FUNCTION expiring_credentials(after timestamptz, until timestamptz)
  RETURNS TABLE (id uuid, organization_id uuid, role text, account text, created_at timestamptz,
    expires_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT c.id, c.organization_id, c.role, a.name, c.created_at::timestamptz, c.expires_at::timestamptz
    FROM credentials c JOIN accounts a ON a.id = c.account_id
    WHERE c.revoked_at IS NULL AND c.expires_at > after AND c.expires_at <= until
      AND NOT EXISTS (
        SELECT FROM credentials r
        WHERE r.organization_id = c.organization_id AND r.account_id = c.account_id
          AND r.role = c.role AND r.revoked_at IS NULL AND r.created_at > c.created_at
          AND (r.expires_at IS NULL OR r.expires_at > c.expires_at))
    ORDER BY c.organization_id, c.id;
END
$$;

REVOKE ALL ON FUNCTION find_credential, credential_is_good, good_credentials, expiring_credentials
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_credential, credential_is_good, good_credentials, expiring_credentials
  TO vadium_service;
