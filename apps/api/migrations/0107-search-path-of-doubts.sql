-- Temporary tables come last, so that they replace no table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

ALTER FUNCTION delivery_is_doubtful(uuid, text[]) SET search_path FROM CURRENT;
