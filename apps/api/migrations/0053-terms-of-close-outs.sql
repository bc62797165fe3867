-- Terms of defaults: what may be declared, how long the coverage must have stayed at or below the
-- liquidation level before, and what is taken off the price of what is kept.

ALTER TABLE margin_terms
  ADD COLUMN default_causes text[] NOT NULL DEFAULT '{}'
    CHECK (default_causes <@ ARRAY['LIQUIDATION_LEVEL'] AND cardinality(default_causes) <= 1),
  ADD COLUMN liquidation_confirm_seconds integer NOT NULL DEFAULT 900
    CHECK (liquidation_confirm_seconds BETWEEN 0 AND 86400),
  ADD COLUMN close_out_discount fraction NOT NULL DEFAULT 0;

-- Since when a position has been at or below a level, for those that are, and since when the last
-- time for the others.
ALTER TABLE margin_alerts ADD COLUMN since timestamptz(3) NOT NULL DEFAULT now();
