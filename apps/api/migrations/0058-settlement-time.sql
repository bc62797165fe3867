-- How long the transfers of a deal may be under way until they are late. Null: as long as the
-- installation says, which is what versions from before this column mean.

ALTER TABLE margin_terms
  ADD COLUMN settlement_time_seconds integer
    CHECK (settlement_time_seconds BETWEEN 1 AND 2592000);
