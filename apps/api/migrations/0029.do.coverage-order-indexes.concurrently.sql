-- Positions of one side and pair, by coverage. Lists merge the pairs.
CREATE INDEX CONCURRENTLY position_levels_lender_coverage ON position_levels
  (lender_id, asset, collateral_asset, coverage, position_id) WHERE coverage IS NOT NULL;
CREATE INDEX CONCURRENTLY position_levels_borrower_coverage ON position_levels
  (borrower_id, asset, collateral_asset, coverage, position_id) WHERE coverage IS NOT NULL;
