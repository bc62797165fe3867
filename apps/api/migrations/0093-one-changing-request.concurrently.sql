-- One request at a time returns the asset or exchanges the collateral.
CREATE UNIQUE INDEX CONCURRENTLY order_requests_one_changing ON order_requests (position_id)
  WHERE kind IN ('recall', 'return', 'substitution') AND status IN ('ACCEPTED', 'IN_PROGRESS');
DROP INDEX CONCURRENTLY IF EXISTS order_requests_one_returning;
