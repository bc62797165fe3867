-- The event logs, one for each organization. An event that concerns both sides of a deal is in both
-- logs. The positions of a log have no gap and follow the order of the commits.
--
-- A position alone does not identify an event. After a database is restored to an earlier point,
-- its log uses the same positions again. So each event has a random number and the number of the
-- event before it. A reader that knows the number of its last event sees in the next one whether
-- the log is the same. The start of every log has the number 0.
--
-- Events get their positions after the commit. A writing transaction adds its events without a
-- position and without a lock, and numbering them is a short transaction of its own. So writers
-- neither wait for one another nor hold a row of an organization while their commits wait for a
-- disk or a standby.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
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

-- A unique key of partitions has the time in it, so it does not say that a log has a position once.
-- What says so is the head of the log: every position is the one after that of the head, which is
-- locked while it is given, and the service cannot write events in any other way.
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

-- Events that have no position yet. Nothing reads them but the numbering.
CREATE TABLE unnumbered_events (
  -- Follows the causes: it is taken by the last statement of the writing transaction, under all its
  -- locks. A change that has seen another change has a higher sequence.
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Without a foreign key, whose checks would make concurrent writers share locks on one row:
  -- record_events() checks it.
  organization_id uuid NOT NULL,
  -- As in events: what may not be there must not be added here, where nobody could refuse it.
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 64),
  time timestamptz(3) NOT NULL,
  data jsonb NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX ON unnumbered_events (organization_id, sequence);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON unnumbered_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE unnumbered_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON unnumbered_events TO CURRENT_USER USING (true) WITH CHECK (true);

-- Where a search for unnumbered events begins. Rows that were numbered leave dead entries in the
-- indexes for as long as any snapshot is open, such as that of a dump: without this, every search
-- would step over all of them.
CREATE TABLE event_numbering (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  -- No event up to this sequence is unnumbered or can become so.
  searched_from bigint NOT NULL,
  -- The next value, and the transaction up to which all must have ended before it is true.
  candidate bigint NOT NULL,
  candidate_transaction xid8 NOT NULL
);
INSERT INTO event_numbering VALUES (true, 0, 0, '0');

ALTER TABLE event_numbering ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON event_numbering TO CURRENT_USER USING (true) WITH CHECK (true);

-- Gives positions to committed events of these logs, at most `rows_max`, in the order of their
-- sequences. It locks the heads of these logs, and takes no lock after them. With `waits`, it waits
-- for each in the order of their ids, so numberings never deadlock. Otherwise it leaves out logs
-- whose heads are locked, and returns them as busy.
--
-- What one transaction numbers was committed before it, and its own commit is as durable as any
-- other. So nobody reads a position that a crash or a failover undoes.
--
-- In a sandbox the random number of an event follows from its log, its position, its content and
-- the seed, so that it does not matter how many events are numbered together.
CREATE FUNCTION give_positions(logs uuid[], rows_max integer, waits boolean,
    OUT given integer, OUT busy uuid[])
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  sandbox_seed text := (SELECT concat_ws('|', s.starts, s.seed) FROM sandbox s);
  first_sequence bigint := (SELECT searched_from + 1 FROM event_numbering);
  growing uuid[];
  locked uuid[];
BEGIN
  -- The table is nearly empty, and its statistics say nothing of the dead rows in it.
  PERFORM set_config('enable_seqscan', 'off', true);
  growing := ARRAY(SELECT DISTINCT u.organization_id FROM unnumbered_events u
    WHERE u.organization_id = ANY (logs) AND u.sequence >= first_sequence);
  given := 0;
  busy := '{}';
  IF growing = '{}' THEN
    RETURN;
  END IF;
  INSERT INTO event_heads (organization_id, position)
  SELECT log, 0 FROM unnest(growing) l (log)
  WHERE NOT EXISTS (SELECT FROM event_heads h WHERE h.organization_id = log)
  ORDER BY log
  ON CONFLICT DO NOTHING;
  IF waits THEN
    locked := ARRAY(SELECT organization_id FROM event_heads WHERE organization_id = ANY (growing)
      ORDER BY organization_id FOR NO KEY UPDATE);
  ELSE
    locked := ARRAY(SELECT organization_id FROM event_heads WHERE organization_id = ANY (growing)
      FOR NO KEY UPDATE SKIP LOCKED);
  END IF;

  -- A statement of its own, which sees the heads as they were locked. It also sees every event that
  -- an event in its sight was caused by, because that one was committed before.
  WITH taken AS (
    DELETE FROM unnumbered_events WHERE ctid = ANY (ARRAY(
      SELECT u.ctid FROM unnumbered_events u
      WHERE u.organization_id = ANY (locked) AND u.sequence >= first_sequence
      ORDER BY u.sequence LIMIT rows_max))
    RETURNING *
  ), added AS (
    SELECT t.*, h.nonce AS head_nonce,
      h.position + row_number() OVER (PARTITION BY organization_id ORDER BY t.sequence) AS position
    FROM taken t JOIN event_heads h USING (organization_id)
  ), numbered AS MATERIALIZED (
    SELECT a.*, ('x' || right(CASE
        WHEN sandbox_seed IS NULL THEN replace(gen_random_uuid()::text, '-', '')
        ELSE encode(sha256(convert_to(concat_ws('|', a.organization_id, a.position,
          extract(epoch FROM a.time), a.type, a.data, sandbox_seed), 'UTF8')), 'hex')
      END, 13))::bit(52)::bigint AS nonce
    FROM added a
  ), appended AS (
    INSERT INTO events (organization_id, position, type, time, data, nonce, previous_nonce)
    SELECT n.organization_id, n.position, n.type, n.time, n.data, n.nonce, coalesce(
      lag(n.nonce) OVER (PARTITION BY n.organization_id ORDER BY n.position), n.head_nonce)
    FROM numbered n ORDER BY n.sequence
  ), moved AS (
    UPDATE event_heads h SET position = newest.position, nonce = newest.nonce
    FROM (
      SELECT DISTINCT ON (n.organization_id) n.organization_id, n.position, n.nonce
      FROM numbered n ORDER BY n.organization_id, n.position DESC) newest
    WHERE h.organization_id = newest.organization_id
  )
  SELECT count(*) INTO given FROM numbered;
  busy := ARRAY(SELECT unnest(growing) EXCEPT SELECT unnest(locked));
END
$$;

-- Adds events to the logs of organizations. Called last in a transaction. They can be read when
-- number_events() has given them positions. A sandbox numbers them at once, in the order of the
-- commits, so that the same seed gives the same history.
CREATE FUNCTION record_events(at timestamptz, readers uuid[], types text[], payloads jsonb[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_strangers(readers);
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT unnest(readers)) AS r (reader)
    WHERE NOT EXISTS (SELECT FROM organizations o WHERE o.id = reader))
  THEN
    RAISE EXCEPTION 'an event needs the log of an organization'
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  -- The transaction has its id before its sequences: raise_numbering_start() relies on this.
  PERFORM pg_current_xact_id();
  INSERT INTO unnumbered_events (organization_id, type, time, data)
  SELECT a.reader, a.type, at, a.data
  FROM unnest(readers, types, payloads) WITH ORDINALITY AS a (reader, type, data, line)
  ORDER BY a.line;
  IF EXISTS (SELECT FROM sandbox) THEN
    PERFORM give_positions(readers, NULL, true);
  END IF;
END
$$;

-- Gives positions to at most `rows_max` committed events of these logs. Returns the logs that are
-- not finished: another transaction numbers them, or there are more events. The setting
-- vadium.numbered_logs has the logs that this one did not leave to another: after the commit, the
-- session notifies their listeners, in the same message of the client.
CREATE FUNCTION number_events(logs uuid[], rows_max integer) RETURNS SETOF uuid
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  given integer;
  busy uuid[];
BEGIN
  PERFORM refuse_to_organizations();
  SELECT g.given, g.busy INTO given, busy FROM give_positions(logs, rows_max, false) g;
  PERFORM set_config('vadium.numbered_logs',
    ARRAY(SELECT unnest(logs) EXCEPT SELECT unnest(busy))::text, false);
  RETURN QUERY SELECT unnest(CASE WHEN given = rows_max THEN logs ELSE busy END);
END
$$;

-- Whether a log has committed events without a position.
CREATE FUNCTION has_unnumbered_events(log uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN EXISTS (SELECT FROM unnumbered_events u WHERE u.organization_id = log
    AND u.sequence > (SELECT searched_from FROM event_numbering));
END
$$;

-- The logs with committed events that have no position, by their oldest such events.
CREATE FUNCTION unnumbered_logs(events_max integer) RETURNS TABLE (log uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT DISTINCT oldest.organization_id FROM (
      SELECT u.organization_id FROM unnumbered_events u
      WHERE u.sequence > (SELECT searched_from FROM event_numbering)
      ORDER BY u.sequence LIMIT events_max) oldest;
END
$$;

-- Raises the sequence from which unnumbered events are searched. It takes two calls: the first
-- notes the newest sequence and a transaction id that is later than those of all transactions that
-- have taken one. When all transactions before that id have ended, every event up to that sequence
-- is either committed, and seen here if it is unnumbered, or will never be. The ids decide nothing
-- about the order of events. An older value is always right as well.
CREATE FUNCTION raise_numbering_start() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  sequences regclass := pg_get_serial_sequence('unnumbered_events', 'sequence');
  newest bigint;
  mark event_numbering;
BEGIN
  PERFORM refuse_to_organizations();
  -- A transaction that has its id already could have an earlier one than a transaction that took a
  -- sequence.
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RETURN;
  END IF;
  newest := coalesce(pg_sequence_last_value(sequences), 0);
  IF newest = (SELECT searched_from FROM event_numbering) THEN
    RETURN;
  END IF;
  SELECT * INTO mark FROM event_numbering FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- Logical replication does not copy sequences, so this one may have begun again. Everything is
  -- searched again.
  IF newest < mark.searched_from THEN
    PERFORM setval(sequences, mark.searched_from);
    UPDATE event_numbering SET searched_from = 0, candidate = 0, candidate_transaction = '0';
    RETURN;
  END IF;
  -- A statement of its own: its snapshot is taken after the row was locked.
  IF mark.candidate > mark.searched_from
      AND mark.candidate_transaction <= pg_snapshot_xmin(pg_current_snapshot()) THEN
    UPDATE event_numbering SET searched_from = least(mark.candidate, (
      SELECT min(u.sequence) - 1 FROM unnumbered_events u WHERE u.sequence > mark.searched_from));
  END IF;
  -- A database that was restored from a dump has an id of another server, which may be far ahead.
  IF mark.candidate_transaction <= pg_snapshot_xmin(pg_current_snapshot())
      OR mark.candidate_transaction > pg_current_xact_id() THEN
    UPDATE event_numbering SET candidate = newest, candidate_transaction = pg_current_xact_id();
  END IF;
END
$$;

-- The events of a history, which the owner of the tables loads. It has thousands of changes, each
-- with its own time, in one transaction: an append for each would read every earlier version of the
-- same few heads. The transaction locks the heads in one order, keeps them until the commit and
-- takes no other lock after them. So positions follow the order of the commits, and appends never
-- deadlock. The numbers have 52 bits, which JavaScript reads without loss.
CREATE FUNCTION append_timed_events(times timestamptz[], readers uuid[], types text[],
  payloads jsonb[])
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
  PERFORM pg_notify('vadium_events', reader::text)
    FROM (SELECT DISTINCT unnest(readers)) r (reader);
END
$$;

-- Appends the events of a history in their order, after events of these logs that were committed
-- before. Each has the organization that acted, which may publish only for its counterparties. The
-- load of a history numbers its events itself: nobody waits for it.
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
  PERFORM give_positions(readers, NULL, true);
  PERFORM append_timed_events(times, readers, types, payloads);
END
$$;

REVOKE ALL ON FUNCTION give_positions, record_events, number_events, has_unnumbered_events,
  unnumbered_logs, raise_numbering_start, append_timed_events, append_past_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_events, number_events, has_unnumbered_events, unnumbered_logs,
  raise_numbering_start TO vadium_service;

-- Deletes events that are older than `kept`, oldest first, and returns their number. `kept` is at
-- least a day.
CREATE FUNCTION forget_events(rows_max integer, kept interval) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF service_role() IN (session_user, current_setting('role')) THEN
    kept := greatest(kept, interval '1 day');
  END IF;
  PERFORM refuse_to_organizations();
  RETURN forget_of_months('events', clock_timestamp() - kept, rows_max);
END
$$;
REVOKE ALL ON FUNCTION forget_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_events TO vadium_service;
