-- A side of a deal may name another of its wallets. Transfers that are instructed keep theirs.

-- The two wallets of each transfer, for both sides, whatever its order names by now. A custodian has
-- one wallet at an address.
CREATE VIEW wallets_of_transfers WITH (security_barrier) AS
  SELECT t.id AS transfer_id, w.id, w.organization_id, w.custodian_id, w.name, w.address
  FROM transfers t
  JOIN wallets w ON (w.custodian_id, w.address) IN (
    (t.sender_custodian_id, t.sender_wallet_address),
    (t.receiver_custodian_id, t.receiver_wallet_address))
  WHERE (SELECT current_organization()) IN (t.lender_id, t.borrower_id);

GRANT SELECT ON wallets_of_transfers TO vadium_service;
