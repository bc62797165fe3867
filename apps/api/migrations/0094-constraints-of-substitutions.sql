-- The constraints that came with substitutions hold for older rows, too. Reading the tables for
-- that keeps neither readers nor writers waiting.

ALTER TABLE order_requests
  VALIDATE CONSTRAINT order_requests_kind_check,
  VALIDATE CONSTRAINT only_these_send_collateral_back,
  VALIDATE CONSTRAINT a_substitution_names_collateral,
  VALIDATE CONSTRAINT only_a_substitution_is_decided,
  VALIDATE CONSTRAINT a_decision_is_one_of_two,
  VALIDATE CONSTRAINT what_is_kept_has_a_reason,
  VALIDATE CONSTRAINT what_is_switched_goes_back,
  VALIDATE CONSTRAINT order_requests_new_collateral_asset_fkey,
  VALIDATE CONSTRAINT order_requests_lender_wallet_is_own,
  VALIDATE CONSTRAINT order_requests_borrower_wallet_is_own,
  VALIDATE CONSTRAINT order_requests_replaced_lender_wallet_is_own,
  VALIDATE CONSTRAINT order_requests_replaced_borrower_wallet_is_own;
ALTER TABLE transfers
  VALIDATE CONSTRAINT transfers_category_check,
  VALIDATE CONSTRAINT only_some_are_of_an_order_request,
  VALIDATE CONSTRAINT only_collateral_is_substituted;
