-- Keys that cost much and protect nothing that is not protected otherwise.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- transfers_replaced_once (0031) replaces it.
ALTER TABLE transfers DROP CONSTRAINT transfers_replaces_key;

-- An entry belongs to the order and the parties of its transaction. A key of four columns for this
-- was a third of what the journal's transactions cost. Neither table is ever changed, so it is
-- enough to compare the two when the entry is added.
CREATE OR REPLACE FUNCTION add_to_balance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM journal_transactions t WHERE t.id = NEW.transaction_id
      AND (t.order_id, t.lender_id, t.borrower_id) = (NEW.order_id, NEW.lender_id, NEW.borrower_id))
  THEN
    RAISE EXCEPTION 'journal entry % of transaction % is of another order', NEW.line, NEW.transaction_id
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  -- The change locks the row of the balance, so changes of one balance follow one another.
  INSERT INTO journal_balances AS b (order_id, lender_id, borrower_id, bucket, holder_id, asset, quantity)
  VALUES (NEW.order_id, NEW.lender_id, NEW.borrower_id, NEW.bucket, NEW.holder_id, NEW.asset, 0)
  ON CONFLICT DO NOTHING;
  UPDATE journal_balances b SET quantity = b.quantity + NEW.quantity
  WHERE b.order_id = NEW.order_id AND b.bucket = NEW.bucket
    AND b.holder_id = NEW.holder_id AND b.asset = NEW.asset;
  RETURN NULL;
END
$$;
DO $$
BEGIN
  EXECUTE format('ALTER TABLE journal_entries DROP CONSTRAINT %I', (
    SELECT conname FROM pg_constraint WHERE conrelid = 'journal_entries'::regclass
      AND confrelid = 'journal_transactions'::regclass AND contype = 'f'));
  EXECUTE format('ALTER TABLE journal_transactions DROP CONSTRAINT %I', (
    SELECT conname FROM pg_constraint WHERE conrelid = 'journal_transactions'::regclass
      AND contype = 'u' AND cardinality(conkey) = 4));
END
$$;
ALTER TABLE journal_entries ADD CONSTRAINT entries_have_a_transaction
  FOREIGN KEY (transaction_id) REFERENCES journal_transactions;

-- An instruction has the external id of its transfer, where it is unique. Its sequence is given by
-- the database and only decides an order.
ALTER TABLE instructions
  DROP CONSTRAINT instructions_external_transfer_id_key,
  DROP CONSTRAINT instructions_sequence_key;

-- As in 0007, by the ids of the transfers.
CREATE OR REPLACE FUNCTION take_callback(custodian text, body_digest bytea, at timestamptz, body bytea,
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
