-- The sides of live deals, by an asset that is lent or pledged. With both sides, the next pair is
-- found in an index without reading the deals of the pair before.
CREATE INDEX CONCURRENTLY orders_live_lent ON orders (asset, lender_id, borrower_id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
DROP INDEX CONCURRENTLY IF EXISTS orders_live_asset;
CREATE INDEX CONCURRENTLY orders_live_pledged ON orders (collateral_asset, lender_id, borrower_id)
  WHERE status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING');
DROP INDEX CONCURRENTLY IF EXISTS orders_live_collateral_asset;
