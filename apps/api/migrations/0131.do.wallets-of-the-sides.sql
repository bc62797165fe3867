-- The wallets of a deal belong to its sides: what moves goes to nobody else, and both sides see no other
-- wallets. Rows that exist are validated in a migration of its own, while everybody works.
ALTER TABLE wallets ADD UNIQUE (id, organization_id);
ALTER TABLE orders
  DROP CONSTRAINT orders_lender_asset_wallet_id_fkey,
  DROP CONSTRAINT orders_lender_collateral_wallet_id_fkey,
  DROP CONSTRAINT orders_borrower_asset_wallet_id_fkey,
  DROP CONSTRAINT orders_borrower_collateral_wallet_id_fkey,
  ADD CONSTRAINT lender_asset_wallet_is_own FOREIGN KEY (lender_asset_wallet_id, lender_id)
    REFERENCES wallets (id, organization_id) NOT VALID,
  ADD CONSTRAINT lender_collateral_wallet_is_own FOREIGN KEY (lender_collateral_wallet_id, lender_id)
    REFERENCES wallets (id, organization_id) NOT VALID,
  ADD CONSTRAINT borrower_asset_wallet_is_own FOREIGN KEY (borrower_asset_wallet_id, borrower_id)
    REFERENCES wallets (id, organization_id) NOT VALID,
  ADD CONSTRAINT borrower_collateral_wallet_is_own FOREIGN KEY (borrower_collateral_wallet_id, borrower_id)
    REFERENCES wallets (id, organization_id) NOT VALID;
