-- Invitations of colleagues. A link lets its holder offer one key; the account and its credential
-- exist only once the admin who made the link has confirmed that key.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- All times are those of the machine, as the times of credentials are.
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  -- Of the account that is to be created.
  account_id uuid NOT NULL UNIQUE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  role text NOT NULL CHECK (role IN ('viewer', 'execution', 'reporting', 'admin')),
  -- SHA-256 of the secret of the link, which is kept nowhere.
  secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
  creator_credential_id uuid NOT NULL REFERENCES credentials,
  creator_account_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL CHECK (expires_at > created_at),
  public_key bytea CHECK (octet_length(public_key) = 32),
  accepted_at timestamptz(3),
  credential_id uuid UNIQUE REFERENCES credentials,
  revoked_at timestamptz(3),
  FOREIGN KEY (creator_account_id, organization_id) REFERENCES accounts (id, organization_id),
  CONSTRAINT is_accepted_with_a_key CHECK ((accepted_at IS NULL) = (public_key IS NULL)),
  CONSTRAINT is_confirmed_after_its_acceptance
    CHECK (credential_id IS NULL OR accepted_at IS NOT NULL),
  CONSTRAINT is_confirmed_or_revoked CHECK (num_nonnulls(credential_id, revoked_at) < 2)
);
CREATE INDEX invitations_of_organization_newest
  ON invitations (organization_id, created_at DESC, id DESC);
CREATE INDEX invitations_open ON invitations (organization_id, expires_at)
  WHERE credential_id IS NULL AND revoked_at IS NULL;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON invitations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT, UPDATE (public_key, accepted_at, expires_at, credential_id, revoked_at)
  ON invitations TO vadium_service;
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON invitations TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON invitations TO vadium_service
  USING (organization_id = (SELECT current_organization()))
  WITH CHECK (organization_id = (SELECT current_organization()));

-- An invitation is made by the credential of the transaction, an admin's. The first key stays, and
-- what has ended does not change. It is confirmed by the account that made it, with the credential
-- of exactly that key, role and account.
CREATE FUNCTION keep_invitation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
    OR (NEW.credential_id IS NOT NULL AND (
      OLD.public_key IS NULL
      OR account_of(current_credential()) IS DISTINCT FROM NEW.creator_account_id
      OR NOT EXISTS (SELECT FROM credentials c
        WHERE c.id = NEW.credential_id AND c.public_key = NEW.public_key AND c.role = NEW.role
          AND c.account_id = NEW.account_id)))
  THEN
    RAISE EXCEPTION 'permission denied: the invitation % does not change so', NEW.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION keep_invitation FROM PUBLIC;
CREATE TRIGGER keep_invitation BEFORE INSERT OR UPDATE ON invitations
  FOR EACH ROW EXECUTE FUNCTION keep_invitation();

-- An organization adds the account of an accepted invitation of its own, and no other.
CREATE POLICY invited ON accounts FOR INSERT TO vadium_service
  WITH CHECK (organization_id = (SELECT current_organization()) AND EXISTS (
    SELECT FROM invitations i
    WHERE i.account_id = accounts.id AND i.organization_id = accounts.organization_id
      AND i.name = accounts.name AND accounts.kind = 'person' AND i.public_key IS NOT NULL
      AND i.credential_id IS NULL AND i.revoked_at IS NULL));

-- The organization of an invitation, and the hash with which the secret of its link is compared. It
-- is read before the caller is known.
CREATE FUNCTION find_invitation(invitation uuid)
  RETURNS TABLE (organization_id uuid, secret_hash bytea)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT i.organization_id, i.secret_hash FROM invitations i WHERE i.id = invitation;
END
$$;

REVOKE ALL ON FUNCTION find_invitation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_invitation TO vadium_service;
