-- The active positions between two organizations, which automations look at in the order of their
-- ids.
CREATE INDEX CONCURRENTLY positions_active_of_pair ON positions (lender_id, borrower_id, id)
  WHERE status = 'ACTIVE';
