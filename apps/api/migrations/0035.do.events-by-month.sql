-- The event logs by month, by the clock of the database.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

ALTER TABLE events RENAME TO events_before;
ALTER INDEX events_pkey RENAME TO events_before_pkey;
ALTER INDEX events_recorded_at_idx RENAME TO events_before_recorded_at_idx;

-- As in 0009. A unique key of partitions has the time in it, so it does not say any more that a log
-- has a position once. What says so is the head of the log: every position is the one after that of
-- the head, which is locked while it is given (0027), and the service cannot write events in any
-- other way.
CREATE TABLE events (
  organization_id uuid NOT NULL REFERENCES organizations,
  position bigint NOT NULL CHECK (position > 0),
  nonce bigint NOT NULL CHECK (nonce >= 0),
  previous_nonce bigint NOT NULL CHECK (previous_nonce >= 0),
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 64),
  -- By the clock of the book.
  time timestamptz(3) NOT NULL,
  data jsonb NOT NULL,
  -- By the clock of the database, in the order of the positions: it is read under the lock of the
  -- head.
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (organization_id, position, recorded_at)
) PARTITION BY RANGE (recorded_at);
CREATE INDEX events_oldest ON events (recorded_at);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT ON events TO vadium_service;
ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON events TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON events FOR SELECT TO vadium_service
  USING (organization_id = (SELECT current_organization()));

CREATE TABLE events_other PARTITION OF events DEFAULT;
SELECT wall_partition('events', 'events_other', false);
SELECT make_partition('events', 'recorded_at', month) FROM (
  SELECT DISTINCT date_trunc('month', recorded_at, 'UTC') AS month FROM events_before
  WHERE recorded_at > now() - interval '5 years' AND recorded_at < now() + interval '3 months') m;
SELECT make_months();
INSERT INTO events (organization_id, position, nonce, previous_nonce, type, time, data, recorded_at)
SELECT organization_id, position, nonce, previous_nonce, type, time, data, recorded_at
FROM events_before;
DROP TABLE events_before;

-- As in 0009, month by month.
CREATE OR REPLACE FUNCTION forget_events(rows_max integer, kept interval) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF service_role() IN (session_user, current_setting('role')) THEN
    kept := greatest(kept, interval '1 day');
  END IF;
  PERFORM refuse_to_organizations();
  RETURN forget_of_months('events', clock_timestamp() - kept, rows_max);
END
$$;
