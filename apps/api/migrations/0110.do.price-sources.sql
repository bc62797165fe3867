-- Who may say what something is worth. A name belongs to one account for ever, or to the service itself: what a
-- source said stays on record, so a name that was revoked is not given again.
CREATE TABLE price_sources (
  id uuid PRIMARY KEY,
  source text NOT NULL UNIQUE CHECK (length(source) BETWEEN 1 AND 64),
  -- Whose credentials push it. Null: the service quotes it, from its feed, a scenario or the script of a sandbox.
  account_id uuid REFERENCES accounts,
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);
CREATE INDEX price_sources_newest ON price_sources (created_at DESC, id DESC);
CREATE INDEX ON price_sources (account_id);

-- What was quoted before sources were registered belongs to no account.
INSERT INTO price_sources (id, source, created_at)
SELECT gen_random_uuid(), source, min(observed_at)
FROM (SELECT source, observed_at FROM latest_prices
      UNION ALL SELECT source, observed_at FROM held_prices
      UNION ALL SELECT source, time FROM sandbox_prices) AS said
GROUP BY source;

-- The price that small steps are measured from, while it is newer than what an asset was worth PRICE_MAX_AGE_S
-- ago: what the first quote, or the last move that was confirmed or has lasted, made it.
CREATE TABLE price_bases (
  asset text PRIMARY KEY REFERENCES assets,
  price_usd usd_price NOT NULL,
  since timestamptz(3) NOT NULL
);

GRANT SELECT, INSERT ON price_sources TO vadium_service;
GRANT UPDATE (revoked_at) ON price_sources TO vadium_service;
GRANT SELECT, INSERT, UPDATE ON price_bases TO vadium_service;

-- Everybody reads them. Only operators register a source for an account, and revoke one.
ALTER TABLE price_sources ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$
BEGIN
  EXECUTE format('CREATE POLICY keeper ON price_sources TO %I USING (true) WITH CHECK (true)', current_user);
END
$$;
CREATE POLICY everybody ON price_sources FOR SELECT TO vadium_service USING (true);
CREATE POLICY registration ON price_sources FOR INSERT TO vadium_service
  WITH CHECK (account_id IS NULL OR (SELECT acts_as_operator()));
CREATE POLICY revocation ON price_sources FOR UPDATE TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
