-- What onboarding needs: one agreement for each lender and borrower, lists in the order of their answers, and
-- the end of what has expired.
ALTER TABLE agreements ADD UNIQUE (lender_id, borrower_id);

CREATE INDEX organizations_newest ON organizations (created_at DESC, id DESC);
CREATE INDEX credentials_newest ON credentials (created_at DESC, id DESC);
CREATE INDEX credentials_of_organization_newest ON credentials (organization_id, created_at DESC, id DESC);
CREATE INDEX accounts_of_organization ON accounts (organization_id, id);
-- By their bytes, so that the order of a list does not hang on the locale of the database.
CREATE INDEX wallets_in_order ON wallets (id COLLATE "C");
CREATE INDEX wallets_of_organization_in_order ON wallets (organization_id, id COLLATE "C");
DROP INDEX credentials_organization_id_idx, accounts_organization_id_idx, wallets_organization_id_idx;

-- Keys and signatures are forgotten in portions: by a function of the owner, because row-level security shows
-- nobody the keys of others, not even those that have expired.
CREATE FUNCTION forget_idempotency_keys(rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  forgotten integer;
BEGIN
  DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
    ORDER BY created_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;

-- A signature can be valid for a minute. An hour, because clocks are set back by more than that.
CREATE FUNCTION forget_signatures(rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  forgotten integer;
BEGIN
  DELETE FROM used_signatures WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM used_signatures WHERE recorded_at < now() - interval '1 hour'
    ORDER BY recorded_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;

REVOKE ALL ON FUNCTION forget_idempotency_keys(integer), forget_signatures(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_idempotency_keys(integer), forget_signatures(integer) TO vadium_service;
DROP POLICY sweep ON idempotency_keys;
REVOKE DELETE ON idempotency_keys, used_signatures FROM vadium_service;
