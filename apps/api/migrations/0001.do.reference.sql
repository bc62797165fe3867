-- Amounts. `numeric` alone takes NaN, which is greater than everything, and Infinity: the upper bound
-- of each domain refuses both.
CREATE DOMAIN quantity AS numeric CHECK (VALUE >= 0 AND VALUE < 1e20 AND scale(VALUE) <= 20);
CREATE DOMAIN usd_amount AS numeric CHECK (VALUE >= 0 AND VALUE < 1e30 AND scale(VALUE) <= 20);
CREATE DOMAIN usd_price AS numeric CHECK (VALUE > 0 AND VALUE < 1e20 AND scale(VALUE) <= 20);
CREATE DOMAIN percent AS numeric CHECK (VALUE > 0 AND VALUE <= 100000 AND scale(VALUE) <= 6);
CREATE DOMAIN fraction AS numeric CHECK (VALUE >= 0 AND VALUE < 1 AND scale(VALUE) <= 8);

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('person', 'program')),
  UNIQUE (id, organization_id)
);
CREATE INDEX ON accounts (organization_id);

CREATE TABLE credentials (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'execution', 'reporting', 'admin', 'operator')),
  -- A key belongs to one credential, for ever: a revoked one does not come back under another name.
  public_key bytea NOT NULL UNIQUE CHECK (octet_length(public_key) = 32),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id)
);
CREATE INDEX ON credentials (organization_id);

CREATE TABLE custodians (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  name text NOT NULL,
  adapter text NOT NULL
);

CREATE TABLE assets (
  symbol text PRIMARY KEY CHECK (symbol ~ '^[\x21-\x7e]{1,64}$'),
  name text NOT NULL,
  normalized_symbol text NOT NULL,
  -- Decimals of the smallest unit.
  decimals smallint NOT NULL CHECK (decimals BETWEEN 0 AND 20)
);

CREATE TABLE wallets (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
  organization_id uuid NOT NULL REFERENCES organizations,
  custodian_id text NOT NULL REFERENCES custodians,
  name text NOT NULL,
  address text NOT NULL,
  UNIQUE (custodian_id, address)
);
CREATE INDEX ON wallets (organization_id);

CREATE TABLE wallet_assets (
  wallet_id text NOT NULL REFERENCES wallets,
  asset text NOT NULL REFERENCES assets,
  PRIMARY KEY (wallet_id, asset)
);

-- Every quote as it came, and beside it the newest of each source, which is all that a preview reads.
CREATE TABLE prices (
  asset text NOT NULL REFERENCES assets,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  observed_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  -- A quote from the future would never grow stale.
  CHECK (observed_at <= received_at + interval '1 minute'),
  PRIMARY KEY (asset, source, observed_at)
);

CREATE TABLE latest_prices (
  asset text NOT NULL REFERENCES assets,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  observed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (asset, source)
);

CREATE TABLE market_cuts (
  asset text NOT NULL REFERENCES assets,
  cut_at timestamptz(3) NOT NULL,
  price_usd usd_price NOT NULL,
  PRIMARY KEY (asset, cut_at)
);

-- What several processes on one database must share, such as the key that authenticates page tokens.
CREATE TABLE service_secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

CREATE TABLE scenario_loads (
  digest bytea PRIMARY KEY,
  name text NOT NULL,
  loaded_at timestamptz(3) NOT NULL
);
