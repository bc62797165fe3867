-- The open requests of a position in the order in which a preview names them. Without it, each
-- preview looks through all requests of the position and sorts what it finds.
CREATE INDEX CONCURRENTLY mark_to_market_requests_open_of_position
  ON mark_to_market_requests (position_id, created_at, id)
  WHERE status IN ('PENDING_ACCEPTANCE', 'FAILED');
