-- A search by the beginning of an id reads the ids of one organization only. Those of orders and positions serve
-- what an index of the organization alone did.
CREATE INDEX CONCURRENTLY orders_lender_ids ON orders (lender_id, id);
DROP INDEX CONCURRENTLY IF EXISTS orders_lender_id_idx;
CREATE INDEX CONCURRENTLY orders_borrower_ids ON orders (borrower_id, id);
DROP INDEX CONCURRENTLY IF EXISTS orders_borrower_id_idx;
CREATE INDEX CONCURRENTLY positions_lender_ids ON positions (lender_id, id);
DROP INDEX CONCURRENTLY IF EXISTS positions_lender_id_idx;
CREATE INDEX CONCURRENTLY positions_borrower_ids ON positions (borrower_id, id);
DROP INDEX CONCURRENTLY IF EXISTS positions_borrower_id_idx;
CREATE INDEX CONCURRENTLY mark_to_market_requests_lender_ids ON mark_to_market_requests (lender_id, id);
CREATE INDEX CONCURRENTLY mark_to_market_requests_borrower_ids ON mark_to_market_requests (borrower_id, id);
CREATE INDEX CONCURRENTLY order_requests_lender_ids ON order_requests (lender_id, id);
CREATE INDEX CONCURRENTLY order_requests_borrower_ids ON order_requests (borrower_id, id);
CREATE INDEX CONCURRENTLY transfers_lender_ids ON transfers (lender_id, id);
CREATE INDEX CONCURRENTLY transfers_borrower_ids ON transfers (borrower_id, id);
CREATE INDEX CONCURRENTLY approvals_requester_ids ON approvals (organization_id, id);
CREATE INDEX CONCURRENTLY approvals_decider_ids ON approvals (decider_id, id)
  WHERE decider_id <> organization_id;
