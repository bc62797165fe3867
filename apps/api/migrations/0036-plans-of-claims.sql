-- The claim of instructions was planned each time, because a plan for all values of a LIMIT assumes a
-- tenth of the table. A second LIMIT, of the most that may be claimed, bounds what it assumes.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Claims the instructions that have been due longest, up to a number. A claim lasts longer than the
-- time-out of any custodian, by the clock of the database, because that of the book may stop. An
-- instruction that is due later than any pause was scheduled by a clock that has since been set
-- back. The mark that an instruction may have been sent is written before it is sent. An instruction
-- that was cancelled before it was sent is never marked.
CREATE OR REPLACE FUNCTION claim_instructions(at timestamptz, by_claim uuid, up_to integer)
  RETURNS TABLE (transfer_id uuid, order_id uuid, lender_id uuid, custodian_id text,
    external_transfer_id text, was_sent boolean, is_to_cancel boolean, attempts integer, claim uuid,
    created_at timestamptz, token text, quantity numeric, sender json, receiver json)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
  -- What is claimed is always a small part of an index, whatever the statistics say.
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  PERFORM refuse_to_organizations();
  IF up_to IS NULL OR up_to NOT BETWEEN 1 AND 64 THEN
    RAISE EXCEPTION 'up_to must be from 1 to 64';
  END IF;
  RETURN QUERY
    WITH due AS (
      SELECT * FROM (
        SELECT d.transfer_id, d.maybe_sent, d.cancel_asked_at IS NOT NULL AS is_to_cancel
        FROM instructions d
        WHERE d.due_at <= at AND (d.claimed_until IS NULL OR d.claimed_until < now())
        ORDER BY d.due_at, d.sequence LIMIT up_to FOR UPDATE SKIP LOCKED) chosen LIMIT 64
    ), ahead AS (
      SELECT * FROM (
        SELECT d.transfer_id, d.maybe_sent, d.cancel_asked_at IS NOT NULL AS is_to_cancel
        FROM instructions d
        WHERE NOT EXISTS (SELECT FROM due) AND d.due_at > at + interval '10 minutes'
          AND (d.claimed_until IS NULL OR d.claimed_until < now())
        ORDER BY d.due_at, d.sequence LIMIT up_to FOR UPDATE SKIP LOCKED) chosen LIMIT 64
    ), taken AS (
      SELECT * FROM due UNION ALL SELECT * FROM ahead
    ), claimed AS (
      UPDATE instructions i SET claim = by_claim, claimed_until = now() + interval '60 seconds',
        maybe_sent = taken.maybe_sent OR NOT taken.is_to_cancel, called_back = false
      FROM taken WHERE i.transfer_id = taken.transfer_id
      RETURNING i.*, taken.maybe_sent AS was_sent, taken.is_to_cancel
    )
    SELECT c.transfer_id, c.order_id, c.lender_id, c.custodian_id, c.external_transfer_id, c.was_sent,
      c.is_to_cancel, c.attempts, c.claim, c.created_at::timestamptz,
      t.token, trim_scale(t.quantity),
      CASE WHEN s.id IS NOT NULL THEN
        json_build_object('id', s.id, 'address', s.address, 'custodian', s.custodian_id) END,
      CASE WHEN r.id IS NOT NULL THEN
        json_build_object('id', r.id, 'address', r.address, 'custodian', r.custodian_id) END
    FROM claimed c JOIN transfers t ON t.id = c.transfer_id
      LEFT JOIN wallets s ON (s.organization_id, s.custodian_id, s.address)
        = (t.sender_organization_id, t.sender_custodian_id, t.sender_wallet_address)
      LEFT JOIN wallets r ON (r.organization_id, r.custodian_id, r.address)
        = (t.receiver_organization_id, t.receiver_custodian_id, t.receiver_wallet_address)
    ORDER BY c.due_at, c.sequence;
END
$$;
