-- Functions with the rights of the owner look in the schema of the tables, whatever its name.
-- Temporary tables come last, so that they replace no table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Like `lock_limits_between`, for the trial of an acceptance, which is undone where it finds limits:
-- it shares the lock with other acceptances in any case. So nobody learns by waiting whether there are
-- limits.
CREATE FUNCTION share_limits_between(one uuid, other uuid) RETURNS jsonb
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_third_parties(ARRAY[one, other]);
  PERFORM pg_advisory_xact_lock_shared(limits_lock(one, other));
  RETURN limits_between(one, other);
END
$$;
REVOKE ALL ON FUNCTION share_limits_between FROM PUBLIC;
GRANT EXECUTE ON FUNCTION share_limits_between TO vadium_service;

-- As before, but never a limit that the version in effect does not have.
CREATE OR REPLACE FUNCTION record_exceeded_limits(owner uuid, counterparty uuid, names text[],
  at timestamptz) RETURNS SETOF text
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT refuse_third_parties(ARRAY[owner, counterparty]);
  INSERT INTO exceeded_limits (organization_id, counterparty_id, limit_name, since)
  SELECT owner, counterparty, n.name, at
  FROM counterparty_limits l
  JOIN counterparty_limit_versions v USING (organization_id, counterparty_id, version)
  CROSS JOIN unnest(names) AS n (name)
  WHERE (l.organization_id, l.counterparty_id) = (owner, counterparty)
    AND (n.name = 'lent_usd_max' AND v.lent_usd_max IS NOT NULL
      OR n.name = 'uncovered_usd_max' AND v.uncovered_usd_max IS NOT NULL
      OR starts_with(n.name, 'assets.') AND substr(n.name, 8) = ANY (v.assets))
  ORDER BY n.name
  ON CONFLICT DO NOTHING RETURNING limit_name
$$;
