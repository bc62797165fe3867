-- The listing of order requests reads one side at a time, newest first: each filter has an index that already
-- stands in the order of the answer.
CREATE INDEX order_requests_lender_status
  ON order_requests (lender_id, status, created_at DESC, id DESC);
CREATE INDEX order_requests_borrower_status
  ON order_requests (borrower_id, status, created_at DESC, id DESC);
CREATE INDEX order_requests_lender_kind ON order_requests (lender_id, kind, created_at DESC, id DESC);
CREATE INDEX order_requests_borrower_kind
  ON order_requests (borrower_id, kind, created_at DESC, id DESC);
