-- What was lent when a recall was created is one entry of it, however many changes there were.
CREATE INDEX CONCURRENTLY interest_changes_of_quantity
  ON interest_changes (position_id, recorded_at, sequence) WHERE quantity_before IS NOT NULL;
