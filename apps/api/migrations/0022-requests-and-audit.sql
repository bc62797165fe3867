-- Requests: answers that are replayed, signatures that are not accepted again, and the audit trail.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- One effect for each idempotency key, with its answer.
CREATE TABLE idempotency_keys (
  organization_id uuid NOT NULL REFERENCES organizations,
  key text NOT NULL CHECK (key ~ '^[\x21-\x7e]{1,255}$'),
  request_hash bytea NOT NULL,
  -- Whether the request was refused. `answer` then has the reason.
  refused boolean NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The status with which the write was answered: 200, or 202 if it needs approval.
  status smallint NOT NULL DEFAULT 200 CHECK (status IN (200, 202)),
  PRIMARY KEY (organization_id, key)
);
CREATE INDEX ON idempotency_keys (created_at);

GRANT SELECT, INSERT, UPDATE ON idempotency_keys TO vadium_service;
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON idempotency_keys TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON idempotency_keys TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- Keys and signatures are deleted in batches by a function of the owner, because row-level security
-- hides the rows of other organizations, expired ones included.
CREATE FUNCTION forget_idempotency_keys(rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  forgotten integer;
BEGIN
  PERFORM refuse_to_organizations();
  DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
    ORDER BY created_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;

-- The signatures of writes, recorded with their effect. Each is accepted once, by all processes and
-- across restarts.
CREATE TABLE used_signatures (
  signature bytea PRIMARY KEY CHECK (octet_length(signature) = 64),
  recorded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON used_signatures (recorded_at);

GRANT SELECT, INSERT ON used_signatures TO vadium_service;

-- A signature is valid for a minute at most. An hour more, because a clock may be set back, and
-- five minutes, because the clocks of the service and the database differ.
CREATE FUNCTION forget_signatures(rows_max integer) RETURNS integer
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

REVOKE ALL ON FUNCTION forget_idempotency_keys, forget_signatures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_idempotency_keys, forget_signatures TO vadium_service;

-- The audit trail by month, and its reads apart from the rest: reads are deleted after a time, and
-- everything else is kept for ever. Every request adds a line, so the table has only one index. It
-- serves the order of the list, in which new lines of an organization come last, and finds a line
-- that is written again: it has the same time, and so the same partition.
CREATE TABLE audit_entries (
  id uuid NOT NULL,
  time timestamptz(3) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('request', 'credential')),
  organization_id uuid NOT NULL,
  credential_id uuid,
  event text NOT NULL CHECK (length(event) <= 100),
  outcome text NOT NULL CHECK (length(outcome) <= 100),
  request_id text NOT NULL CHECK (length(request_id) <= 100),
  subject_id uuid,
  -- A request that changed nothing and was not refused.
  is_read boolean NOT NULL DEFAULT false
    CHECK (NOT is_read OR (kind = 'request' AND outcome = 'ok')),
  PRIMARY KEY (organization_id, time, id, is_read)
) PARTITION BY LIST (is_read);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON audit_entries TO vadium_service;
ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON audit_entries TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON audit_entries TO vadium_service
  USING (organization_id = (SELECT current_organization()));
-- An organization cannot add lines to the audit trail of another. The operator can, for the
-- organizations that it changes, and so can the service, for requests that changed nothing.
CREATE POLICY append ON audit_entries FOR INSERT TO vadium_service
  WITH CHECK ((SELECT current_organization()) IS NULL OR (SELECT acts_as_operator()));

CREATE TABLE audit_changes PARTITION OF audit_entries FOR VALUES IN (false)
  PARTITION BY RANGE (time);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE audit_changes_other PARTITION OF audit_changes DEFAULT;
CREATE TABLE audit_reads PARTITION OF audit_entries FOR VALUES IN (true)
  PARTITION BY RANGE (time);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON audit_reads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Finds the oldest. New lines come last.
CREATE INDEX audit_reads_oldest ON audit_reads (time);
CREATE TABLE audit_reads_other PARTITION OF audit_reads DEFAULT;
SELECT wall_partition('audit_entries', name, false) FROM (VALUES ('audit_changes'::regclass),
  ('audit_changes_other'), ('audit_reads'), ('audit_reads_other')) AS p (name);

-- Deletes reads that are older than `kept`, oldest first, and returns their number. `kept` is at
-- least a day.
CREATE FUNCTION forget_audited_reads(rows_max integer, kept interval) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF service_role() IN (session_user, current_setting('role')) THEN
    kept := greatest(kept, interval '1 day');
  END IF;
  PERFORM refuse_to_organizations();
  RETURN forget_of_months('audit_reads', clock_timestamp() - kept, rows_max);
END
$$;
REVOKE ALL ON FUNCTION forget_audited_reads FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_audited_reads TO vadium_service;
