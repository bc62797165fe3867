-- The log of what happened, one for each organization: what concerns both sides of a deal stands in
-- both. Positions of one organization follow one another without a gap, in the order of the
-- commits.
--
-- A position alone does not name an event: when a database is restored to an earlier point, its log
-- counts through the same positions again. Each event has a random number, and carries the number
-- of the event before it, so that a reader who knows the number of the last event it read sees in
-- the next one whether that is the log it followed. The beginning of every log has the number 0.

-- Functions with the rights of the owner (SECURITY DEFINER) take this path: temporary tables come
-- last, so that none can stand in for what they read.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE TABLE event_heads (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  -- Position and number of the newest event.
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
  -- By the clock of the database, and in the order of the positions: it is read under the head.
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

-- Appends events, the first of each organization behind its newest. Who appends holds the heads
-- until it commits, in one order, and takes no other lock after them: positions are in the order of
-- the commits, and nobody waits in a circle. The numbers have 52 bits, which JavaScript reads
-- without loss. In a sandbox they follow from its seed, so that the same seed gives the same
-- history; the count of its starts tells a restored one apart.
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

  -- Listeners are told with the commit. It is a hint: a listener that missed it looks again by itself.
  PERFORM pg_notify('vadium_events', reader::text) FROM (SELECT DISTINCT unnest(readers)) r (reader);
END
$$;

-- Forgets events that have been kept for long enough, the oldest first; how many. The service says
-- how long that is, and it is a day at least.
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
