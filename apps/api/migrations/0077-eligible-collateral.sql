-- What may be substituted for the collateral of a deal, and the terms that apply to it then.

ALTER TABLE margin_terms
  ADD COLUMN eligible_collateral jsonb NOT NULL DEFAULT '[]'
    CHECK (jsonb_typeof(eligible_collateral) = 'array'
      AND jsonb_array_length(eligible_collateral) <= 20),
  -- Each asset of the list has a row of its own: the general terms, with those of the asset in
  -- their place. A version of an agreement names its general terms, which have no asset.
  ADD COLUMN collateral_asset text REFERENCES assets (symbol),
  ADD COLUMN general_id uuid,
  ADD CONSTRAINT margin_terms_general_fkey FOREIGN KEY (general_id, lender_id, borrower_id)
    REFERENCES margin_terms (id, lender_id, borrower_id),
  ADD CONSTRAINT terms_of_an_asset_have_general_ones
    CHECK (num_nonnulls(collateral_asset, general_id) IN (0, 2)),
  ADD CONSTRAINT terms_of_an_asset_once UNIQUE (general_id, collateral_asset);
