-- What a book needs to live: who asked, what is awaited until when, what has moved, and what was done.

-- Orders: asked for by one side, answered by the other, which only then names its wallets.
CREATE SEQUENCE order_numbers MAXVALUE 9007199254740991;
ALTER TABLE orders
  ADD COLUMN creator_id uuid,
  ADD COLUMN collateral_quantity quantity CHECK (collateral_quantity > 0),
  ADD COLUMN expire_at timestamptz(3),
  ALTER COLUMN lender_asset_wallet_id DROP NOT NULL,
  ALTER COLUMN lender_collateral_wallet_id DROP NOT NULL,
  ALTER COLUMN borrower_asset_wallet_id DROP NOT NULL,
  ALTER COLUMN borrower_collateral_wallet_id DROP NOT NULL;
UPDATE orders SET creator_id = lender_id;
SELECT setval('order_numbers', (SELECT coalesce(max(number), 0) + 1 FROM orders), false);
ALTER TABLE orders
  ALTER COLUMN creator_id SET NOT NULL,
  ADD CHECK (creator_id IN (lender_id, borrower_id)),
  ADD CONSTRAINT wallets_are_named CHECK (
    status IN ('PENDING_ACCEPTANCE', 'REJECTED', 'CANCELLED', 'EXPIRED')
    OR num_nulls(lender_asset_wallet_id, lender_collateral_wallet_id,
      borrower_asset_wallet_id, borrower_collateral_wallet_id) = 0);
CREATE INDEX orders_lender_newest ON orders (lender_id, created_at DESC, id DESC);
CREATE INDEX orders_borrower_newest ON orders (borrower_id, created_at DESC, id DESC);

-- Positions: interest runs from the day on which both sides had arrived.
ALTER TABLE positions
  ADD COLUMN active_at timestamptz(3),
  ADD COLUMN closed_at timestamptz(3);
UPDATE positions SET active_at = created_at WHERE status <> 'OPENING';
CREATE INDEX positions_lender_newest ON positions (lender_id, created_at DESC, id DESC);
CREATE INDEX positions_borrower_newest ON positions (borrower_id, created_at DESC, id DESC);

ALTER TABLE mark_to_market_requests
  ADD COLUMN creator_id uuid,
  ADD COLUMN asset_price_usd usd_price,
  ADD COLUMN collateral_price_usd usd_price,
  ADD COLUMN calculation_id text CHECK (length(calculation_id) <= 1024),
  ADD COLUMN expire_at timestamptz(3),
  ADD COLUMN counter_notional_usd usd_amount,
  ADD COLUMN dispute_reason text,
  ADD COLUMN dispute_note text CHECK (length(dispute_note) <= 500),
  ADD COLUMN dispute_outcome text CHECK (dispute_outcome IN ('agreed', 'split', 'disputed')),
  ADD COLUMN agreed_notional_usd usd_amount,
  ADD COLUMN agreed_collateral_amount quantity,
  ADD COLUMN disputed_notional_usd usd_amount,
  ADD COLUMN disputed_at timestamptz(3),
  ADD COLUMN superseded_by uuid REFERENCES mark_to_market_requests,
  ADD CHECK (creator_id IN (lender_id, borrower_id)),
  ADD CONSTRAINT a_dispute_is_whole CHECK (
    num_nulls(counter_notional_usd, dispute_reason, dispute_outcome, agreed_notional_usd,
      agreed_collateral_amount, disputed_notional_usd, disputed_at) IN (0, 7)),
  ADD UNIQUE (id, lender_id, borrower_id);
CREATE INDEX mark_to_market_requests_lender_newest
  ON mark_to_market_requests (lender_id, created_at DESC, id DESC);
CREATE INDEX mark_to_market_requests_borrower_newest
  ON mark_to_market_requests (borrower_id, created_at DESC, id DESC);

ALTER TABLE transfers
  ADD COLUMN mark_to_market_request_id uuid,
  -- The transfer that came to nothing and that this one makes up for. Made up for once.
  ADD COLUMN replaces uuid UNIQUE REFERENCES transfers,
  ADD CHECK (mark_to_market_request_id IS NULL OR category = 'm2m'),
  ADD FOREIGN KEY (mark_to_market_request_id, lender_id, borrower_id)
    REFERENCES mark_to_market_requests (id, lender_id, borrower_id);
CREATE INDEX transfers_of_order ON transfers (order_id, create_time, id);
CREATE INDEX transfers_of_mark_to_market_request ON transfers (mark_to_market_request_id)
  WHERE mark_to_market_request_id IS NOT NULL;

-- The journal: double entry, only ever appended to. `own` is what an organization holds outside the
-- book, without bound; what is lent, pledged or in transit can never be less than nothing.
CREATE TABLE journal_transactions (
  id uuid PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  kind text NOT NULL CHECK (kind IN ('take_over', 'instruct', 'settle', 'revert')),
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  transfer_id uuid REFERENCES transfers DEFERRABLE INITIALLY DEFERRED,
  recorded_at timestamptz(3) NOT NULL,
  FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders (id, lender_id, borrower_id),
  CHECK ((kind = 'take_over') = (transfer_id IS NULL)),
  UNIQUE (id, order_id, lender_id, borrower_id)
);
CREATE INDEX ON journal_transactions (order_id);
-- A transfer is instructed once and comes to one end.
CREATE UNIQUE INDEX one_instruction_a_transfer ON journal_transactions (transfer_id)
  WHERE kind = 'instruct';
CREATE UNIQUE INDEX one_end_a_transfer ON journal_transactions (transfer_id)
  WHERE kind IN ('settle', 'revert');

CREATE TABLE journal_entries (
  transaction_id uuid NOT NULL,
  line smallint NOT NULL,
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  bucket text NOT NULL CHECK (bucket IN ('own', 'lent', 'pledged', 'in_transit')),
  holder_id uuid NOT NULL,
  asset text NOT NULL REFERENCES assets,
  quantity numeric NOT NULL CHECK (quantity <> 0 AND abs(quantity) < 1e20 AND scale(quantity) <= 20),
  PRIMARY KEY (transaction_id, line),
  CHECK (holder_id IN (lender_id, borrower_id)),
  FOREIGN KEY (transaction_id, order_id, lender_id, borrower_id)
    REFERENCES journal_transactions (id, order_id, lender_id, borrower_id)
);
CREATE INDEX ON journal_entries (order_id);

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

CREATE FUNCTION add_to_balance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  -- The row of a balance is locked by its change: who draws on it takes turns.
  INSERT INTO journal_balances AS b (order_id, lender_id, borrower_id, bucket, holder_id, asset, quantity)
  VALUES (NEW.order_id, NEW.lender_id, NEW.borrower_id, NEW.bucket, NEW.holder_id, NEW.asset, 0)
  ON CONFLICT DO NOTHING;
  UPDATE journal_balances b SET quantity = b.quantity + NEW.quantity
  WHERE b.order_id = NEW.order_id AND b.bucket = NEW.bucket
    AND b.holder_id = NEW.holder_id AND b.asset = NEW.asset;
  RETURN NULL;
END
$$;
CREATE TRIGGER add_to_balance AFTER INSERT ON journal_entries
  FOR EACH ROW EXECUTE FUNCTION add_to_balance();

CREATE FUNCTION entries_sum_to_zero() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM journal_entries WHERE transaction_id = NEW.id GROUP BY asset HAVING sum(quantity) <> 0
  ) OR NOT EXISTS (SELECT FROM journal_entries WHERE transaction_id = NEW.id) THEN
    RAISE EXCEPTION 'journal transaction % does not balance', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER entries_sum_to_zero AFTER INSERT ON journal_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION entries_sum_to_zero();

-- Every move of a state machine.
CREATE TABLE state_changes (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  machine text NOT NULL,
  resource_id uuid NOT NULL,
  action text NOT NULL,
  -- Null: it was born in its first state.
  from_state text,
  to_state text NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  -- The organization that moved it. Null: the service, or a custodian.
  actor_id uuid,
  changed_at timestamptz(3) NOT NULL
);
CREATE INDEX ON state_changes (resource_id, sequence);

-- What custodians are to be asked, written with the decision and carried out after it. It names no
-- quantity and no party but the one in whose name the worker acts.
CREATE TABLE instructions (
  transfer_id uuid PRIMARY KEY REFERENCES transfers DEFERRABLE INITIALLY DEFERRED,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  custodian_id text NOT NULL REFERENCES custodians,
  external_transfer_id text NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL,
  -- When the custodian is asked next, by the clock of the book. Null: never again.
  due_at timestamptz(3),
  -- The custodian may know of it: ask before sending again.
  maybe_sent boolean NOT NULL DEFAULT false,
  -- How often in a row it was asked in vain.
  attempts integer NOT NULL DEFAULT 0,
  last_error text CHECK (length(last_error) <= 500),
  stalled boolean NOT NULL DEFAULT false,
  -- Which worker has it, and until when, by the clock of the database: a worker may die.
  claim uuid,
  claimed_until timestamptz
);
CREATE INDEX instructions_due ON instructions (due_at, sequence) WHERE due_at IS NOT NULL;
CREATE INDEX instructions_open ON instructions (created_at DESC, transfer_id DESC)
  WHERE due_at IS NOT NULL OR stalled;

-- What ends by itself when its time has come.
CREATE TABLE deadlines (
  kind text NOT NULL CHECK (kind IN ('order', 'mark_to_market_request')),
  resource_id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  lender_id uuid NOT NULL,
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, resource_id)
);
CREATE INDEX ON deadlines (due_at, sequence);

-- What custodians called back with, as it came. The same again is the same row.
CREATE TABLE custodian_callbacks (
  custodian_id text NOT NULL REFERENCES custodians,
  digest bytea NOT NULL,
  received_at timestamptz(3) NOT NULL,
  body bytea NOT NULL CHECK (octet_length(body) <= 65536),
  PRIMARY KEY (custodian_id, digest)
);

-- One effect a key, and the answer that it had.
CREATE TABLE idempotency_keys (
  organization_id uuid NOT NULL REFERENCES organizations,
  key text NOT NULL CHECK (key ~ '^[\x21-\x7e]{1,255}$'),
  request_hash bytea NOT NULL,
  -- Null: it was refused, and `answer` says why.
  refused boolean NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, key)
);
CREATE INDEX ON idempotency_keys (created_at);

-- Signatures of writes, recorded with their effect: none is accepted twice, at whichever process and after
-- whichever restart.
CREATE TABLE used_signatures (
  signature bytea PRIMARY KEY CHECK (octet_length(signature) = 64),
  recorded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON used_signatures (recorded_at);

CREATE TABLE audit_entries (
  id uuid NOT NULL UNIQUE,
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time timestamptz(3) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('request', 'credential')),
  organization_id uuid NOT NULL,
  credential_id uuid,
  event text NOT NULL CHECK (length(event) <= 100),
  outcome text NOT NULL CHECK (length(outcome) <= 100),
  request_id text NOT NULL CHECK (length(request_id) <= 100),
  subject_id uuid
);
CREATE INDEX ON audit_entries (organization_id, time DESC, id DESC);

-- History is appended to. Not even the owner edits it by mistake.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever appended to', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
DO $$
DECLARE
  history text;
BEGIN
  FOREACH history IN ARRAY ARRAY['journal_transactions', 'journal_entries', 'state_changes', 'audit_entries']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', history);
  END LOOP;
END
$$;

-- Rights. What the service may not do at all, it is not granted; what it may do for one organization only,
-- row-level security binds to that.
GRANT INSERT, UPDATE ON orders, positions, mark_to_market_requests, transfers TO vadium_service;
GRANT USAGE ON SEQUENCE order_numbers TO vadium_service;
GRANT SELECT, INSERT ON journal_transactions, journal_entries, state_changes, audit_entries,
  custodian_callbacks TO vadium_service;
GRANT SELECT ON journal_balances TO vadium_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON instructions, deadlines TO vadium_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO vadium_service;
GRANT SELECT, INSERT, DELETE ON used_signatures TO vadium_service;
GRANT INSERT ON organizations, accounts, credentials, custodians, assets, wallets, wallet_assets,
  margin_terms, agreements, agreement_versions, market_cuts TO vadium_service;
GRANT UPDATE (status) ON organizations TO vadium_service;
GRANT UPDATE (expires_at, revoked_at) ON credentials TO vadium_service;

CREATE FUNCTION acts_as_operator() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('vadium.operator', true), '') = 'on';

DO $$
DECLARE
  book text;
BEGIN
  FOREACH book IN ARRAY ARRAY['journal_transactions', 'journal_entries', 'journal_balances', 'state_changes']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', book);
    EXECUTE format('CREATE POLICY keeper ON %I TO %I USING (true) WITH CHECK (true)', book, current_user);
    EXECUTE format('CREATE POLICY parties ON %I TO vadium_service
      USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]))', book);
  END LOOP;
  -- Contracts are recorded by the operator, who is no party to them.
  FOREACH book IN ARRAY ARRAY['margin_terms', 'agreements', 'agreement_versions']
  LOOP
    EXECUTE format('CREATE POLICY onboarding ON %I TO vadium_service
      USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()))', book);
  END LOOP;
  FOREACH book IN ARRAY ARRAY['idempotency_keys', 'audit_entries']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', book);
    EXECUTE format('CREATE POLICY keeper ON %I TO %I USING (true) WITH CHECK (true)', book, current_user);
    EXECUTE format('CREATE POLICY own ON %I TO vadium_service
      USING (organization_id = (SELECT current_organization()))', book);
  END LOOP;
  -- The trail is written for whoever did something, also where no transaction was theirs.
  CREATE POLICY append ON audit_entries FOR INSERT TO vadium_service WITH CHECK (true);
  -- Expired keys are swept for everybody.
  CREATE POLICY sweep ON idempotency_keys FOR DELETE TO vadium_service
    USING (created_at < now() - interval '24 hours');
END
$$;
