-- A process that knows only the login of the service's role starts on a schema that somebody else
-- has migrated. These are the rights that its start needs.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Which migrations were applied. The body of the function is read when it runs: a schema that is only
-- made to be compared has no table of versions.
CREATE FUNCTION applied_migrations() RETURNS TABLE (version bigint, md5 text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY SELECT v.version::bigint, v.md5::text FROM schema_versions v WHERE v.version > 0;
END
$$;

CREATE FUNCTION installation_id() RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT i.id FROM installation i
$$;

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
-- No key: the value is not sealed. No sealed value is as short as one that is not.
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
    SELECT 'old_secret of ' || w.id || ' in webhook_endpoints', w.old_secret FROM webhook_endpoints w
    WHERE w.old_secret IS NOT NULL
  )
  SELECT k.id, min(v.place) FROM stored v, LATERAL (
    SELECT CASE WHEN octet_length(v.value) > 64
      THEN encode(substring(v.value FROM 2 FOR 8), 'hex') END AS id) k
  GROUP BY k.id ORDER BY k.id;
END
$$;

REVOKE ALL ON FUNCTION applied_migrations, installation_id, keep_service_secret, stored_seals
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION applied_migrations, installation_id, keep_service_secret, stored_seals
  TO vadium_service;
