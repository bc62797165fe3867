-- The deals between two organizations, over which limits are summed.
CREATE INDEX CONCURRENTLY orders_live_of_pair ON orders (lender_id, borrower_id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
