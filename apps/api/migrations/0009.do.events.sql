-- The event logs, one for each organization. An event that concerns both sides of a deal is in both
-- logs. The positions of a log have no gap and follow the order of the commits.
--
-- A position alone does not identify an event. After a database is restored to an earlier point,
-- its log uses the same positions again. So each event has a random number and the number of the
-- event before it. A reader that knows the number of its last event sees in the next one whether
-- the log is the same. The start of every log has the number 0.

-- The functions below that run with the rights of the owner (SECURITY DEFINER) use this search
-- path. Temporary tables come last, so that they cannot replace the tables that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE TABLE event_heads (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  -- The position and the number of the newest event.
  position bigint NOT NULL CHECK (position >= 0),
  nonce bigint NOT NULL DEFAULT 0 CHECK (nonce >= 0)
);

GRANT SELECT ON event_heads TO vadium_service;
ALTER TABLE event_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON event_heads TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON event_heads FOR SELECT TO vadium_service
  USING (organization_id = (SELECT current_organization()));

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
  PRIMARY KEY (organization_id, position)
);
CREATE INDEX ON events (recorded_at);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT ON events TO vadium_service;
ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON events TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON events FOR SELECT TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- Appends events to the logs of organizations. The transaction locks the heads in one order, keeps
-- them until the commit and takes no other lock after them. So positions follow the order of the
-- commits, and appends never deadlock. The numbers have 52 bits, which JavaScript reads without
-- loss. In a sandbox they follow from its seed, so the same seed gives the same history. The count
-- of its starts distinguishes a restored sandbox.
CREATE FUNCTION append_events(at timestamptz, readers uuid[], types text[], payloads jsonb[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  sandbox_seed text := (SELECT concat_ws('|', s.starts, s.seed) FROM sandbox s);
BEGIN
  PERFORM refuse_strangers(readers);
  INSERT INTO event_heads (organization_id, position)
  SELECT DISTINCT reader, 0 FROM unnest(readers) r (reader) ORDER BY reader
  ON CONFLICT DO NOTHING;
  PERFORM FROM event_heads WHERE organization_id = ANY (readers)
  ORDER BY organization_id FOR NO KEY UPDATE;

  -- A statement of its own, which sees the heads as they were locked.
  WITH added AS (
    SELECT a.organization_id, a.type, a.data, a.line, h.nonce AS head_nonce,
      h.position + row_number() OVER (PARTITION BY a.organization_id ORDER BY a.line) AS position
    FROM unnest(readers, types, payloads) WITH ORDINALITY AS a (organization_id, type, data, line)
    JOIN event_heads h USING (organization_id)
  ), numbered AS MATERIALIZED (
    SELECT a.*, ('x' || right(CASE
        WHEN sandbox_seed IS NULL THEN replace(gen_random_uuid()::text, '-', '')
        ELSE encode(sha256(convert_to(concat_ws('|', a.organization_id, a.head_nonce, a.position,
          extract(epoch FROM at), a.type, sandbox_seed), 'UTF8')), 'hex')
      END, 13))::bit(52)::bigint AS nonce
    FROM added a
  ), appended AS (
    INSERT INTO events (organization_id, position, type, time, data, nonce, previous_nonce)
    SELECT n.organization_id, n.position, n.type, at, n.data, n.nonce, coalesce(
      lag(n.nonce) OVER (PARTITION BY n.organization_id ORDER BY n.position), n.head_nonce)
    FROM numbered n ORDER BY n.line
  )
  UPDATE event_heads h SET position = newest.position, nonce = newest.nonce
  FROM (
    SELECT DISTINCT ON (n.organization_id) n.organization_id, n.position, n.nonce
    FROM numbered n ORDER BY n.organization_id, n.position DESC) newest
  WHERE h.organization_id = newest.organization_id;

  -- Wakes the listeners at the commit. A listener that misses it reads the log by itself.
  PERFORM pg_notify('vadium_events', reader::text) FROM (SELECT DISTINCT unnest(readers)) r (reader);
END
$$;

-- Deletes events that are older than `kept`, oldest first, and returns their number. `kept` is at
-- least a day.
CREATE FUNCTION forget_events(rows_max integer, kept interval) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  forgotten integer;
BEGIN
  IF service_role() IN (session_user, current_setting('role')) THEN
    kept := greatest(kept, interval '1 day');
  END IF;
  PERFORM refuse_to_organizations();
  DELETE FROM events WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM events WHERE recorded_at < clock_timestamp() - kept
    ORDER BY recorded_at, position LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;

REVOKE ALL ON FUNCTION append_events, forget_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append_events, forget_events TO vadium_service;
