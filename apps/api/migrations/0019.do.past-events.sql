-- Events of several times in one append. The history of a scenario has thousands of changes, each
-- with its own time, in one transaction: an append for each would read every earlier version of the
-- same few heads.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- As append_events(), for its caller, with a time for each event.
CREATE FUNCTION append_timed_events(times timestamptz[], readers uuid[], types text[], payloads jsonb[])
  RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
    SELECT a.organization_id, a.time, a.type, a.data, a.line, h.nonce AS head_nonce,
      h.position + row_number() OVER (PARTITION BY a.organization_id ORDER BY a.line) AS position
    FROM unnest(times, readers, types, payloads)
      WITH ORDINALITY AS a (time, organization_id, type, data, line)
    JOIN event_heads h USING (organization_id)
  ), numbered AS MATERIALIZED (
    SELECT a.*, ('x' || right(CASE
        WHEN sandbox_seed IS NULL THEN replace(gen_random_uuid()::text, '-', '')
        ELSE encode(sha256(convert_to(concat_ws('|', a.organization_id, a.head_nonce, a.position,
          extract(epoch FROM a.time), a.type, sandbox_seed), 'UTF8')), 'hex')
      END, 13))::bit(52)::bigint AS nonce
    FROM added a
  ), appended AS (
    INSERT INTO events (organization_id, position, type, time, data, nonce, previous_nonce)
    SELECT n.organization_id, n.position, n.type, n.time, n.data, n.nonce, coalesce(
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

CREATE OR REPLACE FUNCTION append_events(at timestamptz, readers uuid[], types text[], payloads jsonb[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_strangers(readers);
  PERFORM append_timed_events(array_fill(at, ARRAY[cardinality(readers)]), readers, types, payloads);
END
$$;

-- Appends the events of a history, which the owner of the tables loads, in their order. Each has
-- the organization that acted, which may publish only for its counterparties.
CREATE FUNCTION append_past_events(publishers uuid[], times timestamptz[], readers uuid[],
    types text[], payloads jsonb[])
  RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT * FROM unnest(publishers, readers)) AS p (publisher, reader)
    WHERE reader <> publisher
      AND NOT EXISTS (SELECT FROM agreements a
        WHERE (a.lender_id, a.borrower_id) IN ((publisher, reader), (reader, publisher)))
      AND NOT EXISTS (SELECT FROM orders o
        WHERE (o.lender_id, o.borrower_id) IN ((publisher, reader), (reader, publisher))))
  THEN
    RAISE EXCEPTION 'an organization may not publish for strangers'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM append_timed_events(times, readers, types, payloads);
END
$$;

REVOKE ALL ON FUNCTION append_timed_events, append_past_events FROM PUBLIC;
