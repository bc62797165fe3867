-- Instructions and deadlines name both sides of their deal, as everything else of a deal does:
-- row-level security lets each side see them, and nobody else.
ALTER TABLE instructions ADD COLUMN borrower_id uuid;
UPDATE instructions i SET borrower_id = o.borrower_id FROM orders o WHERE o.id = i.order_id;
ALTER TABLE instructions
  ALTER COLUMN borrower_id SET NOT NULL,
  ADD FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders (id, lender_id, borrower_id);

ALTER TABLE deadlines ADD COLUMN borrower_id uuid;
UPDATE deadlines d SET borrower_id = CASE d.kind
  WHEN 'order' THEN (SELECT o.borrower_id FROM orders o WHERE o.id = d.resource_id)
  WHEN 'mark_to_market_request' THEN
    (SELECT m.borrower_id FROM mark_to_market_requests m WHERE m.id = d.resource_id)
  WHEN 'order_request' THEN (SELECT r.borrower_id FROM order_requests r WHERE r.id = d.resource_id)
END;
-- The deadline of a resource that does not exist has nothing to end.
DELETE FROM deadlines WHERE borrower_id IS NULL;
ALTER TABLE deadlines ALTER COLUMN borrower_id SET NOT NULL;
