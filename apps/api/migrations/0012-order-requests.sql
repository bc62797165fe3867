-- Order requests: one side asks to change a running deal. And the interest that follows. Listings
-- read one side at a time, newest first. Each filter has an index in the order of the answer.

CREATE TABLE order_requests (
  id uuid PRIMARY KEY,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('recall', 'return', 'rerate')),
  status text NOT NULL CHECK (status IN ('PENDING', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED',
    'REJECTED', 'CANCELLED', 'EXPIRED')),
  quantity quantity,
  -- Whether the whole loan is returned, which closes the order. Null: a rerate.
  whole boolean,
  rate_percent numeric CHECK (rate_percent >= 0 AND rate_percent < 100000),
  effective_at timestamptz(3),
  note text CHECK (length(note) <= 500),
  -- The collateral that is returned for the part of the asset that has arrived.
  collateral_returned quantity,
  expire_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- The transfers of the close that carried out a recall or return of all, if the close was
  -- cancelled. Another close of the order has others.
  close_transfer_ids uuid[],
  CHECK ((kind = 'rerate') = (quantity IS NULL)),
  CHECK (creator_id IN (lender_id, borrower_id)),
  CHECK (kind = 'rerate' OR num_nonnulls(rate_percent, effective_at) = 0),
  CHECK (kind <> 'rerate' OR num_nonnulls(whole, collateral_returned) = 0),
  CONSTRAINT a_rerate_names_a_rate CHECK ((kind = 'rerate') = (rate_percent IS NOT NULL)),
  CONSTRAINT a_return_is_whole_or_not CHECK ((kind = 'rerate') = (whole IS NULL)),
  FOREIGN KEY (position_id, lender_id, borrower_id)
    REFERENCES positions (id, lender_id, borrower_id),
  UNIQUE (id, lender_id, borrower_id)
);
-- On each side of a position, one request may await an answer, so a request of the borrower cannot
-- prevent a recall. One request at a time moves the asset.
CREATE UNIQUE INDEX order_requests_one_asked ON order_requests (position_id, creator_id)
  WHERE status = 'PENDING';
CREATE UNIQUE INDEX order_requests_one_moving ON order_requests (position_id)
  WHERE kind <> 'rerate' AND status IN ('ACCEPTED', 'IN_PROGRESS');
CREATE INDEX order_requests_lender_newest ON order_requests (lender_id, created_at DESC, id DESC);
CREATE INDEX order_requests_borrower_newest
  ON order_requests (borrower_id, created_at DESC, id DESC);
CREATE INDEX order_requests_lender_status
  ON order_requests (lender_id, status, created_at DESC, id DESC);
CREATE INDEX order_requests_borrower_status
  ON order_requests (borrower_id, status, created_at DESC, id DESC);
CREATE INDEX order_requests_lender_kind
  ON order_requests (lender_id, kind, created_at DESC, id DESC);
CREATE INDEX order_requests_borrower_kind
  ON order_requests (borrower_id, kind, created_at DESC, id DESC);
CREATE INDEX order_requests_position_newest
  ON order_requests (position_id, created_at DESC, id DESC);
CREATE INDEX order_requests_open ON order_requests (status)
  WHERE status IN ('PENDING', 'ACCEPTED', 'IN_PROGRESS');

GRANT SELECT, INSERT, UPDATE ON order_requests TO vadium_service;
ALTER TABLE order_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON order_requests TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON order_requests TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- The quantity or the rate that bears interest from a day on. Of two lines for one day, the later
-- one counts.
CREATE TABLE interest_changes (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  order_request_id uuid NOT NULL,
  -- A day in UTC.
  effective_on date NOT NULL,
  quantity_before quantity,
  quantity quantity,
  rate_percent numeric CHECK (rate_percent >= 0 AND rate_percent < 100000),
  recorded_at timestamptz(3) NOT NULL,
  CHECK (num_nonnulls(quantity, rate_percent) = 1),
  CHECK ((quantity IS NULL) = (quantity_before IS NULL)),
  FOREIGN KEY (position_id, lender_id, borrower_id)
    REFERENCES positions (id, lender_id, borrower_id),
  FOREIGN KEY (order_request_id, lender_id, borrower_id)
    REFERENCES order_requests (id, lender_id, borrower_id)
);
CREATE INDEX ON interest_changes (position_id, sequence);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON interest_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON interest_changes TO vadium_service;
ALTER TABLE interest_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON interest_changes TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON interest_changes TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
