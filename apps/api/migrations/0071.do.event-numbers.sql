-- A position alone does not name an event: when a database is restored to an earlier point, its log counts through the
-- same positions again. Each event has a random number, and carries the number of the event before it, so that a
-- reader who knows the number of the last event it read sees in the next one whether that is the log it followed.
-- What exists already has the number 0, as has the beginning of every log.

ALTER TABLE event_heads
  -- That of the newest event.
  ADD COLUMN nonce bigint NOT NULL DEFAULT 0 CHECK (nonce >= 0);
ALTER TABLE events
  ADD COLUMN nonce bigint NOT NULL DEFAULT 0 CHECK (nonce >= 0),
  ADD COLUMN previous_nonce bigint NOT NULL DEFAULT 0 CHECK (previous_nonce >= 0);
ALTER TABLE events ALTER COLUMN nonce DROP DEFAULT, ALTER COLUMN previous_nonce DROP DEFAULT;

ALTER TABLE webhook_endpoints
  -- The number of the event at its position.
  ADD COLUMN position_nonce bigint NOT NULL DEFAULT 0 CHECK (position_nonce >= 0);
ALTER TABLE webhook_deliveries
  -- That of its event.
  ADD COLUMN event_nonce bigint NOT NULL DEFAULT 0 CHECK (event_nonce >= 0),
  DROP CONSTRAINT webhook_deliveries_endpoint_id_position_key,
  ADD UNIQUE (endpoint_id, position, event_nonce);

-- Appends events, the first of each organization behind its newest. Who appends holds the heads until it
-- commits, in one order, and takes no other lock after them: positions are in the order of the commits, and
-- nobody waits in a circle. The numbers have 52 bits, which JavaScript reads without loss. In a sandbox they follow
-- from its seed, so that the same seed gives the same history; the count of its starts tells a restored one apart.
CREATE OR REPLACE FUNCTION append_events(at timestamptz, readers uuid[], types text[], payloads jsonb[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  sandbox_seed text := (SELECT concat_ws('|', s.starts, s.seed) FROM sandbox s);
BEGIN
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

-- As before, and endpoints at an event that the log does not have any more.
CREATE OR REPLACE FUNCTION webhook_endpoints_behind(rows_max integer)
  RETURNS TABLE (endpoint uuid, organization uuid)
  LANGUAGE sql STABLE SECURITY DEFINER AS $$
  SELECT e.id, e.organization_id
  FROM webhook_endpoints e
  JOIN event_heads h ON h.organization_id = e.organization_id
    AND (h.position, h.nonce) <> (e.position, e.position_nonce)
  JOIN organizations o ON o.id = e.organization_id AND o.status = 'active'
  WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL
    AND (h.position <= e.position OR (
      SELECT true FROM events n
      WHERE n.organization_id = e.organization_id AND n.position > e.position LIMIT 1))
  ORDER BY random() LIMIT rows_max
$$;

DO $$
DECLARE
  name text;
BEGIN
  -- Temporary tables come last, so that none can stand in for what the functions read.
  FOREACH name IN ARRAY ARRAY['append_events(timestamptz, uuid[], text[], jsonb[])',
    'webhook_endpoints_behind(integer)']
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;
