-- One request a side and position awaits an answer: what the borrower asks for keeps no lender from a recall.
-- One moves the asset. What was taken over may have had more.
DROP INDEX order_requests_one_open;
CREATE UNIQUE INDEX order_requests_one_asked ON order_requests (position_id, creator_id)
  WHERE creator_id IS NOT NULL AND status = 'PENDING';
CREATE UNIQUE INDEX order_requests_one_moving ON order_requests (position_id)
  WHERE creator_id IS NOT NULL AND kind <> 'rerate' AND status IN ('ACCEPTED', 'IN_PROGRESS');
