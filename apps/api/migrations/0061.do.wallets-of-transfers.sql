-- A side of a deal may name another of its wallets. Transfers that are instructed keep theirs.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- The two wallets of each transfer, for both sides, whatever its order names by now. A custodian
-- has one wallet at an address. Each belongs to the side that sends or receives, so assets cannot
-- move to a third organization, and the two sides see no wallet of another.
CREATE VIEW wallets_of_transfers WITH (security_barrier) AS
  SELECT t.id AS transfer_id, w.id, w.organization_id, w.custodian_id, w.name, w.address
  FROM transfers t
  JOIN wallets w ON (w.organization_id, w.custodian_id, w.address) IN (
    (t.sender_organization_id, t.sender_custodian_id, t.sender_wallet_address),
    (t.receiver_organization_id, t.receiver_custodian_id, t.receiver_wallet_address))
  WHERE (SELECT current_organization()) IN (t.lender_id, t.borrower_id);

GRANT SELECT ON wallets_of_transfers TO vadium_service;

-- The owner of a wallet beside its assets. So the wallets of an organization that hold an asset are
-- found by an index, for each order of a list, however many the organization has.
ALTER TABLE wallet_assets ADD COLUMN organization_id uuid;
UPDATE wallet_assets h SET organization_id = w.organization_id FROM wallets w
WHERE w.id = h.wallet_id;

-- Processes of an earlier release write no owner either.
CREATE FUNCTION set_owner_of_wallet_asset() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT AS $$
BEGIN
  SELECT w.organization_id INTO NEW.organization_id FROM wallets w WHERE w.id = NEW.wallet_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER set_owner_of_wallet_asset BEFORE INSERT ON wallet_assets
  FOR EACH ROW EXECUTE FUNCTION set_owner_of_wallet_asset();

ALTER TABLE wallet_assets ALTER COLUMN organization_id SET NOT NULL,
  ADD CONSTRAINT an_asset_is_of_the_owner FOREIGN KEY (wallet_id, organization_id)
    REFERENCES wallets (id, organization_id);
CREATE INDEX wallets_of_organization_with_asset
  ON wallet_assets (organization_id, asset, wallet_id);

-- Like the policy of wallets.
ALTER POLICY own ON wallet_assets USING (organization_id = (SELECT current_organization()));

-- How often an organization changes the wallets of deals with a counterparty is limited.
ALTER TABLE counterparty_counts
  DROP CONSTRAINT counterparty_counts_kind_check,
  ADD CONSTRAINT counterparty_counts_kind_check
    CHECK (kind IN ('message', 'order', 'withdrawal', 'wallet_change'));
