-- When a close had brought all of the asset back: interest ran until then. It is the time at which the book was told,
-- and never that of a later word of the custodian.
ALTER TABLE positions ADD COLUMN asset_back_at timestamptz(3)
  CHECK (asset_back_at IS NULL OR status IN ('CLOSING', 'CLOSED'));
UPDATE positions p SET asset_back_at = coalesce((
    SELECT max(t.update_time) FROM transfers t
    WHERE t.order_id = p.order_id AND t.category = 'close' AND t.leg = 'asset' AND t.status = 'COMPLETED'),
  p.closed_at, p.updated_at)
WHERE p.status = 'CLOSED' OR (p.status = 'CLOSING' AND p.asset_quantity = 0);
