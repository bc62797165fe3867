-- What custodians called back with is kept for a quarter of a year: one that comes again after that is applied
-- again, and finds nothing to do.
-- By the clock of the database, which no sandbox moves.
ALTER TABLE custodian_callbacks ADD COLUMN recorded_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX ON custodian_callbacks (recorded_at);
CREATE FUNCTION forget_callbacks(rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  forgotten integer;
BEGIN
  DELETE FROM custodian_callbacks WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM custodian_callbacks WHERE recorded_at < now() - interval '90 days'
    ORDER BY recorded_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;
REVOKE ALL ON FUNCTION forget_callbacks(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_callbacks(integer) TO vadium_service;
