-- The prices of assets and their sources. Prices are the same for all organizations. Only the
-- service and the operator write them.

-- Price sources. A name belongs to one account for ever, or to the service itself. The quotes of a
-- source stay on record, so a revoked name is not given again.
CREATE TABLE price_sources (
  id uuid PRIMARY KEY,
  source text NOT NULL UNIQUE CHECK (length(source) BETWEEN 1 AND 64),
  -- The account whose credentials push the quotes. Null: the service quotes from its feed, a
  -- scenario or the script of a sandbox.
  account_id uuid REFERENCES accounts,
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);
CREATE INDEX price_sources_newest ON price_sources (created_at DESC, id DESC);
CREATE INDEX ON price_sources (account_id);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON price_sources
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();

GRANT SELECT, INSERT, UPDATE (revoked_at) ON price_sources TO vadium_service;
ALTER TABLE price_sources ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON price_sources TO CURRENT_USER USING (true) WITH CHECK (true);
-- All organizations read the sources. Only operators register and revoke them.
CREATE POLICY everybody ON price_sources FOR SELECT TO vadium_service USING (true);
CREATE POLICY registration ON price_sources FOR INSERT TO vadium_service
  WITH CHECK (account_id IS NULL OR (SELECT acts_as_operator()));
CREATE POLICY revocation ON price_sources FOR UPDATE TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));

-- Every quote, as it was received.
CREATE TABLE prices (
  asset text NOT NULL REFERENCES assets,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  observed_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  -- When the quote began to count. Null: it never counted, because it was held or a newer one was
  -- there.
  accepted_at timestamptz(3),
  -- A quote with a time in the future would never become stale.
  CHECK (observed_at <= received_at + interval '1 minute'),
  PRIMARY KEY (asset, source, observed_at)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE (accepted_at) ON prices TO vadium_service;

-- The newest quote of each source that counts. A preview reads nothing else.
CREATE TABLE latest_prices (
  asset text NOT NULL REFERENCES assets,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  observed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (asset, source)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON latest_prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE ON latest_prices TO vadium_service;

-- The newest held quote of each source: one that differs too much to count without confirmation.
CREATE TABLE held_prices (
  asset text NOT NULL REFERENCES assets,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  observed_at timestamptz(3) NOT NULL,
  -- When the source began to quote about this price: since the quote arrived, by the clock of the
  -- service, which may be later than the time of observation.
  held_since timestamptz(3) NOT NULL,
  PRIMARY KEY (asset, source)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON held_prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE, DELETE ON held_prices TO vadium_service;

-- The reference price for small steps, while it is newer than the price of PRICE_MAX_AGE_S ago. The
-- first quote sets it, and so does each larger move that was confirmed or has lasted.
CREATE TABLE price_bases (
  asset text PRIMARY KEY REFERENCES assets,
  price_usd usd_price NOT NULL,
  since timestamptz(3) NOT NULL
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON price_bases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE ON price_bases TO vadium_service;

-- Assets whose prices have become stale, and how many times.
CREATE TABLE stale_prices (
  asset text PRIMARY KEY REFERENCES assets,
  episode integer NOT NULL CHECK (episode > 0),
  standing boolean NOT NULL,
  -- The time of its newest quote. Only a newer quote ends the episode, whatever clock a process
  -- uses.
  observed_at timestamptz(3) NOT NULL
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON stale_prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE ON stale_prices TO vadium_service;

-- The price of each asset at each market cut.
CREATE TABLE market_cuts (
  asset text NOT NULL REFERENCES assets,
  cut_at timestamptz(3) NOT NULL,
  price_usd usd_price NOT NULL,
  PRIMARY KEY (asset, cut_at)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON market_cuts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT ON market_cuts TO vadium_service;
