-- The journal: double entry, rows are only added. `own` is what an organization holds outside the
-- book and has no bound. What is lent, pledged or in transit is never negative.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE TABLE journal_transactions (
  id uuid PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  kind text NOT NULL CHECK (kind IN ('instruct', 'settle', 'revert')),
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  transfer_id uuid NOT NULL REFERENCES transfers DEFERRABLE INITIALLY DEFERRED,
  recorded_at timestamptz(3) NOT NULL,
  FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders (id, lender_id, borrower_id)
);
CREATE INDEX ON journal_transactions (order_id);
-- A transfer is instructed once and has one outcome.
CREATE UNIQUE INDEX one_instruction_a_transfer ON journal_transactions (transfer_id)
  WHERE kind = 'instruct';
CREATE UNIQUE INDEX one_end_a_transfer ON journal_transactions (transfer_id)
  WHERE kind IN ('settle', 'revert');
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON journal_transactions TO vadium_service;
ALTER TABLE journal_transactions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON journal_transactions TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON journal_transactions TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- An entry belongs to the order and the parties of its transaction. Neither table is ever changed,
-- so it is enough that add_to_balance() compares the two when the entry is added.
CREATE TABLE journal_entries (
  transaction_id uuid NOT NULL CONSTRAINT entries_have_a_transaction
    REFERENCES journal_transactions,
  line smallint NOT NULL,
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  bucket text NOT NULL CHECK (bucket IN ('own', 'lent', 'pledged', 'in_transit')),
  holder_id uuid NOT NULL,
  asset text NOT NULL REFERENCES assets,
  quantity numeric NOT NULL
    CHECK (quantity <> 0 AND abs(quantity) < 1e20 AND scale(quantity) <= 20),
  PRIMARY KEY (transaction_id, line),
  CHECK (holder_id IN (lender_id, borrower_id))
);
CREATE INDEX ON journal_entries (order_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON journal_entries TO vadium_service;
ALTER TABLE journal_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON journal_entries TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON journal_entries TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- At the commit, the entries of a transaction sum to zero for each asset.
CREATE FUNCTION entries_sum_to_zero() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM journal_entries WHERE transaction_id = NEW.id
      GROUP BY asset HAVING sum(quantity) <> 0
  ) OR NOT EXISTS (SELECT FROM journal_entries WHERE transaction_id = NEW.id) THEN
    RAISE EXCEPTION 'journal transaction % does not balance', NEW.id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION entries_sum_to_zero FROM PUBLIC;
CREATE CONSTRAINT TRIGGER entries_sum_to_zero AFTER INSERT ON journal_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION entries_sum_to_zero();

-- The sums of the entries, kept by a trigger. The service has no right to change them.
CREATE TABLE journal_balances (
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  bucket text NOT NULL,
  holder_id uuid NOT NULL,
  asset text NOT NULL,
  quantity numeric NOT NULL,
  PRIMARY KEY (order_id, bucket, holder_id, asset),
  CONSTRAINT nothing_is_spent_twice CHECK (bucket = 'own' OR quantity >= 0)
);

GRANT SELECT ON journal_balances TO vadium_service;
ALTER TABLE journal_balances ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON journal_balances TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON journal_balances TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

CREATE FUNCTION add_to_balance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM journal_transactions t WHERE t.id = NEW.transaction_id
      AND (t.order_id, t.lender_id, t.borrower_id) = (NEW.order_id, NEW.lender_id, NEW.borrower_id))
  THEN
    RAISE EXCEPTION 'journal entry % of transaction % is of another order', NEW.line,
      NEW.transaction_id
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  -- The change locks the row of the balance, so changes of one balance follow one another.
  INSERT INTO journal_balances AS b (order_id, lender_id, borrower_id, bucket, holder_id, asset,
    quantity)
  VALUES (NEW.order_id, NEW.lender_id, NEW.borrower_id, NEW.bucket, NEW.holder_id, NEW.asset, 0)
  ON CONFLICT DO NOTHING;
  UPDATE journal_balances b SET quantity = b.quantity + NEW.quantity
  WHERE b.order_id = NEW.order_id AND b.bucket = NEW.bucket
    AND b.holder_id = NEW.holder_id AND b.asset = NEW.asset;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION add_to_balance FROM PUBLIC;
CREATE TRIGGER add_to_balance AFTER INSERT ON journal_entries
  FOR EACH ROW EXECUTE FUNCTION add_to_balance();
