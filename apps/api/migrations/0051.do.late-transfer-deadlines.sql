-- Both sides are notified when a transfer becomes late, and the late ones are counted.

-- The functions below that run with the rights of the owner (SECURITY DEFINER) use this search
-- path. Temporary tables come last, so that they cannot replace the tables that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

ALTER TABLE deadlines
  DROP CONSTRAINT deadlines_kind_check,
  ADD CONSTRAINT deadlines_kind_check CHECK (kind IN ('order', 'mark_to_market_request',
    'order_request', 'agreement_proposal', 'agreement_start', 'transfer'));

-- A retry of a transfer that is late already is late from its beginning: this is no news.
INSERT INTO deadlines (kind, resource_id, lender_id, borrower_id, due_at)
SELECT 'transfer', id, lender_id, borrower_id, late_at + interval '1 millisecond' FROM transfers
WHERE status IN ('PENDING', 'IN_PROGRESS') AND late_at > create_time;

-- How many transfers of the whole book are late. A transfer that has not ended has an instruction
-- that has not ended.
CREATE FUNCTION late_transfer_figures(at timestamptz)
  RETURNS TABLE (figure text, kind text, state text, value double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT 'transfers_late', '', '', count(*)::double precision
    FROM instructions i JOIN transfers t ON t.id = i.transfer_id
    WHERE (i.due_at IS NOT NULL OR i.stalled) AND t.status IN ('PENDING', 'IN_PROGRESS')
      AND coalesce(t.late_at, t.create_time + interval '1 day') < at;
END
$$;

REVOKE ALL ON FUNCTION late_transfer_figures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION late_transfer_figures TO vadium_service;
