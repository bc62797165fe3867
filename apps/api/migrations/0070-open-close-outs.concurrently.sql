-- Today counts what is open, however many close-outs an organization has had.
CREATE INDEX CONCURRENTLY close_outs_open_of_lender ON close_outs (lender_id)
  WHERE status IN ('NOTICE', 'CLOSING_OUT', 'CLAIM_OPEN');
CREATE INDEX CONCURRENTLY close_outs_open_of_borrower ON close_outs (borrower_id)
  WHERE status IN ('NOTICE', 'CLOSING_OUT', 'CLAIM_OPEN');
