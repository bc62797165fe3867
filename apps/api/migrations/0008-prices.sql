-- The prices of assets and their sources. Prices are the same for all organizations. Only the
-- service and the operator write them.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Price sources. A name belongs to one account for ever, or to the service itself. The quotes of a
-- source stay on record, so a revoked name is not given again.
CREATE TABLE price_sources (
  id uuid PRIMARY KEY,
  source text NOT NULL UNIQUE CHECK (length(source) BETWEEN 1 AND 64),
  -- The account whose credentials push the quotes. Null: the service quotes from its feed, a
  -- scenario or the script of a sandbox.
  account_id uuid REFERENCES accounts,
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  -- When another account first took from the source, or from its account, a right to push prices,
  -- by the time of the book. Null: none has, or the account has ended a credential of its own
  -- since.
  silenced_at timestamptz(3),
  -- Until when the account could have pushed, by the clock of the machine.
  could_push_until timestamptz(3),
  CHECK ((silenced_at IS NULL) = (could_push_until IS NULL))
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

-- The last quotes of a source that another account has silenced go on contradicting other prices.
-- Otherwise an account that wants to be the only one that quotes would revoke the others, and wait.
-- A later revocation does not move the time to when its last quote contradicted nobody. The command
-- line of the installation is no account, so it counts as another one.
CREATE FUNCTION record_silence() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  is_own boolean := coalesce(account_of(current_credential()) = NEW.account_id, false);
BEGIN
  NEW.silenced_at := CASE WHEN NOT is_own THEN least(OLD.silenced_at, NEW.revoked_at) END;
  NEW.could_push_until := CASE WHEN NOT is_own THEN 'infinity'::timestamptz END;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION record_silence FROM PUBLIC;
CREATE TRIGGER record_silence BEFORE UPDATE OF revoked_at ON price_sources
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
  EXECUTE FUNCTION record_silence();

-- Ending a credential that could not push any more takes nothing.
CREATE FUNCTION record_silence_of_account() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  is_own boolean := coalesce(account_of(current_credential()) = NEW.account_id, false);
  ended_at timestamptz := coalesce((SELECT s.time FROM sandbox s), NEW.revoked_at, NEW.expires_at);
  could_until timestamptz := coalesce(OLD.expires_at, 'infinity');
BEGIN
  UPDATE price_sources
  SET silenced_at = CASE WHEN NOT is_own THEN least(silenced_at, ended_at) END,
    could_push_until =
      CASE WHEN NOT is_own THEN greatest(could_push_until, could_until) END
  WHERE account_id = NEW.account_id AND revoked_at IS NULL;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION record_silence_of_account FROM PUBLIC;
CREATE TRIGGER record_silence_of_account AFTER UPDATE OF revoked_at, expires_at ON credentials
  FOR EACH ROW WHEN (NEW.role = 'operator' AND OLD.revoked_at IS NULL
    AND coalesce(OLD.expires_at, 'infinity') > coalesce(NEW.revoked_at, NEW.expires_at))
  EXECUTE FUNCTION record_silence_of_account();

-- Which of these sources another account has silenced, since when, and whether their account can
-- push nevertheless, with another credential. An account that takes one credential of several takes
-- it for as long as it would have been valid, so the expiry of the others does not end the silence.
CREATE FUNCTION silenced_sources(sources text[])
  RETURNS TABLE (source text, silenced_at timestamptz, can_push boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT s.source, s.silenced_at, s.revoked_at IS NULL
    AND NOT coalesce(own.ended_at <= now() AND own.ended_at < s.could_push_until, false)
  FROM price_sources s
  CROSS JOIN LATERAL (
    SELECT max(least(coalesce(c.revoked_at, 'infinity'),
      coalesce(c.expires_at, 'infinity'))) AS ended_at
    FROM credentials c WHERE c.account_id = s.account_id AND c.role = 'operator') own
  WHERE s.source = ANY (sources) AND s.silenced_at IS NOT NULL
$$;
REVOKE ALL ON FUNCTION silenced_sources FROM PUBLIC;
GRANT EXECUTE ON FUNCTION silenced_sources TO vadium_service;

-- Every quote, as it was received. A quote is known by its asset, its source and the time of its
-- observation, which is also the time that decides its partition: with any other time, the same
-- quote could be stored twice.
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
) PARTITION BY RANGE (observed_at);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE (accepted_at) ON prices TO vadium_service;
CREATE TABLE prices_other PARTITION OF prices DEFAULT;
SELECT wall_partition('prices', 'prices_other', false);

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
  is_active boolean NOT NULL,
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

-- Quotes of silenced sources that contradict nobody any more, because another speaker agreed with
-- the new price, or because two people have said so.
CREATE TABLE dismissed_prices (
  asset text NOT NULL REFERENCES assets,
  source text NOT NULL REFERENCES price_sources (source),
  observed_at timestamptz(3) NOT NULL,
  dismissed_at timestamptz(3) NOT NULL,
  -- The account that requested it. Null: another speaker agreed with the new price.
  account_id uuid REFERENCES accounts,
  PRIMARY KEY (asset, source)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON dismissed_prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE ON dismissed_prices TO vadium_service;
