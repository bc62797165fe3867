-- Both sides may agree that every difference is a dispute.
CREATE DOMAIN tolerance_percent AS numeric
  CHECK (VALUE >= 0 AND VALUE <= 100000 AND scale(VALUE) <= 6);

ALTER TABLE margin_terms
  ALTER COLUMN dispute_tolerance_percent TYPE tolerance_percent;
