-- Close-outs in part: the term that asks for them, and the close-out as the origin of a change of
-- the lent quantity, beside a return.

ALTER TABLE margin_terms
  ADD COLUMN close_out_scope text NOT NULL DEFAULT 'full'
    CHECK (close_out_scope IN ('full', 'to_requirement'));

ALTER TABLE interest_changes
  ALTER COLUMN order_request_id DROP NOT NULL,
  ADD COLUMN close_out_id uuid,
  ADD CONSTRAINT interest_changes_close_out_fkey FOREIGN KEY (close_out_id, lender_id, borrower_id)
    REFERENCES close_outs (id, lender_id, borrower_id) NOT VALID,
  ADD CONSTRAINT of_a_request_or_a_close_out
    CHECK (num_nonnulls(order_request_id, close_out_id) = 1
      AND (close_out_id IS NULL OR quantity IS NOT NULL)) NOT VALID;
