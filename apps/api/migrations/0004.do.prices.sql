-- What assets are worth, and who says so. Prices are the same for everybody: the service writes
-- them, and the operator. No organization does.

-- Who may say what something is worth. A name belongs to one account for ever, or to the service
-- itself: what a source said stays on record, so a name that was revoked is not given again.
CREATE TABLE price_sources (
  id uuid PRIMARY KEY,
  source text NOT NULL UNIQUE CHECK (length(source) BETWEEN 1 AND 64),
  -- Whose credentials push it. Null: the service quotes it, from its feed, a scenario or the script
  -- of a sandbox.
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
-- Everybody reads them. Only operators register a source for an account, and revoke one.
CREATE POLICY everybody ON price_sources FOR SELECT TO vadium_service USING (true);
CREATE POLICY registration ON price_sources FOR INSERT TO vadium_service
  WITH CHECK (account_id IS NULL OR (SELECT acts_as_operator()));
CREATE POLICY revocation ON price_sources FOR UPDATE TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));

-- Every quote as it came.
CREATE TABLE prices (
  asset text NOT NULL REFERENCES assets,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  observed_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  -- When it began to count. Null: it never did, because it was held, or came after a newer one.
  accepted_at timestamptz(3),
  -- A quote from the future would never grow stale.
  CHECK (observed_at <= received_at + interval '1 minute'),
  PRIMARY KEY (asset, source, observed_at)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE (accepted_at) ON prices TO vadium_service;

-- The newest quote of each source that counts, which is all that a preview reads.
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

-- What a source has quoted since its latest price, where it jumped too far to count before somebody
-- confirms it.
CREATE TABLE held_prices (
  asset text NOT NULL REFERENCES assets,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  observed_at timestamptz(3) NOT NULL,
  -- When the source began to quote about this price: since that quote came, by the clock of the
  -- service, which may be later than it says it was observed.
  held_since timestamptz(3) NOT NULL,
  PRIMARY KEY (asset, source)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON held_prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE, DELETE ON held_prices TO vadium_service;

-- The price that small steps are measured from, while it is newer than what an asset was worth
-- PRICE_MAX_AGE_S ago: what the first quote, or the last move that was confirmed or has lasted,
-- made it.
CREATE TABLE price_bases (
  asset text PRIMARY KEY REFERENCES assets,
  price_usd usd_price NOT NULL,
  since timestamptz(3) NOT NULL
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON price_bases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE ON price_bases TO vadium_service;

-- Assets whose prices have gone stale, and how often they have.
CREATE TABLE stale_prices (
  asset text PRIMARY KEY REFERENCES assets,
  episode integer NOT NULL CHECK (episode > 0),
  standing boolean NOT NULL,
  -- That of its newest quote: only a newer one ends it, whichever clock a process goes by.
  observed_at timestamptz(3) NOT NULL
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON stale_prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE ON stale_prices TO vadium_service;

-- The price of each asset at each cut of the market.
CREATE TABLE market_cuts (
  asset text NOT NULL REFERENCES assets,
  cut_at timestamptz(3) NOT NULL,
  price_usd usd_price NOT NULL,
  PRIMARY KEY (asset, cut_at)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON market_cuts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT ON market_cuts TO vadium_service;
