-- The two sides of an order as a preview names them: an organization and its collateral wallet.
-- Both sides see them. One look-up by the id of the order replaces four.
CREATE VIEW sides_of_orders WITH (security_barrier) AS
  SELECT o.id AS order_id, lender.name AS lender_name, borrower.name AS borrower_name,
    lender_wallet.id AS lender_wallet_id, lender_wallet.name AS lender_wallet_name,
    lender_wallet.custodian_id AS lender_custodian_id,
    borrower_wallet.id AS borrower_wallet_id, borrower_wallet.name AS borrower_wallet_name,
    borrower_wallet.custodian_id AS borrower_custodian_id
  FROM orders o
  JOIN organizations lender ON lender.id = o.lender_id
  JOIN organizations borrower ON borrower.id = o.borrower_id
  LEFT JOIN wallets lender_wallet ON lender_wallet.id = o.lender_collateral_wallet_id
  LEFT JOIN wallets borrower_wallet ON borrower_wallet.id = o.borrower_collateral_wallet_id
  WHERE (SELECT current_organization()) IN (o.lender_id, o.borrower_id);

GRANT SELECT ON sides_of_orders TO vadium_service;
