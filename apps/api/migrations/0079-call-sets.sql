-- Call sets: mark-to-market requests of several deals of an agreement that are created together, and
-- the term that compares their minimum with the sum.

ALTER TABLE margin_terms
  ADD COLUMN minimum_applies_to text NOT NULL DEFAULT 'deal'
    CHECK (minimum_applies_to IN ('deal', 'agreement'));

CREATE TABLE call_sets (
  id uuid PRIMARY KEY,
  agreement_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  creator_id uuid NOT NULL CHECK (creator_id = lender_id OR creator_id = borrower_id),
  direction text NOT NULL CHECK (direction IN ('TopUp', 'Release')),
  total_notional_usd usd_amount NOT NULL,
  minimum_notional_usd usd_amount NOT NULL CHECK (minimum_notional_usd <= total_notional_usd),
  expire_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (id, lender_id, borrower_id),
  FOREIGN KEY (agreement_id, lender_id, borrower_id)
    REFERENCES agreements (id, lender_id, borrower_id)
);
COMMENT ON TABLE call_sets IS
  'Requests that were created together. They have the states; a set has none and never changes.';

CREATE INDEX call_sets_lender_newest ON call_sets (lender_id, created_at DESC, id DESC);
CREATE INDEX call_sets_borrower_newest ON call_sets (borrower_id, created_at DESC, id DESC);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON call_sets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON call_sets TO vadium_service;
ALTER TABLE call_sets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON call_sets TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON call_sets TO vadium_service
  USING ((SELECT current_organization()) IN (lender_id, borrower_id));

ALTER TABLE mark_to_market_requests
  ADD COLUMN call_set_id uuid,
  ADD CONSTRAINT mark_to_market_requests_call_set_fkey
    FOREIGN KEY (call_set_id, lender_id, borrower_id)
    REFERENCES call_sets (id, lender_id, borrower_id) NOT VALID;
