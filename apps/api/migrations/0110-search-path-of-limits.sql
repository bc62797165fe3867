-- Temporary tables come last, so that they replace no table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- They looked in a schema of one name.
ALTER FUNCTION limits_between(uuid, uuid) SET search_path FROM CURRENT;
ALTER FUNCTION lock_limits_between(uuid, uuid) SET search_path FROM CURRENT;
ALTER FUNCTION record_exceeded_limits(uuid, uuid, text[], timestamptz) SET search_path FROM CURRENT;
