-- The log of what happened, one for each organization: what concerns both sides of a deal stands in both.
-- Positions of one organization follow one another without a gap, in the order of the commits.

CREATE TABLE event_heads (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  -- That of the newest event.
  position bigint NOT NULL CHECK (position >= 0)
);

CREATE TABLE events (
  organization_id uuid NOT NULL REFERENCES organizations,
  position bigint NOT NULL CHECK (position > 0),
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 64),
  -- By the clock of the book.
  time timestamptz(3) NOT NULL,
  data jsonb NOT NULL,
  -- By the clock of the database, and in the order of the positions: it is read under the head.
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (organization_id, position)
);
CREATE INDEX ON events (recorded_at);

-- Appends events, the first of each organization behind its newest. Who appends holds the heads until it
-- commits, in one order, and takes no other lock after them: positions are in the order of the commits, and
-- nobody waits in a circle.
CREATE FUNCTION append_events(at timestamptz, readers uuid[], types text[], payloads jsonb[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  WITH added AS (
    SELECT a.organization_id, a.type, a.data, a.line,
      row_number() OVER (PARTITION BY a.organization_id ORDER BY a.line) AS nth,
      count(*) OVER (PARTITION BY a.organization_id) AS total
    FROM unnest(readers, types, payloads) WITH ORDINALITY AS a (organization_id, type, data, line)
  ), heads AS (
    INSERT INTO event_heads AS h (organization_id, position)
    SELECT DISTINCT organization_id, total FROM added ORDER BY organization_id
    ON CONFLICT (organization_id) DO UPDATE SET position = h.position + excluded.position
    RETURNING h.organization_id, h.position
  )
  INSERT INTO events (organization_id, position, type, time, data)
  SELECT a.organization_id, h.position - a.total + a.nth, a.type, at, a.data
  FROM added a JOIN heads h USING (organization_id)
  ORDER BY a.line;
  -- Who listens is told with the commit. It is a hint: whoever missed it looks again by itself.
  PERFORM pg_notify('vadium_events', reader::text) FROM (SELECT DISTINCT unnest(readers)) r (reader);
END
$$;
REVOKE ALL ON FUNCTION append_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append_events TO vadium_service;

CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Forgets events that have been kept for long enough, the oldest first; how many.
CREATE FUNCTION forget_events(rows_max integer, kept interval) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  forgotten integer;
BEGIN
  DELETE FROM events WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM events WHERE recorded_at < clock_timestamp() - kept
    ORDER BY recorded_at, position LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;
REVOKE ALL ON FUNCTION forget_events(integer, interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_events(integer, interval) TO vadium_service;

GRANT SELECT ON event_heads, events TO vadium_service;
DO $$
DECLARE
  book text;
BEGIN
  FOREACH book IN ARRAY ARRAY['event_heads', 'events']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', book);
    EXECUTE format('CREATE POLICY keeper ON %I TO %I USING (true) WITH CHECK (true)', book, current_user);
    EXECUTE format('CREATE POLICY own ON %I FOR SELECT TO vadium_service
      USING (organization_id = (SELECT current_organization()))', book);
  END LOOP;
END
$$;
