-- An organization retires a wallet: from then on no order takes it. Deals that name it go on.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

ALTER TABLE wallets ADD COLUMN retired_at timestamptz(3);

-- A wallet is retired once and for ever: its owner no longer controls it, or never did.
CREATE FUNCTION refuse_return_of_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the wallet % is retired', OLD.id USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER refuse_return_of_wallet BEFORE UPDATE OF retired_at ON wallets
  FOR EACH ROW WHEN (OLD.retired_at IS NOT NULL) EXECUTE FUNCTION refuse_return_of_wallet();

GRANT UPDATE (retired_at) ON wallets TO vadium_service;
CREATE POLICY retire ON wallets FOR UPDATE TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- With the time at which a wallet was retired, for both sides: transfers say so.
CREATE OR REPLACE VIEW wallets_of_orders WITH (security_barrier) AS
  SELECT o.id AS order_id, w.id, w.organization_id, w.custodian_id, w.name, w.address, w.retired_at
  FROM orders o
  JOIN wallets w ON w.id = ANY (ARRAY[o.lender_asset_wallet_id, o.lender_collateral_wallet_id,
    o.borrower_asset_wallet_id, o.borrower_collateral_wallet_id])
  WHERE (SELECT current_organization()) IN (o.lender_id, o.borrower_id);

-- The retired wallets among those that an order names, for its two sides. None of its wallets is
-- retired until the transaction ends: who retires one waits, or is waited for.
CREATE FUNCTION retired_wallets_of_order(named_by uuid) RETURNS SETOF text
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  WITH held AS MATERIALIZED (
    SELECT w.id, w.retired_at FROM orders o
    JOIN wallets w ON w.id = ANY (ARRAY[o.lender_asset_wallet_id, o.lender_collateral_wallet_id,
      o.borrower_asset_wallet_id, o.borrower_collateral_wallet_id])
    WHERE o.id = named_by AND current_organization() IN (o.lender_id, o.borrower_id)
    FOR SHARE OF w)
  SELECT h.id FROM held h WHERE h.retired_at IS NOT NULL ORDER BY h.id
$$;
REVOKE ALL ON FUNCTION retired_wallets_of_order FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retired_wallets_of_order TO vadium_service;
