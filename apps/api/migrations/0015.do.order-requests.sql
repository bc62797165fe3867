-- Requests to change a deal that runs: who asked, for what, until when. What was taken over has none of it.
ALTER TABLE order_requests
  ADD COLUMN creator_id uuid,
  -- Whether all that is lent goes back, so that the order closes with it. Null: not known yet, or a rerate.
  ADD COLUMN whole boolean,
  ADD COLUMN rate_percent numeric CHECK (rate_percent >= 0 AND rate_percent < 100000),
  ADD COLUMN effective_at timestamptz(3),
  ADD COLUMN note text CHECK (length(note) <= 500),
  ADD COLUMN expire_at timestamptz(3),
  -- What of the collateral goes back for the part that has arrived.
  ADD COLUMN collateral_returned quantity,
  ADD CHECK (creator_id IN (lender_id, borrower_id)),
  ADD CHECK (kind = 'rerate' OR num_nonnulls(rate_percent, effective_at) = 0),
  ADD CHECK (kind <> 'rerate' OR num_nonnulls(whole, collateral_returned) = 0),
  ADD UNIQUE (id, lender_id, borrower_id);

-- One request a position awaits an answer or moves the asset. What was taken over may have had more.
CREATE UNIQUE INDEX order_requests_one_open ON order_requests (position_id)
  WHERE creator_id IS NOT NULL
    AND (status = 'PENDING' OR (kind <> 'rerate' AND status IN ('ACCEPTED', 'IN_PROGRESS')));
CREATE INDEX order_requests_lender_newest ON order_requests (lender_id, created_at DESC, id DESC);
CREATE INDEX order_requests_borrower_newest ON order_requests (borrower_id, created_at DESC, id DESC);
CREATE INDEX order_requests_position_newest ON order_requests (position_id, created_at DESC, id DESC);
DROP INDEX order_requests_position_id_idx;

ALTER TABLE transfers
  ADD COLUMN order_request_id uuid,
  ADD CHECK (order_request_id IS NULL OR category = 'return'),
  ADD FOREIGN KEY (order_request_id, lender_id, borrower_id)
    REFERENCES order_requests (id, lender_id, borrower_id);
CREATE INDEX transfers_of_order_request ON transfers (order_request_id)
  WHERE order_request_id IS NOT NULL;

-- From a day on another quantity bears interest, or another rate holds: the later line of a day is the one that counts.
CREATE TABLE interest_changes (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  -- Null: the transfer that changed it was taken over with its book.
  order_request_id uuid,
  -- By UTC.
  effective_on date NOT NULL,
  quantity_before quantity,
  quantity quantity,
  rate_percent numeric CHECK (rate_percent >= 0 AND rate_percent < 100000),
  recorded_at timestamptz(3) NOT NULL,
  CHECK (num_nonnulls(quantity, rate_percent) = 1),
  CHECK ((quantity IS NULL) = (quantity_before IS NULL)),
  FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions (id, lender_id, borrower_id),
  FOREIGN KEY (order_request_id, lender_id, borrower_id)
    REFERENCES order_requests (id, lender_id, borrower_id)
);
CREATE INDEX ON interest_changes (position_id, sequence);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON interest_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE deadlines
  DROP CONSTRAINT deadlines_kind_check,
  ADD CONSTRAINT deadlines_kind_check
    CHECK (kind IN ('order', 'mark_to_market_request', 'order_request'));

GRANT INSERT, UPDATE ON order_requests TO vadium_service;
GRANT SELECT, INSERT ON interest_changes TO vadium_service;
DO $$
BEGIN
  ALTER TABLE interest_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
  EXECUTE format('CREATE POLICY keeper ON interest_changes TO %I USING (true) WITH CHECK (true)', current_user);
  CREATE POLICY parties ON interest_changes TO vadium_service
    USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
END
$$;
