-- What changes a running deal: mark-to-market requests, order requests, the interest that follows,
-- deadlines, and every transition of a state machine. Listings read one side at a time, newest
-- first. Each filter has an index in the order of the answer.

-- The functions below that run with the rights of the owner (SECURITY DEFINER) use this search
-- path. Temporary tables come last, so that they cannot replace the tables that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Mark-to-market requests

CREATE TABLE mark_to_market_requests (
  id uuid PRIMARY KEY,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  -- Null: the request was imported without it. The same holds for its prices and deadline.
  creator_id uuid,
  status text NOT NULL CHECK (status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'IN_PROGRESS',
    'COMPLETED', 'REJECTED', 'CANCELLED', 'EXPIRED', 'DISPUTED', 'FAILED')),
  direction text NOT NULL CHECK (direction IN ('TopUp', 'Release')),
  collateral_amount quantity NOT NULL CHECK (collateral_amount > 0),
  notional_usd usd_amount NOT NULL,
  asset_price_usd usd_price,
  collateral_price_usd usd_price,
  calculation_id text CHECK (length(calculation_id) <= 1024),
  counter_notional_usd usd_amount,
  dispute_reason text,
  dispute_note text CHECK (length(dispute_note) <= 500),
  dispute_outcome text CHECK (dispute_outcome IN ('agreed', 'split', 'disputed')),
  agreed_notional_usd usd_amount,
  agreed_collateral_amount quantity,
  disputed_notional_usd usd_amount,
  disputed_at timestamptz(3),
  superseded_by uuid REFERENCES mark_to_market_requests,
  expire_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (creator_id IN (lender_id, borrower_id)),
  CONSTRAINT a_dispute_is_whole CHECK (
    num_nulls(counter_notional_usd, dispute_reason, dispute_outcome, agreed_notional_usd,
      agreed_collateral_amount, disputed_notional_usd, disputed_at) IN (0, 7)),
  FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions (id, lender_id, borrower_id),
  UNIQUE (id, lender_id, borrower_id)
);
-- A position has at most one request that awaits an answer.
CREATE UNIQUE INDEX mark_to_market_requests_one_pending ON mark_to_market_requests (position_id)
  WHERE status = 'PENDING_ACCEPTANCE';
CREATE INDEX mark_to_market_requests_lender_newest
  ON mark_to_market_requests (lender_id, created_at DESC, id DESC);
CREATE INDEX mark_to_market_requests_borrower_newest
  ON mark_to_market_requests (borrower_id, created_at DESC, id DESC);
CREATE INDEX mark_to_market_requests_lender_status
  ON mark_to_market_requests (lender_id, status, created_at DESC, id DESC);
CREATE INDEX mark_to_market_requests_borrower_status
  ON mark_to_market_requests (borrower_id, status, created_at DESC, id DESC);
CREATE INDEX mark_to_market_requests_position_newest
  ON mark_to_market_requests (position_id, created_at DESC, id DESC);
CREATE INDEX mark_to_market_requests_open ON mark_to_market_requests (status)
  WHERE status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'IN_PROGRESS', 'DISPUTED', 'FAILED');

GRANT SELECT, INSERT, UPDATE ON mark_to_market_requests TO vadium_service;
ALTER TABLE mark_to_market_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mark_to_market_requests TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON mark_to_market_requests TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- Order requests: one side asks to change a running deal.

CREATE TABLE order_requests (
  id uuid PRIMARY KEY,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  -- Null: the request was imported without it. The same holds for its terms and deadline.
  creator_id uuid,
  kind text NOT NULL CHECK (kind IN ('recall', 'return', 'rerate')),
  status text NOT NULL CHECK (status IN ('PENDING', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED',
    'REJECTED', 'CANCELLED', 'EXPIRED')),
  quantity quantity,
  -- Whether the whole loan is returned, which closes the order. Null: not decided yet, or a rerate.
  whole boolean,
  rate_percent numeric CHECK (rate_percent >= 0 AND rate_percent < 100000),
  effective_at timestamptz(3),
  note text CHECK (length(note) <= 500),
  -- The collateral that is returned for the part of the asset that has arrived.
  collateral_returned quantity,
  expire_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((kind = 'rerate') = (quantity IS NULL)),
  CHECK (creator_id IN (lender_id, borrower_id)),
  CHECK (kind = 'rerate' OR num_nonnulls(rate_percent, effective_at) = 0),
  CHECK (kind <> 'rerate' OR num_nonnulls(whole, collateral_returned) = 0),
  FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions (id, lender_id, borrower_id),
  UNIQUE (id, lender_id, borrower_id)
);
-- On each side of a position, one request may await an answer, so a request of the borrower cannot
-- prevent a recall. One request at a time moves the asset. Imported requests may be more.
CREATE UNIQUE INDEX order_requests_one_asked ON order_requests (position_id, creator_id)
  WHERE creator_id IS NOT NULL AND status = 'PENDING';
CREATE UNIQUE INDEX order_requests_one_moving ON order_requests (position_id)
  WHERE creator_id IS NOT NULL AND kind <> 'rerate' AND status IN ('ACCEPTED', 'IN_PROGRESS');
CREATE INDEX order_requests_lender_newest ON order_requests (lender_id, created_at DESC, id DESC);
CREATE INDEX order_requests_borrower_newest ON order_requests (borrower_id, created_at DESC, id DESC);
CREATE INDEX order_requests_lender_status
  ON order_requests (lender_id, status, created_at DESC, id DESC);
CREATE INDEX order_requests_borrower_status
  ON order_requests (borrower_id, status, created_at DESC, id DESC);
CREATE INDEX order_requests_lender_kind ON order_requests (lender_id, kind, created_at DESC, id DESC);
CREATE INDEX order_requests_borrower_kind
  ON order_requests (borrower_id, kind, created_at DESC, id DESC);
CREATE INDEX order_requests_position_newest ON order_requests (position_id, created_at DESC, id DESC);
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
  -- Null: the transfer that changed the quantity was imported.
  order_request_id uuid,
  -- A day in UTC.
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

GRANT SELECT, INSERT ON interest_changes TO vadium_service;
ALTER TABLE interest_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON interest_changes TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON interest_changes TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- Deadlines. A function finds the ones that are due. A worker then acts for one organization.

CREATE TABLE deadlines (
  kind text NOT NULL CHECK (kind IN ('order', 'mark_to_market_request', 'order_request')),
  resource_id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  due_at timestamptz(3) NOT NULL,
  -- When the parties are notified that it will expire. Null: they were notified.
  warn_at timestamptz(3),
  PRIMARY KEY (kind, resource_id)
);
CREATE INDEX ON deadlines (due_at, sequence);
CREATE INDEX ON deadlines (warn_at, sequence) WHERE warn_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON deadlines TO vadium_service;
ALTER TABLE deadlines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON deadlines TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON deadlines TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- Deadlines that have passed, from one of them on, with the organization to act for.
CREATE FUNCTION due_deadlines(at timestamptz, of_kinds text[], after_due timestamptz,
    after_sequence bigint, rows_max integer)
  RETURNS TABLE (kind text, resource_id uuid, lender_id uuid, due_at timestamptz, sequence bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT d.kind, d.resource_id, d.lender_id, d.due_at::timestamptz, d.sequence FROM deadlines d
    WHERE d.due_at <= at AND d.kind = ANY (of_kinds)
      AND (after_due IS NULL OR (d.due_at, d.sequence) > (after_due, after_sequence))
    ORDER BY d.due_at, d.sequence LIMIT rows_max;
END
$$;

-- Deadlines whose parties are to be warned, from one of them on.
CREATE FUNCTION due_warnings(at timestamptz, after_warning timestamptz, after_sequence bigint,
    rows_max integer)
  RETURNS TABLE (kind text, resource_id uuid, lender_id uuid, warn_at timestamptz, sequence bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT d.kind, d.resource_id, d.lender_id, d.warn_at::timestamptz, d.sequence FROM deadlines d
    WHERE d.warn_at <= at
      AND (after_warning IS NULL OR (d.warn_at, d.sequence) > (after_warning, after_sequence))
    ORDER BY d.warn_at, d.sequence LIMIT rows_max;
END
$$;

REVOKE ALL ON FUNCTION due_deadlines, due_warnings FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_deadlines, due_warnings TO vadium_service;

-- Every transition of a state machine.
CREATE TABLE state_changes (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  machine text NOT NULL,
  resource_id uuid NOT NULL,
  action text NOT NULL,
  -- Null: the transition created the resource.
  from_state text,
  to_state text NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  -- The organization that acted. Null: the service or a custodian.
  actor_id uuid,
  changed_at timestamptz(3) NOT NULL
);
CREATE INDEX ON state_changes (resource_id, sequence);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON state_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON state_changes TO vadium_service;
ALTER TABLE state_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON state_changes TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON state_changes TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
