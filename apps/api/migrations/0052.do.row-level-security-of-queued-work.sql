-- What the service works on for everybody: instructions, deadlines, callbacks of custodians, and
-- what the simulated custodian remembers. A worker finds what is due by a function, and then acts
-- in the name of one organization.
DO $$
DECLARE
  book text;
BEGIN
  FOREACH book IN ARRAY ARRAY['instructions', 'deadlines', 'custodian_callbacks',
    'simulated_instructions', 'simulated_scripts']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', book);
    EXECUTE format('CREATE POLICY keeper ON %I TO %I USING (true) WITH CHECK (true)', book, current_user);
  END LOOP;
  FOREACH book IN ARRAY ARRAY['instructions', 'deadlines']
  LOOP
    EXECUTE format('CREATE POLICY parties ON %I TO vadium_service
      USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]))', book);
  END LOOP;
  -- The simulated custodian is a company of its own, and works in no transaction of an
  -- organization.
  FOREACH book IN ARRAY ARRAY['simulated_instructions', 'simulated_scripts']
  LOOP
    EXECUTE format('CREATE POLICY custodian ON %I TO vadium_service
      USING ((SELECT current_organization()) IS NULL)', book);
  END LOOP;
END
$$;

-- The operator looks after what custodians have not answered, and has them asked again.
CREATE POLICY custody_shown ON instructions FOR SELECT TO vadium_service
  USING ((SELECT acts_as_operator()));
CREATE POLICY custody_resumed ON instructions FOR UPDATE TO vadium_service
  USING ((SELECT acts_as_operator()));

-- Callbacks are kept by take_callback, and read by nobody.
REVOKE ALL ON custodian_callbacks FROM vadium_service;

-- Takes the instruction that has been due longest. A claim lasts longer than any custodian is
-- waited for, by the clock of the database: that of the book may stand still. What is due later
-- than any pause was put off by a clock that has since been set back. That an instruction may be
-- sent is written before it is; what is to be given up and was never sent stays so.
CREATE FUNCTION claim_instruction(at timestamptz, by_claim uuid)
  RETURNS TABLE (transfer_id uuid, lender_id uuid, custodian_id text, external_transfer_id text,
    was_sent boolean, is_to_cancel boolean, attempts integer, claim uuid, created_at timestamptz)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    WITH due AS (
      SELECT d.transfer_id, d.maybe_sent, d.cancel_asked_at IS NOT NULL AS is_to_cancel
      FROM instructions d
      WHERE d.due_at <= at AND (d.claimed_until IS NULL OR d.claimed_until < now())
      ORDER BY d.due_at, d.sequence LIMIT 1 FOR UPDATE SKIP LOCKED
    ), ahead AS (
      SELECT d.transfer_id, d.maybe_sent, d.cancel_asked_at IS NOT NULL AS is_to_cancel
      FROM instructions d
      WHERE NOT EXISTS (SELECT FROM due) AND d.due_at > at + interval '10 minutes'
        AND (d.claimed_until IS NULL OR d.claimed_until < now())
      ORDER BY d.due_at, d.sequence LIMIT 1 FOR UPDATE SKIP LOCKED
    ), taken AS (SELECT * FROM due UNION ALL SELECT * FROM ahead)
    UPDATE instructions i SET claim = by_claim, claimed_until = now() + interval '60 seconds',
      maybe_sent = taken.maybe_sent OR NOT taken.is_to_cancel, called_back = false
    FROM taken WHERE i.transfer_id = taken.transfer_id
    RETURNING i.transfer_id, i.lender_id, i.custodian_id, i.external_transfer_id, taken.maybe_sent,
      taken.is_to_cancel, i.attempts, i.claim, i.created_at::timestamptz;
END
$$;

-- Keeps what a custodian called back with, and has the transfers asked for that it speaks of. Rows
-- are locked in one order, so that calls about the same transfers take turns and never wait for one
-- another in a circle.
CREATE FUNCTION take_callback(custodian text, body_digest bytea, at timestamptz, body bytea,
    external_transfer_ids text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  INSERT INTO custodian_callbacks (custodian_id, digest, received_at, body)
  VALUES (custodian, body_digest, at, take_callback.body) ON CONFLICT DO NOTHING;
  WITH spoken_of AS (
    SELECT s.transfer_id FROM instructions s
    WHERE s.custodian_id = custodian AND s.external_transfer_id = ANY (external_transfer_ids)
      AND (s.due_at IS NOT NULL OR s.stalled)
    ORDER BY s.transfer_id FOR UPDATE
  )
  UPDATE instructions i SET due_at = least(i.due_at, at), stalled = false, attempts = 0,
    called_back = i.claim IS NOT NULL
  FROM spoken_of WHERE i.transfer_id = spoken_of.transfer_id;
END
$$;

-- Deadlines that have passed, from one of them on: in whose name each is ended.
CREATE FUNCTION due_deadlines(at timestamptz, of_kinds text[], after_due timestamptz,
    after_sequence bigint, rows_max integer)
  RETURNS TABLE (kind text, resource_id uuid, lender_id uuid, due_at timestamptz, sequence bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT d.kind, d.resource_id, d.lender_id, d.due_at::timestamptz, d.sequence FROM deadlines d
    WHERE d.due_at <= at AND d.kind = ANY (of_kinds)
      AND (after_due IS NULL OR (d.due_at, d.sequence) > (after_due, after_sequence))
    ORDER BY d.due_at, d.sequence LIMIT rows_max;
END
$$;

-- Deadlines of which those concerned are to be warned, from one of them on.
CREATE FUNCTION due_warnings(at timestamptz, after_warning timestamptz, after_sequence bigint,
    rows_max integer)
  RETURNS TABLE (kind text, resource_id uuid, lender_id uuid, warn_at timestamptz, sequence bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT d.kind, d.resource_id, d.lender_id, d.warn_at::timestamptz, d.sequence FROM deadlines d
    WHERE d.warn_at <= at
      AND (after_warning IS NULL OR (d.warn_at, d.sequence) > (after_warning, after_sequence))
    ORDER BY d.warn_at, d.sequence LIMIT rows_max;
END
$$;

-- How much work a sandbox has before it, and when the next falls due, the instructions of some
-- transfers aside.
CREATE FUNCTION work_ahead(idle_transfers uuid[]) RETURNS TABLE (next_time timestamptz, work_due bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT least((SELECT min(i.due_at) FROM instructions i
          WHERE i.due_at IS NOT NULL AND i.transfer_id <> ALL (idle_transfers)),
        (SELECT min(d.due_at) FROM deadlines d),
        (SELECT min(d.warn_at) FROM deadlines d WHERE d.warn_at IS NOT NULL))::timestamptz,
      (SELECT count(*) FROM instructions i WHERE i.due_at IS NOT NULL)
        + (SELECT count(*) FROM deadlines);
END
$$;

-- Which custodian has a transfer, and under which id: to script what becomes of it in a sandbox.
CREATE FUNCTION find_instruction(of_transfer uuid)
  RETURNS TABLE (custodian_id text, external_transfer_id text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT i.custodian_id, i.external_transfer_id FROM instructions i WHERE i.transfer_id = of_transfer;
END
$$;

REVOKE ALL ON FUNCTION claim_instruction, take_callback, due_deadlines, due_warnings, work_ahead,
  find_instruction FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_instruction, take_callback, due_deadlines, due_warnings, work_ahead,
  find_instruction TO vadium_service;
