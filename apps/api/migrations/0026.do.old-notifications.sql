-- Notifications are kept for a year, by the clock of the database, which no sandbox moves. What was told so long ago is
-- told again only where it still stands.
ALTER TABLE notifications ADD COLUMN recorded_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX ON notifications (recorded_at);
CREATE FUNCTION forget_notifications(rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  forgotten integer;
BEGIN
  DELETE FROM notifications WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM notifications WHERE recorded_at < now() - interval '365 days'
    ORDER BY recorded_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;
REVOKE ALL ON FUNCTION forget_notifications(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_notifications(integer) TO vadium_service;
