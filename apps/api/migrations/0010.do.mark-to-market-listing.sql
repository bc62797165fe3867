-- The listing of mark-to-market requests reads one side at a time, newest first: each filter has an index that
-- already stands in the order of the answer.
CREATE INDEX mark_to_market_requests_lender_status
  ON mark_to_market_requests (lender_id, status, created_at DESC, id DESC);
CREATE INDEX mark_to_market_requests_borrower_status
  ON mark_to_market_requests (borrower_id, status, created_at DESC, id DESC);
CREATE INDEX mark_to_market_requests_position_newest
  ON mark_to_market_requests (position_id, created_at DESC, id DESC);
DROP INDEX mark_to_market_requests_position_id_idx;
