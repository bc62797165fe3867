-- When an organization has sent collateral of a position without a request, by the clock of the
-- machine: at most the last ten times. A process of the version before counts by the other columns.

ALTER TABLE voluntary_counts ADD COLUMN sent_at timestamptz(3)[] NOT NULL DEFAULT '{}';
