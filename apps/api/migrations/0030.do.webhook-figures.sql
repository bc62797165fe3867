-- What is on its way to the endpoints of all organizations, as counts, by the clock of the machine as webhooks go.
-- What waits at an endpoint that is disabled, or of an organization that is suspended, is not due.
CREATE FUNCTION webhook_figures() RETURNS TABLE (figure text, kind text, state text, value double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
BEGIN
  IF to_regclass('webhook_deliveries') IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT 'webhook_deliveries', '', due.state, count(*)::double precision
    FROM webhook_deliveries d
    JOIN webhook_endpoints e ON e.id = d.endpoint_id AND e.disabled_at IS NULL AND e.deleted_at IS NULL
    JOIN organizations o ON o.id = e.organization_id AND o.status = 'active'
    CROSS JOIN LATERAL (SELECT CASE WHEN d.due_at <= now() THEN 'due' ELSE 'waiting' END) due (state)
    WHERE d.state = 'pending' GROUP BY due.state;
  RETURN QUERY
    SELECT 'webhook_endpoints', '', standing.state, count(*)::double precision
    FROM webhook_endpoints e
    CROSS JOIN LATERAL (SELECT CASE WHEN e.disabled_at IS NULL THEN 'enabled' ELSE 'disabled' END) standing (state)
    WHERE e.deleted_at IS NULL GROUP BY standing.state;
END
$$;
REVOKE EXECUTE ON FUNCTION webhook_figures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_figures TO vadium_service;

DO $$
BEGIN
  -- Temporary tables come last, so that none can stand in for what the function reads.
  EXECUTE format('ALTER FUNCTION webhook_figures SET search_path = %I, pg_temp', current_schema());
END
$$;
