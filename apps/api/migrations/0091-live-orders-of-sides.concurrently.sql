-- The deals between two organizations, over which limits are summed, in an order that no other statement
-- wants. In that of the index before, statements looked for assets in all deals of a pair.
CREATE INDEX CONCURRENTLY orders_live_of_sides ON orders (borrower_id, lender_id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
DROP INDEX CONCURRENTLY IF EXISTS orders_live_of_pair;
