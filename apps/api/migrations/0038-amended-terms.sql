-- Order requests of the kind amend: the newest terms of an agreement apply to an open deal, too.

ALTER TABLE order_requests
  -- The terms that an amend asks for.
  ADD COLUMN terms_id uuid,
  ADD FOREIGN KEY (terms_id, lender_id, borrower_id)
    REFERENCES margin_terms (id, lender_id, borrower_id),
  DROP CONSTRAINT order_requests_kind_check,
  ADD CONSTRAINT order_requests_kind_check
    CHECK (kind IN ('recall', 'return', 'rerate', 'amend')),
  DROP CONSTRAINT order_requests_check,
  ADD CONSTRAINT a_return_has_a_quantity
    CHECK ((kind IN ('recall', 'return')) = (quantity IS NOT NULL)),
  DROP CONSTRAINT a_return_is_whole_or_not,
  ADD CONSTRAINT a_return_is_whole_or_not
    CHECK ((kind IN ('recall', 'return')) = (whole IS NOT NULL)),
  DROP CONSTRAINT order_requests_check3,
  ADD CONSTRAINT only_a_return_sends_collateral_back
    CHECK (kind IN ('recall', 'return') OR collateral_returned IS NULL),
  ADD CONSTRAINT an_amend_names_terms CHECK ((kind = 'amend') = (terms_id IS NOT NULL));

-- The terms that applied to a deal until an amend replaced them. So the terms of a time are those
-- that were replaced first after it, or else those of the order.
CREATE TABLE replaced_terms (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  terms_id uuid NOT NULL,
  -- The amend.
  order_request_id uuid NOT NULL UNIQUE,
  replaced_at timestamptz(3) NOT NULL,
  FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders (id, lender_id, borrower_id),
  FOREIGN KEY (terms_id, lender_id, borrower_id)
    REFERENCES margin_terms (id, lender_id, borrower_id),
  FOREIGN KEY (order_request_id, lender_id, borrower_id)
    REFERENCES order_requests (id, lender_id, borrower_id)
);
CREATE INDEX ON replaced_terms (order_id, replaced_at, sequence);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON replaced_terms
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON replaced_terms TO vadium_service;
ALTER TABLE replaced_terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON replaced_terms TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON replaced_terms TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
