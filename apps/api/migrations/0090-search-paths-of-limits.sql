-- Functions with the rights of the owner look in the schema of the tables, whatever its name.
-- Temporary tables come last, so that they replace no table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Only the next function calls it, with the rights of the owner.
ALTER FUNCTION limits_between(uuid, uuid) SECURITY INVOKER SET search_path FROM CURRENT;
ALTER FUNCTION lock_limits_between(uuid, uuid) SET search_path FROM CURRENT;
ALTER FUNCTION record_exceeded_limits(uuid, uuid, text[], timestamptz) SET search_path FROM CURRENT;
