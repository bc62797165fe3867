-- What deals refer to: amounts, organizations with their accounts and credentials, custodians,
-- assets and wallets. An organization sees its own rows. The operator sees and adds all rows. What
-- a deal shows of its other side has its own rule: a policy for the names of organizations (0003),
-- a view for wallets (0005), and the author's name in each chat entry (0011).

-- The functions below that run with the rights of the owner (SECURITY DEFINER) use this search
-- path. Temporary tables come last, so that they cannot replace the tables that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Amounts. `numeric` accepts NaN, which is greater than every number, and Infinity. The upper bound
-- of each domain refuses both.
CREATE DOMAIN quantity AS numeric CHECK (VALUE >= 0 AND VALUE < 1e20 AND scale(VALUE) <= 20);
CREATE DOMAIN usd_amount AS numeric CHECK (VALUE >= 0 AND VALUE < 1e30 AND scale(VALUE) <= 20);
CREATE DOMAIN usd_price AS numeric CHECK (VALUE > 0 AND VALUE < 1e20 AND scale(VALUE) <= 20);
CREATE DOMAIN percent AS numeric CHECK (VALUE > 0 AND VALUE <= 100000 AND scale(VALUE) <= 6);
CREATE DOMAIN fraction AS numeric CHECK (VALUE >= 0 AND VALUE < 1 AND scale(VALUE) <= 8);
-- May be zero: the two sides may agree that every difference is a dispute.
CREATE DOMAIN tolerance_percent AS numeric
  CHECK (VALUE >= 0 AND VALUE <= 100000 AND scale(VALUE) <= 6);
-- Products of quantities and prices, which have no upper bound of their own.
CREATE DOMAIN figure AS numeric CHECK (VALUE >= 0 AND VALUE < 'Infinity');

-- Organizations

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX organizations_newest ON organizations (created_at DESC, id DESC);

GRANT SELECT, INSERT, UPDATE (status) ON organizations TO vadium_service;
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON organizations TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON organizations TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
-- Its policy own_and_counterparties is in 0003, next to the agreements that it reads.

-- Accounts

CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('person', 'program')),
  UNIQUE (id, organization_id)
);
CREATE INDEX accounts_of_organization ON accounts (organization_id, id);

GRANT SELECT, INSERT ON accounts TO vadium_service;
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON accounts TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON accounts TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
CREATE POLICY own ON accounts FOR SELECT TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- Credentials

CREATE TABLE credentials (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'execution', 'reporting', 'admin', 'operator')),
  -- A key belongs to one credential for ever. A revoked key cannot be enrolled under another name.
  public_key bytea NOT NULL UNIQUE CHECK (octet_length(public_key) = 32),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id)
);
CREATE INDEX credentials_newest ON credentials (created_at DESC, id DESC);
CREATE INDEX credentials_of_organization_newest
  ON credentials (organization_id, created_at DESC, id DESC);
CREATE INDEX credentials_expiring ON credentials (expires_at) WHERE revoked_at IS NULL;

GRANT SELECT, INSERT, UPDATE (expires_at, revoked_at) ON credentials TO vadium_service;
ALTER TABLE credentials ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON credentials TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON credentials TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
-- An organization creates and revokes its own credentials.
CREATE POLICY own ON credentials TO vadium_service
  USING (organization_id = (SELECT current_organization()));
-- Only an operator creates an operator.
CREATE POLICY operators_by_operators ON credentials AS RESTRICTIVE FOR INSERT TO vadium_service
  WITH CHECK (role <> 'operator' OR (SELECT acts_as_operator()));

-- The credential of a public key. It is read before the caller is known.
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

-- Whether a credential may act for an organization in a role at this moment. It returns nothing
-- else about the credential.
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

-- Which of these credentials are still valid. The open streams of a process use it.
CREATE FUNCTION good_credentials(credentials uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT c.id FROM credentials c JOIN organizations o ON o.id = c.organization_id
    WHERE c.id = ANY (good_credentials.credentials) AND c.revoked_at IS NULL
      AND (c.expires_at IS NULL OR c.expires_at > now()) AND o.status = 'active';
END
$$;

-- Credentials that expire within a period, if their account and role have no newer credential.
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

-- Custodians and assets

CREATE TABLE custodians (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  name text NOT NULL,
  adapter text NOT NULL
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON custodians
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT ON custodians TO vadium_service;

CREATE TABLE assets (
  symbol text PRIMARY KEY CHECK (symbol ~ '^[\x21-\x7e]{1,64}$'),
  name text NOT NULL,
  normalized_symbol text NOT NULL,
  -- The number of decimals of the smallest unit.
  decimals smallint NOT NULL CHECK (decimals BETWEEN 0 AND 20)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON assets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT ON assets TO vadium_service;

-- Wallets

CREATE TABLE wallets (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
  organization_id uuid NOT NULL REFERENCES organizations,
  custodian_id text NOT NULL REFERENCES custodians,
  name text NOT NULL,
  address text NOT NULL,
  UNIQUE (custodian_id, address),
  UNIQUE (id, organization_id)
);
-- Ordered by bytes, so that the order of a list does not depend on the locale of the database.
CREATE INDEX wallets_in_order ON wallets (id COLLATE "C");
CREATE INDEX wallets_of_organization_in_order ON wallets (organization_id, id COLLATE "C");

GRANT SELECT, INSERT ON wallets TO vadium_service;
ALTER TABLE wallets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON wallets TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON wallets TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
CREATE POLICY own ON wallets FOR SELECT TO vadium_service
  USING (organization_id = (SELECT current_organization()));

CREATE TABLE wallet_assets (
  wallet_id text NOT NULL REFERENCES wallets,
  asset text NOT NULL REFERENCES assets,
  PRIMARY KEY (wallet_id, asset)
);

GRANT SELECT, INSERT ON wallet_assets TO vadium_service;
ALTER TABLE wallet_assets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON wallet_assets TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON wallet_assets TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
-- A role that may see a wallet may see its assets.
CREATE POLICY own ON wallet_assets FOR SELECT TO vadium_service
  USING (EXISTS (SELECT FROM wallets w WHERE w.id = wallet_assets.wallet_id));
