-- A price source stays silenced from the first time on at which another account took a right to push
-- from it. A later revocation does not move that time to when its last quote contradicted nobody.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- As in 0044, with the earliest time since the account has ended something itself.
CREATE OR REPLACE FUNCTION record_silence() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  is_own boolean := coalesce(account_of(current_credential()) = NEW.account_id, false);
BEGIN
  NEW.silenced_at := CASE WHEN NOT is_own THEN least(OLD.silenced_at, NEW.revoked_at) END;
  NEW.could_push_until := CASE WHEN NOT is_own THEN 'infinity'::timestamptz END;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION record_silence_of_account() RETURNS trigger LANGUAGE plpgsql
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

-- Ending a credential that could not push any more takes nothing.
DROP TRIGGER record_silence_of_account ON credentials;
CREATE TRIGGER record_silence_of_account AFTER UPDATE OF revoked_at, expires_at ON credentials
  FOR EACH ROW WHEN (NEW.role = 'operator' AND OLD.revoked_at IS NULL
    AND coalesce(OLD.expires_at, 'infinity') > coalesce(NEW.revoked_at, NEW.expires_at))
  EXECUTE FUNCTION record_silence_of_account();

-- Also those whose account could push with another credential: what they said before they were
-- silenced goes on contradicting until they say something else.
DROP FUNCTION silenced_sources;
CREATE FUNCTION silenced_sources(sources text[])
  RETURNS TABLE (source text, silenced_at timestamptz, can_push boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT s.source, s.silenced_at, s.revoked_at IS NULL
    AND NOT coalesce(own.ended_at <= now() AND own.ended_at < s.could_push_until, false)
  FROM price_sources s
  CROSS JOIN LATERAL (
    SELECT max(least(coalesce(c.revoked_at, 'infinity'), coalesce(c.expires_at, 'infinity'))) AS ended_at
    FROM credentials c WHERE c.account_id = s.account_id AND c.role = 'operator') own
  WHERE s.source = ANY (sources) AND s.silenced_at IS NOT NULL
$$;
REVOKE ALL ON FUNCTION silenced_sources FROM PUBLIC;
GRANT EXECUTE ON FUNCTION silenced_sources TO vadium_service;
