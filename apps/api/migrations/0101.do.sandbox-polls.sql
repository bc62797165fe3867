-- What a sandbox knows of polls that wait at a stage of a simulated custodian that does not end soon by itself. Only
-- polls that would be asked and answered as usual: nothing was lost, called back, cancelled or claimed.
CREATE FUNCTION sandbox_waiting_polls() RETURNS TABLE (
    transfer_id uuid, created_at timestamptz, due_at timestamptz, quantity text, provider_state text,
    request_state text, label text, custodian_name text, script jsonb, submitted_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER AS $$
  SELECT i.transfer_id, i.created_at, i.due_at, trim_scale(t.quantity)::text, t.provider_state,
    t.provider_request_state, t.provider_label, c.name, s.script, s.submitted_at
  FROM instructions i
    JOIN custodians c ON c.id = i.custodian_id AND c.adapter = 'simulated'
    JOIN simulated_instructions s ON (s.custodian_id, s.external_transfer_id) = (i.custodian_id, i.external_transfer_id)
    JOIN transfers t ON t.id = i.transfer_id
  WHERE i.due_at IS NOT NULL AND i.maybe_sent AND i.claim IS NULL AND i.attempts = 0
    AND i.last_error IS NULL AND NOT i.called_back AND i.cancel_asked_at IS NULL
    AND s.submitted_at IS NOT NULL AND s.final_word IS NULL
    AND s.replies_lost >= (s.script ->> 'lostReplies')::integer
    AND s.script @? '$.stages[*] ? (@.lastsMs == null || @.lastsMs > 10000)'
    AND EXISTS (SELECT FROM sandbox)
  ORDER BY i.due_at, i.sequence
$$;

-- Polls that change nothing are put off, unless something has happened to their instruction since they were read.
CREATE FUNCTION put_off_sandbox_polls(transfer_ids uuid[], due_before timestamptz[], due_after timestamptz[])
  RETURNS void LANGUAGE sql SECURITY DEFINER AS $$
  UPDATE instructions i SET due_at = put_off.due_after
  FROM unnest(transfer_ids, due_before, due_after) AS put_off (transfer_id, due_before, due_after)
  WHERE i.transfer_id = put_off.transfer_id AND i.due_at = put_off.due_before
    AND i.claim IS NULL AND NOT i.called_back AND i.cancel_asked_at IS NULL
    AND EXISTS (SELECT FROM sandbox)
$$;

DO $$
DECLARE
  polls regprocedure;
BEGIN
  FOREACH polls IN ARRAY ARRAY['sandbox_waiting_polls()'::regprocedure,
    'put_off_sandbox_polls(uuid[], timestamptz[], timestamptz[])'::regprocedure]
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', polls, current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', polls);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO vadium_service', polls);
  END LOOP;
END
$$;
