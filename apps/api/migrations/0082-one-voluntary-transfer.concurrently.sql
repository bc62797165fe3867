-- A side sends one quantity of collateral without a request after the other.
CREATE UNIQUE INDEX CONCURRENTLY one_voluntary_transfer_a_sender
  ON transfers (order_id, sender_organization_id)
  WHERE category = 'voluntary' AND status IN ('PENDING', 'IN_PROGRESS');
