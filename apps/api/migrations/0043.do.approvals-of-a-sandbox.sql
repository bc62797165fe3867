-- The time of a sandbox stops where an approval is due, as it does for deadlines.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- When the next approval can end by the clock of the book, and how many have not ended. It is in
-- the past for a request that can be carried out now, by the clock of the machine.
CREATE FUNCTION approvals_ahead(machine_at timestamptz)
  RETURNS TABLE (next_time timestamptz, open bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT least(min(a.expires_at), min(a.created_at) FILTER (WHERE a.state = 'APPROVED'
        AND (a.try_at IS NULL OR a.try_at <= machine_at)))::timestamptz,
      count(*)
    FROM approvals a WHERE a.state IN ('PENDING', 'APPROVED');
END
$$;
REVOKE ALL ON FUNCTION approvals_ahead FROM PUBLIC;
GRANT EXECUTE ON FUNCTION approvals_ahead TO vadium_service;
