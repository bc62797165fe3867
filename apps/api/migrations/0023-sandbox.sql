-- A sandbox: a book whose time moves only by command.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- One row if the database is a sandbox, otherwise none.
CREATE TABLE sandbox (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  seed text NOT NULL CHECK (length(seed) BETWEEN 1 AND 100),
  time timestamptz(3) NOT NULL,
  -- The number of starts. Each start makes other ids.
  starts integer NOT NULL DEFAULT 0
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON sandbox
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT, UPDATE ON sandbox TO vadium_service;

-- The quotes of the script, with the times from which they apply.
CREATE TABLE sandbox_prices (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset text NOT NULL REFERENCES assets,
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 64),
  price_usd usd_price NOT NULL,
  time timestamptz(3) NOT NULL
);
CREATE INDEX ON sandbox_prices (time, sequence);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON sandbox_prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT ON sandbox_prices TO vadium_service;

-- The amount of work due in a sandbox and the time of the next, without the instructions of these
-- transfers.
CREATE FUNCTION work_ahead(idle_transfers uuid[])
  RETURNS TABLE (next_time timestamptz, work_due bigint)
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

-- Polls of the simulated custodian that wait at a stage which lasts. It lists only polls that would
-- be answered as usual: those with a lost message, a callback, a cancellation or a claim are left
-- out.
CREATE FUNCTION sandbox_waiting_polls() RETURNS TABLE (
    transfer_id uuid, created_at timestamptz, due_at timestamptz, quantity text,
      provider_state text,
    request_state text, label text, custodian_name text, script jsonb, submitted_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT refuse_to_organizations();
  SELECT i.transfer_id, i.created_at, i.due_at, trim_scale(t.quantity)::text, t.provider_state,
    t.provider_request_state, t.provider_label, c.name, s.script, s.submitted_at
  FROM instructions i
    JOIN custodians c ON c.id = i.custodian_id AND c.adapter = 'simulated'
    JOIN simulated_instructions s
      ON (s.custodian_id, s.external_transfer_id) = (i.custodian_id, i.external_transfer_id)
    JOIN transfers t ON t.id = i.transfer_id
  WHERE i.due_at IS NOT NULL AND i.maybe_sent AND i.claim IS NULL AND i.attempts = 0
    AND i.last_error IS NULL AND NOT i.called_back AND i.cancel_asked_at IS NULL
    AND s.submitted_at IS NOT NULL AND s.final_word IS NULL
    AND s.replies_lost >= (s.script ->> 'lostReplies')::integer
    AND s.script @? '$.stages[*] ? (@.lastsMs == null || @.lastsMs > 10000)'
    AND EXISTS (SELECT FROM sandbox)
  ORDER BY i.due_at, i.sequence
$$;

-- Reschedules polls that would change nothing, unless their instruction has changed since they were
-- read.
CREATE FUNCTION put_off_sandbox_polls(transfer_ids uuid[], due_before timestamptz[],
  due_after timestamptz[])
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT refuse_to_organizations();
  UPDATE instructions i SET due_at = put_off.due_after
  FROM unnest(transfer_ids, due_before, due_after) AS put_off (transfer_id, due_before, due_after)
  WHERE i.transfer_id = put_off.transfer_id AND i.due_at = put_off.due_before
    AND i.claim IS NULL AND NOT i.called_back AND i.cancel_asked_at IS NULL
    AND EXISTS (SELECT FROM sandbox)
$$;

REVOKE ALL ON FUNCTION work_ahead, sandbox_waiting_polls, put_off_sandbox_polls FROM PUBLIC;
GRANT EXECUTE ON FUNCTION work_ahead, sandbox_waiting_polls,
  put_off_sandbox_polls TO vadium_service;
