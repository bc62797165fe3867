-- What the service checks of an invitation before it is accepted and confirmed, the database checks
-- as well.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- In hours, because a day may have more or fewer of them.
ALTER TABLE invitations ADD CONSTRAINT expires_in_time CHECK (expires_at <=
  COALESCE(accepted_at + interval '168 hours', created_at + interval '24 hours'));

-- An invitation is made by the credential of the transaction, an admin's. While it is open, and that
-- credential is good, one key is accepted, which stays, and then confirmed: by the account that made
-- the invitation, with the credential of exactly that key, role and account. What has ended does not
-- change. The times that are compared are those of the service, as all of the table are.
CREATE OR REPLACE FUNCTION keep_invitation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.creator_credential_id IS DISTINCT FROM current_credential()
      OR NEW.creator_account_id IS DISTINCT FROM account_of(current_credential())
      OR NOT credential_is_good(NEW.creator_credential_id, NEW.organization_id, 'admin')
      OR num_nonnulls(NEW.public_key, NEW.credential_id, NEW.revoked_at) > 0
    THEN
      RAISE EXCEPTION 'permission denied: an invitation is made by the admin who signed it'
        USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
  END IF;
  IF num_nonnulls(OLD.credential_id, OLD.revoked_at) > 0
    OR (OLD.public_key IS NOT NULL AND (NEW.public_key, NEW.accepted_at, NEW.expires_at)
      IS DISTINCT FROM (OLD.public_key, OLD.accepted_at, OLD.expires_at))
    OR (NEW.public_key IS NULL AND NEW.expires_at IS DISTINCT FROM OLD.expires_at)
    OR (OLD.public_key IS NULL AND NEW.accepted_at >= OLD.expires_at)
    -- A revocation makes nothing possible, so it may come late.
    OR (NEW.revoked_at IS NULL
      AND NOT credential_is_good(NEW.creator_credential_id, NEW.organization_id, 'admin'))
    OR (NEW.credential_id IS NOT NULL AND (
      OLD.public_key IS NULL
      OR account_of(current_credential()) IS DISTINCT FROM NEW.creator_account_id
      OR NOT EXISTS (SELECT FROM credentials c
        WHERE c.id = NEW.credential_id AND c.public_key = NEW.public_key AND c.role = NEW.role
          AND c.account_id = NEW.account_id AND c.created_at < OLD.expires_at)))
  THEN
    RAISE EXCEPTION 'permission denied: the invitation % does not change so', NEW.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

-- Only the account that made an invitation adds the account of it, while the invitation can still
-- be confirmed.
DROP POLICY invited ON accounts;
CREATE POLICY invited ON accounts FOR INSERT TO vadium_service
  WITH CHECK (organization_id = (SELECT current_organization()) AND EXISTS (
    SELECT FROM invitations i JOIN credentials c ON c.account_id = i.creator_account_id
    WHERE i.account_id = accounts.id AND i.organization_id = accounts.organization_id
      AND i.name = accounts.name AND accounts.kind = 'person' AND i.public_key IS NOT NULL
      AND i.credential_id IS NULL AND i.revoked_at IS NULL
      AND c.id = (SELECT current_credential())
      AND credential_is_good(i.creator_credential_id, i.organization_id, 'admin')));
