-- Requests that an organization withdrew from a counterparty are counted as its messages and orders are.
ALTER TABLE counterparty_counts DROP CONSTRAINT counterparty_counts_kind_check,
  ADD CONSTRAINT counterparty_counts_kind_check CHECK (kind IN ('message', 'order', 'withdrawal'));
