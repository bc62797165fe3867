-- Signatures that a service whose clock was an hour ahead accepted are kept until a service whose
-- clock is right would refuse them.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- As in 0013. A signature is valid for a minute at most. An hour more, because a clock may be set
-- back, and five minutes, because the clocks of the service and the database differ.
CREATE OR REPLACE FUNCTION forget_signatures(rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  forgotten integer;
BEGIN
  PERFORM refuse_to_organizations();
  DELETE FROM used_signatures WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM used_signatures WHERE recorded_at < now() - interval '65 minutes'
    ORDER BY recorded_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;
