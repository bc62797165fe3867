-- The instructions to custodians, their callbacks, and the memory of the simulated custodian.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Instructions to custodians, written with the decision and carried out after it. A function finds
-- the ones that are due. A worker then acts for one organization.

CREATE TABLE instructions (
  transfer_id uuid PRIMARY KEY REFERENCES transfers DEFERRABLE INITIALLY DEFERRED,
  -- It only decides an order.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  custodian_id text NOT NULL REFERENCES custodians,
  external_transfer_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- When the custodian is asked next, by the clock of the book. Null: never.
  due_at timestamptz(3),
  -- The custodian may have received it: ask before sending again.
  maybe_sent boolean NOT NULL DEFAULT false,
  -- The number of failed attempts in a row.
  attempts integer NOT NULL DEFAULT 0,
  last_error text CHECK (length(last_error) <= 500),
  stalled boolean NOT NULL DEFAULT false,
  -- A callback arrived while a worker had the instruction. What the worker read may be older than
  -- the callback, so the custodian is asked again at once.
  called_back boolean NOT NULL DEFAULT false,
  -- A party requested the cancellation. An instruction that was not sent is never sent. Otherwise
  -- the custodian is asked to cancel until it reports how the transfer ended.
  cancel_asked_at timestamptz(3),
  -- The worker that claimed it, and until when, by the clock of the database. A claim ends by
  -- itself, because a worker may die.
  claim uuid,
  claimed_until timestamptz,
  FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders (id, lender_id, borrower_id)
);
CREATE INDEX instructions_due ON instructions (due_at, sequence) WHERE due_at IS NOT NULL;
CREATE INDEX instructions_open ON instructions (created_at DESC, transfer_id DESC)
  WHERE due_at IS NOT NULL OR stalled;

GRANT SELECT, INSERT, UPDATE, DELETE ON instructions TO vadium_service;
ALTER TABLE instructions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON instructions TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON instructions TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
-- The operator sees instructions that custodians did not answer, and can have them asked again.
CREATE POLICY custody_shown ON instructions FOR SELECT TO vadium_service
  USING ((SELECT acts_as_operator()));
CREATE POLICY custody_resumed ON instructions FOR UPDATE TO vadium_service
  USING ((SELECT acts_as_operator()));

-- Claims the instruction that has been due longest. A claim lasts longer than the time-out of any
-- custodian, by the clock of the database, because that of the book may stop. An instruction that
-- is due later than any pause was scheduled by a clock that has since been set back. The mark that
-- an instruction may have been sent is written before it is sent. An instruction that was cancelled
-- before it was sent is never marked.
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

-- The custodian of a transfer and its id there. The scripts of a sandbox use it.
CREATE FUNCTION find_instruction(of_transfer uuid)
  RETURNS TABLE (custodian_id text, external_transfer_id text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT i.custodian_id, i.external_transfer_id FROM instructions i
      WHERE i.transfer_id = of_transfer;
END
$$;

REVOKE ALL ON FUNCTION claim_instruction, find_instruction FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_instruction, find_instruction TO vadium_service;

-- The bodies of custodians' callbacks, as received. A repeated body is the same row. take_callback
-- writes them. The service has no right to the table.

CREATE TABLE custodian_callbacks (
  custodian_id text NOT NULL REFERENCES custodians,
  digest bytea NOT NULL,
  received_at timestamptz(3) NOT NULL,
  body bytea NOT NULL CHECK (octet_length(body) <= 65536),
  -- By the clock of the database, which a sandbox does not move.
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (custodian_id, digest)
);
CREATE INDEX ON custodian_callbacks (recorded_at);

ALTER TABLE custodian_callbacks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON custodian_callbacks TO CURRENT_USER USING (true) WITH CHECK (true);

-- Stores a callback, and makes its transfers due. Rows are locked in one order, so that callbacks
-- about the same transfers follow one another and never deadlock.
CREATE FUNCTION take_callback(custodian text, body_digest bytea, at timestamptz, body bytea,
    external_transfer_ids text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  INSERT INTO custodian_callbacks (custodian_id, digest, received_at, body)
  VALUES (custodian, body_digest, at, take_callback.body) ON CONFLICT DO NOTHING;
  WITH spoken_of AS (
    SELECT s.transfer_id FROM instructions s
    WHERE s.transfer_id = ANY (ARRAY(
        SELECT t.id FROM transfers t WHERE t.external_transfer_id = ANY (external_transfer_ids)))
      AND s.custodian_id = custodian AND (s.due_at IS NOT NULL OR s.stalled)
    ORDER BY s.transfer_id FOR UPDATE
  )
  UPDATE instructions i SET due_at = least(i.due_at, at), stalled = false, attempts = 0,
    called_back = i.claim IS NOT NULL
  FROM spoken_of WHERE i.transfer_id = spoken_of.transfer_id;
END
$$;

-- Callbacks are kept for a quarter of a year. One that is repeated later is applied again and
-- changes nothing.
CREATE FUNCTION forget_callbacks(rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  forgotten integer;
BEGIN
  PERFORM refuse_to_organizations();
  DELETE FROM custodian_callbacks WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM custodian_callbacks WHERE recorded_at < now() - interval '90 days'
    ORDER BY recorded_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;

REVOKE ALL ON FUNCTION take_callback, forget_callbacks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_callback, forget_callbacks TO vadium_service;

-- The simulated custodian acts as a separate company: nothing here refers to the book, nothing in
-- the book refers to it, and it uses no transaction of an organization.

CREATE TABLE simulated_instructions (
  custodian_id text NOT NULL CHECK (length(custodian_id) BETWEEN 1 AND 64),
  external_transfer_id text NOT NULL CHECK (length(external_transfer_id) BETWEEN 1 AND 128),
  token text NOT NULL CHECK (length(token) BETWEEN 1 AND 64),
  quantity quantity NOT NULL CHECK (quantity > 0),
  sender_wallet_id text NOT NULL CHECK (length(sender_wallet_id) BETWEEN 1 AND 128),
  sender_address text NOT NULL CHECK (length(sender_address) BETWEEN 1 AND 1000),
  receiver_wallet_id text NOT NULL CHECK (length(receiver_wallet_id) BETWEEN 1 AND 128),
  receiver_address text NOT NULL CHECK (length(receiver_address) BETWEEN 1 AND 1000),
  -- The script. Together with the time of submission, it determines the state.
  script jsonb NOT NULL,
  -- How many times it was sent, whether or not it arrived.
  submissions integer NOT NULL DEFAULT 0 CHECK (submissions >= 0),
  -- How many replies to enquiries and cancellations were lost, as the script says.
  replies_lost integer NOT NULL DEFAULT 0 CHECK (replies_lost >= 0),
  -- How many times assets were moved. More than one is a doubled transfer.
  movements_begun integer NOT NULL DEFAULT 0 CHECK (movements_begun >= 0),
  -- When it arrives, which may be in the future. Null: it was sent and lost.
  submitted_at timestamptz(3),
  -- How it ended. Stored once seen, so that a clock that is set back does not undo it.
  final_word text CHECK (final_word IN ('completed', 'failed', 'rejected', 'cancelled')),
  CHECK ((submitted_at IS NULL) = (movements_begun = 0)),
  PRIMARY KEY (custodian_id, external_transfer_id)
);

GRANT SELECT, INSERT, UPDATE ON simulated_instructions TO vadium_service;
ALTER TABLE simulated_instructions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON simulated_instructions TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY custodian ON simulated_instructions TO vadium_service
  USING ((SELECT current_organization()) IS NULL);

-- Scripts for future instructions, used in the order in which they were given.
CREATE TABLE simulated_scripts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  custodian_id text NOT NULL CHECK (length(custodian_id) BETWEEN 1 AND 64),
  external_transfer_id text CHECK (length(external_transfer_id) BETWEEN 1 AND 128),
  token text CHECK (length(token) BETWEEN 1 AND 64),
  uses_left integer NOT NULL CHECK (uses_left > 0),
  script jsonb NOT NULL
);
CREATE INDEX ON simulated_scripts (custodian_id, id);

GRANT SELECT, INSERT, UPDATE, DELETE ON simulated_scripts TO vadium_service;
ALTER TABLE simulated_scripts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON simulated_scripts TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY custodian ON simulated_scripts TO vadium_service
  USING ((SELECT current_organization()) IS NULL);
