-- Data of the whole installation. The owner reads and writes it at a start. The service has no
-- right to these tables, and asks functions for what a process with only the login of the service
-- needs at its start.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE TABLE installation (
  -- A proof of possession signs the id, so that the proof is invalid for another installation.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  is_only boolean NOT NULL DEFAULT true UNIQUE CHECK (is_only),
  -- The approval policies of organizations that have set none: each dangerous act needs two people,
  -- or one person suffices. `bootstrap` sets it: to two, unless one is asked for.
  people_needed smallint NOT NULL DEFAULT 1 CHECK (people_needed IN (1, 2)),
  -- The organization that operates the installation. Null until the first operator.
  platform_id uuid REFERENCES organizations
);
INSERT INTO installation DEFAULT VALUES;

CREATE FUNCTION installation_id() RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT i.id FROM installation i
$$;

CREATE FUNCTION people_needed() RETURNS smallint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT i.people_needed FROM installation i
$$;

-- Only accounts of that organization have credentials of operators. Of two organizations that get
-- their first operator at once, the second waits for the row of the installation, and is refused.
CREATE FUNCTION refuse_second_platform() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE installation SET platform_id = NEW.organization_id WHERE platform_id IS NULL;
  IF NEW.organization_id <> (SELECT i.platform_id FROM installation i) THEN
    RAISE EXCEPTION 'only the organization that operates the installation has operators'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION refuse_second_platform FROM PUBLIC;
CREATE TRIGGER refuse_second_platform BEFORE INSERT OR UPDATE OF role, organization_id
  ON credentials
  FOR EACH ROW WHEN (NEW.role = 'operator') EXECUTE FUNCTION refuse_second_platform();

-- Values that the processes on one database share, such as the key that authenticates page tokens.
CREATE TABLE service_secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

-- A secret that the processes on this database share, as it is stored. The first process stores the
-- one that it gives, sealed; nobody can replace it.
CREATE FUNCTION keep_service_secret(secret_name text, sealed bytea) RETURNS bytea
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  INSERT INTO service_secrets (name, value) VALUES (secret_name, sealed) ON CONFLICT DO NOTHING;
  RETURN (SELECT s.value FROM service_secrets s WHERE s.name = secret_name);
END
$$;

-- The keys with which the secrets of this database are sealed, and a place at which each is used.
-- No key: the value is not sealed. A sealed value has more than 64 bytes.
CREATE FUNCTION stored_seals() RETURNS TABLE (key_id text, place text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
  WITH stored (place, value) AS (
    SELECT 'value of ' || s.name || ' in service_secrets', s.value FROM service_secrets s
    UNION ALL
    SELECT 'secret of ' || w.id || ' in webhook_endpoints', w.secret FROM webhook_endpoints w
    UNION ALL
    SELECT 'old_secret of ' || w.id || ' in webhook_endpoints', w.old_secret
      FROM webhook_endpoints w
    WHERE w.old_secret IS NOT NULL
  )
  SELECT k.id, min(v.place) FROM stored v, LATERAL (
    SELECT CASE WHEN octet_length(v.value) > 64
      THEN encode(substring(v.value FROM 2 FOR 8), 'hex') END AS id) k
  GROUP BY k.id ORDER BY k.id;
END
$$;

-- The migrations that were applied. The body of the function is read when it runs: a schema that is
-- only made to be compared has no table of versions.
CREATE FUNCTION applied_migrations() RETURNS TABLE (version integer, checksum text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY SELECT v.version, v.checksum FROM schema_versions v;
END
$$;

REVOKE ALL ON FUNCTION installation_id, people_needed, keep_service_secret, stored_seals,
  applied_migrations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION installation_id, people_needed, keep_service_secret, stored_seals,
  applied_migrations TO vadium_service;

-- The scenarios that were loaded. The same scenario is not loaded twice.
CREATE TABLE scenario_loads (
  digest bytea PRIMARY KEY,
  name text NOT NULL,
  loaded_at timestamptz(3) NOT NULL
);
