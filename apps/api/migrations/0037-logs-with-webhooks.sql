-- Who numbers events notifies the workers of webhooks only if an endpoint may have to receive them.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Whether an enabled endpoint follows one of these logs.
CREATE FUNCTION have_webhooks(logs uuid[]) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN EXISTS (SELECT FROM webhook_endpoints e WHERE e.organization_id = ANY (logs)
    AND e.disabled_at IS NULL AND e.deleted_at IS NULL);
END
$$;
REVOKE ALL ON FUNCTION have_webhooks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION have_webhooks TO vadium_service;
