-- The collateral of an order can be replaced by another one. What is past keeps the one of its time.

ALTER TABLE replaced_terms
  -- The collateral that was replaced with the terms. Null: it stayed.
  ADD COLUMN collateral_asset text,
  ADD CONSTRAINT replaced_terms_collateral_asset_fkey FOREIGN KEY (collateral_asset)
    REFERENCES assets (symbol) NOT VALID;
ALTER TABLE mark_to_market_requests
  -- The collateral that it is about. Null: that of its order now.
  ADD COLUMN collateral_asset text,
  ADD CONSTRAINT mark_to_market_requests_collateral_asset_fkey FOREIGN KEY (collateral_asset)
    REFERENCES assets (symbol) NOT VALID;
ALTER TABLE order_requests
  -- The collateral of its order until another one replaced it. Null: that of its order now.
  ADD COLUMN replaced_collateral_asset text,
  ADD CONSTRAINT order_requests_replaced_collateral_asset_fkey
    FOREIGN KEY (replaced_collateral_asset) REFERENCES assets (symbol) NOT VALID;
