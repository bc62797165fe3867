-- Collateral that a side sends without a request: a transfer of a category of its own. Constraints
-- of large tables are not validated here, and their indexes are not built here: either would read
-- them under a lock.

ALTER TABLE transfers
  DROP CONSTRAINT transfers_category_check,
  ADD CONSTRAINT transfers_category_check CHECK (category IN ('open', 'm2m', 'return', 'close',
    'interest', 'liquidation', 'voluntary')) NOT VALID,
  ADD CONSTRAINT only_collateral_is_voluntary
    CHECK (category <> 'voluntary' OR leg = 'collateral') NOT VALID;

-- How much of the settled collateral was sent without a request, less what was sent back without
-- one. It may be negative. No calculation becomes stale by it.
ALTER TABLE positions ADD COLUMN voluntary_quantity numeric NOT NULL DEFAULT 0;

-- How often an organization has sent collateral of a position without a request, by the clock of
-- the machine.
CREATE TABLE voluntary_counts (
  organization_id uuid NOT NULL REFERENCES organizations,
  position_id uuid NOT NULL REFERENCES positions,
  window_began_at timestamptz(3) NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (organization_id, position_id)
);
GRANT SELECT, INSERT, UPDATE ON voluntary_counts TO vadium_service;
ALTER TABLE voluntary_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON voluntary_counts TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON voluntary_counts TO vadium_service
  USING ((SELECT current_organization()) = organization_id)
  WITH CHECK ((SELECT current_organization()) = organization_id);
