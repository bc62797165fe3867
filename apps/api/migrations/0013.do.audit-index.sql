-- Every request writes a line of the trail: one index is all that is kept up for it. It is the order of the
-- list, where new lines of an organization come last, and what tells a line that is written again.
DROP INDEX audit_entries_organization_id_time_id_idx;
ALTER TABLE audit_entries
  DROP COLUMN sequence,
  DROP CONSTRAINT audit_entries_id_key,
  ADD PRIMARY KEY (organization_id, time, id);
