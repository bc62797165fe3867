-- What deals refer to: custodians, assets and wallets. What a deal shows of its other side's
-- wallets has views beside the orders and the transfers.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

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
  -- The name as it is compared: NFKC, without upper case, with single spaces. The service writes it
  -- (`foldedName` of packages/schema), so that it does not depend on the locale of the database.
  folded_name text NOT NULL,
  -- An organization retires a wallet: from then on no order takes it. Deals that name it go on.
  retired_at timestamptz(3),
  UNIQUE (custodian_id, address),
  UNIQUE (id, organization_id)
);
-- Ordered by bytes, so that the order of a list does not depend on the locale of the database.
CREATE INDEX wallets_in_order ON wallets (id COLLATE "C");
CREATE INDEX wallets_of_organization_in_order ON wallets (organization_id, id COLLATE "C");
-- The names of the wallets of an organization differ, so that a person who chooses among them does
-- not take one for another.
CREATE UNIQUE INDEX wallets_of_one_name ON wallets (organization_id, folded_name);

GRANT SELECT, INSERT, UPDATE (retired_at) ON wallets TO vadium_service;
ALTER TABLE wallets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON wallets TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON wallets TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
CREATE POLICY own ON wallets FOR SELECT TO vadium_service
  USING (organization_id = (SELECT current_organization()));
CREATE POLICY retire ON wallets FOR UPDATE TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- A wallet is retired once and for ever: its owner no longer controls it, or never did.
CREATE FUNCTION refuse_return_of_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the wallet % is retired', OLD.id USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER refuse_return_of_wallet BEFORE UPDATE OF retired_at ON wallets
  FOR EACH ROW WHEN (OLD.retired_at IS NOT NULL) EXECUTE FUNCTION refuse_return_of_wallet();

CREATE TABLE wallet_assets (
  wallet_id text NOT NULL REFERENCES wallets,
  asset text NOT NULL REFERENCES assets,
  -- The owner of the wallet. So the wallets of an organization that hold an asset are found by an
  -- index, for each order of a list, however many the organization has.
  organization_id uuid NOT NULL,
  PRIMARY KEY (wallet_id, asset),
  CONSTRAINT an_asset_is_of_the_owner FOREIGN KEY (wallet_id, organization_id)
    REFERENCES wallets (id, organization_id)
);
CREATE INDEX wallets_of_organization_with_asset
  ON wallet_assets (organization_id, asset, wallet_id);

CREATE FUNCTION set_owner_of_wallet_asset() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT AS $$
BEGIN
  SELECT w.organization_id INTO NEW.organization_id FROM wallets w WHERE w.id = NEW.wallet_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER set_owner_of_wallet_asset BEFORE INSERT ON wallet_assets
  FOR EACH ROW EXECUTE FUNCTION set_owner_of_wallet_asset();

GRANT SELECT, INSERT ON wallet_assets TO vadium_service;
ALTER TABLE wallet_assets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON wallet_assets TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON wallet_assets TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
CREATE POLICY own ON wallet_assets FOR SELECT TO vadium_service
  USING (organization_id = (SELECT current_organization()));
