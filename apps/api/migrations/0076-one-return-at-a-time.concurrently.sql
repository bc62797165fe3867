-- An extend or an amend moves nothing, so it can be accepted while a part of the asset goes back.
CREATE UNIQUE INDEX CONCURRENTLY order_requests_one_returning ON order_requests (position_id)
  WHERE kind IN ('recall', 'return') AND status IN ('ACCEPTED', 'IN_PROGRESS');
DROP INDEX CONCURRENTLY IF EXISTS order_requests_one_moving;
