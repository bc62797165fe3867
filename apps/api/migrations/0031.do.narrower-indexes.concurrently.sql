-- The rows of an order or a resource are few, so they are sorted when they are read. An index of
-- only their owner stores each owner once.
CREATE INDEX CONCURRENTLY transfers_by_order ON transfers (order_id);
DROP INDEX CONCURRENTLY IF EXISTS transfers_of_order;
CREATE INDEX CONCURRENTLY state_changes_of_resource ON state_changes (resource_id);
DROP INDEX CONCURRENTLY IF EXISTS state_changes_resource_id_sequence_idx;
-- Hardly any transfer replaces another.
CREATE UNIQUE INDEX CONCURRENTLY transfers_replaced_once ON transfers (replaces) WHERE replaces IS NOT NULL;
