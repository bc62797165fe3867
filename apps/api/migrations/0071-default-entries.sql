-- A declared default and a termination stand in the thread of their order. The declarer is the
-- organization of the entry.

ALTER TABLE chat_entries
  ADD COLUMN close_out_id uuid,
  ADD CONSTRAINT chat_entries_close_out_fkey FOREIGN KEY (close_out_id, lender_id, borrower_id)
    REFERENCES close_outs (id, lender_id, borrower_id) NOT VALID,
  DROP CONSTRAINT chat_entries_kind_check,
  ADD CONSTRAINT chat_entries_kind_check CHECK (kind IN ('message', 'action', 'default')) NOT VALID,
  ADD CONSTRAINT of_a_default_is_its_close_out
    CHECK ((kind = 'default') = (close_out_id IS NOT NULL)) NOT VALID,
  DROP CONSTRAINT an_action_asks,
  ADD CONSTRAINT an_action_asks CHECK (
    CASE kind WHEN 'action' THEN num_nulls(resource, resource_id, awaits) = 0
    ELSE num_nonnulls(resource, resource_id, awaits, creator_id, resolution, resolved_by,
      resolved_at) = 0
      AND organization_id IS NOT NULL AND (kind = 'default' OR account_id IS NOT NULL) END)
    NOT VALID;
