-- The constraints that came with voluntary collateral hold for older rows, too. Reading the table
-- for that keeps neither readers nor writers waiting.

ALTER TABLE transfers
  VALIDATE CONSTRAINT transfers_category_check,
  VALIDATE CONSTRAINT only_collateral_is_voluntary;
