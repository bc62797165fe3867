-- Mark-to-market requests. Listings read one side at a time, newest first. Each filter has an index
-- in the order of the answer.

CREATE TABLE mark_to_market_requests (
  id uuid PRIMARY KEY,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'IN_PROGRESS',
    'COMPLETED', 'REJECTED', 'CANCELLED', 'EXPIRED', 'DISPUTED', 'FAILED')),
  direction text NOT NULL CHECK (direction IN ('TopUp', 'Release')),
  collateral_amount quantity NOT NULL CHECK (collateral_amount > 0),
  notional_usd usd_amount NOT NULL,
  asset_price_usd usd_price NOT NULL,
  collateral_price_usd usd_price NOT NULL,
  calculation_id text NOT NULL CHECK (length(calculation_id) <= 1024),
  counter_notional_usd usd_amount,
  dispute_reason text,
  dispute_note text CHECK (length(dispute_note) <= 500),
  dispute_outcome text CHECK (dispute_outcome IN ('agreed', 'split', 'disputed')),
  agreed_notional_usd usd_amount,
  agreed_collateral_amount quantity,
  disputed_notional_usd usd_amount,
  disputed_at timestamptz(3),
  superseded_by uuid REFERENCES mark_to_market_requests,
  expire_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (creator_id IN (lender_id, borrower_id)),
  CONSTRAINT a_dispute_is_whole CHECK (
    num_nulls(counter_notional_usd, dispute_reason, dispute_outcome, agreed_notional_usd,
      agreed_collateral_amount, disputed_notional_usd, disputed_at) IN (0, 7)),
  FOREIGN KEY (position_id, lender_id, borrower_id)
    REFERENCES positions (id, lender_id, borrower_id),
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
