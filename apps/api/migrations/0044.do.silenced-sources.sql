-- Price sources that another account has silenced: what they said last goes on contradicting.
-- Otherwise whoever wants to be the only one who quotes takes the others' right to quote, and waits.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- When another account took from the source, or from its account, the right to push prices, by the
-- time of the book. Null: nobody has, or the account has ended a credential of its own since.
ALTER TABLE price_sources
  ADD COLUMN silenced_at timestamptz(3),
  -- Until when the account could have pushed, by the clock of the machine.
  ADD COLUMN could_push_until timestamptz(3),
  ADD CHECK ((silenced_at IS NULL) = (could_push_until IS NULL));

-- The command line of the installation is no account, so it counts as another one.
CREATE FUNCTION record_silence() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  is_own boolean := coalesce(account_of(current_credential()) = NEW.account_id, false);
BEGIN
  NEW.silenced_at := CASE WHEN NOT is_own THEN NEW.revoked_at END;
  NEW.could_push_until := CASE WHEN NOT is_own THEN 'infinity'::timestamptz END;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION record_silence FROM PUBLIC;
CREATE TRIGGER record_silence BEFORE UPDATE OF revoked_at ON price_sources
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
  EXECUTE FUNCTION record_silence();

CREATE FUNCTION record_silence_of_account() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  is_own boolean := coalesce(account_of(current_credential()) = NEW.account_id, false);
  ended_at timestamptz := coalesce((SELECT s.time FROM sandbox s),
    CASE WHEN OLD.revoked_at IS NULL THEN NEW.revoked_at END, NEW.expires_at);
  could_until timestamptz := coalesce(OLD.expires_at, 'infinity');
BEGIN
  UPDATE price_sources
  SET silenced_at = CASE WHEN NOT is_own THEN ended_at END,
    could_push_until =
      CASE WHEN NOT is_own THEN greatest(could_push_until, could_until) END
  WHERE account_id = NEW.account_id AND revoked_at IS NULL;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION record_silence_of_account FROM PUBLIC;
CREATE TRIGGER record_silence_of_account AFTER UPDATE OF revoked_at, expires_at ON credentials
  FOR EACH ROW WHEN (NEW.role = 'operator'
    AND (OLD.revoked_at, OLD.expires_at) IS DISTINCT FROM (NEW.revoked_at, NEW.expires_at))
  EXECUTE FUNCTION record_silence_of_account();

-- Which of these sources are silent because of another account, and since when. Whoever takes a
-- credential of several takes it for as long as it would have been valid, so the expiry of the
-- others does not end the silence.
CREATE FUNCTION silenced_sources(sources text[])
  RETURNS TABLE (source text, silenced_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT s.source, s.silenced_at
  FROM price_sources s
  CROSS JOIN LATERAL (
    SELECT max(least(coalesce(c.revoked_at, 'infinity'), coalesce(c.expires_at, 'infinity'))) AS ended_at
    FROM credentials c WHERE c.account_id = s.account_id AND c.role = 'operator') own
  WHERE s.source = ANY (sources) AND s.silenced_at IS NOT NULL
    AND (s.revoked_at IS NOT NULL
      OR (own.ended_at <= now() AND own.ended_at < s.could_push_until))
$$;
REVOKE ALL ON FUNCTION silenced_sources FROM PUBLIC;
GRANT EXECUTE ON FUNCTION silenced_sources TO vadium_service;

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
