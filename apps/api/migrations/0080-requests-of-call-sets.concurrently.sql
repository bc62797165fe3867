-- The requests of a call set, and at most one of each position.

CREATE UNIQUE INDEX CONCURRENTLY mark_to_market_requests_of_call_sets
  ON mark_to_market_requests (call_set_id, position_id) WHERE call_set_id IS NOT NULL;
