-- Order requests of the kind substitution: another collateral in place of the present one, and the
-- transfers that exchange them. Constraints of large tables are not validated here, because that
-- would read them under a lock.

-- For the function with the rights of the owner. Temporary tables come last, so that they replace no
-- table that it reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

ALTER TABLE order_requests
  -- What a substitution gives in place of the present collateral.
  ADD COLUMN new_collateral_asset text,
  ADD COLUMN new_collateral_quantity quantity,
  -- The wallets of the new collateral: the borrower's from the creation, the lender's from the
  -- acceptance on. With the switch they are those of the order.
  ADD COLUMN lender_wallet_id text,
  ADD COLUMN borrower_wallet_id text,
  -- Those of the old collateral, from the switch on: it goes back between them.
  ADD COLUMN replaced_lender_wallet_id text,
  ADD COLUMN replaced_borrower_wallet_id text,
  -- Null: not decided.
  ADD COLUMN decision text,
  ADD COLUMN keep_reason text,
  DROP CONSTRAINT order_requests_kind_check,
  ADD CONSTRAINT order_requests_kind_check
    CHECK (kind IN ('recall', 'return', 'rerate', 'amend', 'extend', 'substitution')) NOT VALID,
  DROP CONSTRAINT only_a_return_sends_collateral_back,
  ADD CONSTRAINT only_these_send_collateral_back CHECK (collateral_returned IS NULL
    OR kind IN ('recall', 'return') OR decision IS NOT DISTINCT FROM 'switch') NOT VALID,
  ADD CONSTRAINT a_substitution_names_collateral CHECK (
    num_nonnulls(new_collateral_asset, new_collateral_quantity, borrower_wallet_id)
      = CASE kind WHEN 'substitution' THEN 3 ELSE 0 END) NOT VALID,
  ADD CONSTRAINT only_a_substitution_is_decided CHECK (kind = 'substitution'
    OR num_nonnulls(lender_wallet_id, replaced_lender_wallet_id, replaced_borrower_wallet_id,
      decision, keep_reason) = 0) NOT VALID,
  ADD CONSTRAINT a_decision_is_one_of_two CHECK (decision IN ('switch', 'keep')) NOT VALID,
  ADD CONSTRAINT what_is_kept_has_a_reason
    CHECK ((decision IS NOT DISTINCT FROM 'keep') = (keep_reason IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT what_is_switched_goes_back CHECK (
    num_nonnulls(replaced_lender_wallet_id, replaced_borrower_wallet_id)
      = CASE decision WHEN 'switch' THEN 2 ELSE 0 END) NOT VALID,
  ADD CONSTRAINT order_requests_new_collateral_asset_fkey FOREIGN KEY (new_collateral_asset)
    REFERENCES assets (symbol) NOT VALID,
  ADD CONSTRAINT order_requests_lender_wallet_is_own FOREIGN KEY (lender_wallet_id, lender_id)
    REFERENCES wallets (id, organization_id) NOT VALID,
  ADD CONSTRAINT order_requests_borrower_wallet_is_own FOREIGN KEY (borrower_wallet_id, borrower_id)
    REFERENCES wallets (id, organization_id) NOT VALID,
  ADD CONSTRAINT order_requests_replaced_lender_wallet_is_own
    FOREIGN KEY (replaced_lender_wallet_id, lender_id)
    REFERENCES wallets (id, organization_id) NOT VALID,
  ADD CONSTRAINT order_requests_replaced_borrower_wallet_is_own
    FOREIGN KEY (replaced_borrower_wallet_id, borrower_id)
    REFERENCES wallets (id, organization_id) NOT VALID;

ALTER TABLE replaced_terms
  -- The agreed quantity of the collateral that was replaced with the terms. Null: it stayed.
  ADD COLUMN collateral_quantity quantity;

ALTER TABLE transfers
  -- Past transfers have the collateral of their time.
  DROP CONSTRAINT transfers_order_id_collateral_token_fkey,
  DROP CONSTRAINT transfers_category_check,
  ADD CONSTRAINT transfers_category_check CHECK (category IN ('open', 'm2m', 'return', 'close',
    'interest', 'liquidation', 'voluntary', 'substitution')) NOT VALID,
  DROP CONSTRAINT transfers_check2,
  ADD CONSTRAINT only_some_are_of_an_order_request CHECK (order_request_id IS NULL
    OR category IN ('return', 'substitution')) NOT VALID,
  ADD CONSTRAINT only_collateral_is_substituted CHECK (category <> 'substitution'
    OR (leg = 'collateral' AND order_request_id IS NOT NULL)) NOT VALID;

-- The wallets that a substitution names, for both sides.
CREATE VIEW wallets_of_order_requests WITH (security_barrier) AS
  SELECT r.id AS order_request_id, w.id, w.organization_id, w.custodian_id, w.name, w.address,
    w.retired_at
  FROM order_requests r
  JOIN wallets w ON w.id = ANY (ARRAY[r.lender_wallet_id, r.borrower_wallet_id,
    r.replaced_lender_wallet_id, r.replaced_borrower_wallet_id])
  WHERE (SELECT current_organization()) IN (r.lender_id, r.borrower_id);

GRANT SELECT ON wallets_of_order_requests TO vadium_service;

-- The retired wallets among those that a substitution names, for its two sides. None of them is
-- retired until the transaction ends: a retirement waits for it, or is waited for.
CREATE FUNCTION retired_wallets_of_order_request(named_by uuid) RETURNS SETOF text
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  WITH held AS MATERIALIZED (
    SELECT w.id, w.retired_at FROM order_requests r
    JOIN wallets w ON w.id = ANY (ARRAY[r.lender_wallet_id, r.borrower_wallet_id])
    WHERE r.id = named_by AND current_organization() IN (r.lender_id, r.borrower_id)
    FOR SHARE OF w)
  SELECT h.id FROM held h WHERE h.retired_at IS NOT NULL ORDER BY h.id
$$;
REVOKE ALL ON FUNCTION retired_wallets_of_order_request FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retired_wallets_of_order_request TO vadium_service;
