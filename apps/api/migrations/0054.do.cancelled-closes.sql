-- The close of an order can be cancelled. The instructions of an order up to this sequence belong to
-- no close, or to one that was cancelled.
ALTER TABLE positions ADD closes_after bigint NOT NULL DEFAULT 0;
