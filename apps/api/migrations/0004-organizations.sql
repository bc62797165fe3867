-- Organizations with their accounts and credentials. An organization sees its own rows. The
-- operator sees and adds all rows. The name of a deal's other side has a policy beside the
-- agreements.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Organizations

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX organizations_newest ON organizations (created_at DESC, id DESC);

GRANT SELECT, INSERT, UPDATE (status) ON organizations TO vadium_service;
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON organizations TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON organizations TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
-- Its policy own_and_counterparties is next to the agreements that it reads.

-- Accounts

CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('person', 'program')),
  -- The account that created it, and when by the clock of the database, which a sandbox does not
  -- move. Null: the command line of the installation did. The same holds for credentials.
  made_by uuid,
  made_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (id, organization_id)
);
CREATE INDEX accounts_of_organization ON accounts (organization_id, id);
CREATE INDEX accounts_made_by ON accounts (made_by, made_at) WHERE made_by IS NOT NULL;

GRANT SELECT, INSERT ON accounts TO vadium_service;
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON accounts TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON accounts TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
CREATE POLICY own ON accounts FOR SELECT TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- Credentials

CREATE TABLE credentials (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'execution', 'reporting', 'admin', 'operator')),
  -- A key belongs to one credential for ever. A revoked key cannot be enrolled under another name.
  public_key bytea NOT NULL UNIQUE CHECK (octet_length(public_key) = 32),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  made_by uuid,
  made_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id)
);
CREATE INDEX credentials_newest ON credentials (created_at DESC, id DESC);
CREATE INDEX credentials_of_organization_newest
  ON credentials (organization_id, created_at DESC, id DESC);
CREATE INDEX credentials_expiring ON credentials (expires_at) WHERE revoked_at IS NULL;
CREATE INDEX credentials_made_by ON credentials (made_by, made_at) WHERE made_by IS NOT NULL;

GRANT SELECT, INSERT, UPDATE (expires_at, revoked_at) ON credentials TO vadium_service;
ALTER TABLE credentials ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON credentials TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON credentials TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
-- An organization creates and revokes its own credentials.
CREATE POLICY own ON credentials TO vadium_service
  USING (organization_id = (SELECT current_organization()));
-- Only an operator creates an operator.
CREATE POLICY operators_by_operators ON credentials AS RESTRICTIVE FOR INSERT TO vadium_service
  WITH CHECK (role <> 'operator' OR (SELECT acts_as_operator()));

-- The functions with the rights of the owner call this one.
CREATE FUNCTION account_of(credential uuid) RETURNS uuid
  LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT c.account_id FROM credentials c WHERE c.id = credential
$$;
REVOKE ALL ON FUNCTION account_of FROM PUBLIC;

CREATE FUNCTION record_maker() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  NEW.made_by := account_of(current_credential());
  NEW.made_at := now();
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION record_maker FROM PUBLIC;
CREATE TRIGGER record_maker BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION record_maker();
CREATE TRIGGER record_maker BEFORE INSERT ON credentials
  FOR EACH ROW EXECUTE FUNCTION record_maker();

-- The one definition of a valid credential. The service decides the same in
-- `platform/signing/credential-validity.ts`.
CREATE FUNCTION credential_is_valid(revoked_at timestamptz, expires_at timestamptz, at timestamptz)
  RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT revoked_at IS NULL AND (expires_at IS NULL OR expires_at > at)
$$;
REVOKE ALL ON FUNCTION credential_is_valid FROM PUBLIC;
GRANT EXECUTE ON FUNCTION credential_is_valid TO vadium_service;

-- The credential of a public key. It is read before the caller is known.
CREATE FUNCTION find_credential(by_public_key bytea)
  RETURNS TABLE (credential_id uuid, organization_id uuid, account_id uuid, role text,
    organization_status text, expires_at timestamptz, is_revoked boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY
    SELECT c.id, c.organization_id, c.account_id, c.role, o.status, c.expires_at::timestamptz,
      c.revoked_at IS NOT NULL
    FROM credentials c JOIN organizations o ON o.id = c.organization_id
    WHERE c.public_key = by_public_key;
END
$$;

-- Whether a credential may act for an organization in a role at this moment. It returns nothing
-- else about the credential.
CREATE FUNCTION credential_is_good(credential uuid, of_organization uuid, in_role text)
  RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM credentials c JOIN organizations o ON o.id = c.organization_id
    WHERE c.id = credential AND c.organization_id = of_organization AND c.role = in_role
      AND credential_is_valid(c.revoked_at, c.expires_at, now()) AND o.status = 'active');
END
$$;

-- Which of these credentials are still valid. The open streams of a process use it.
CREATE FUNCTION good_credentials(credentials uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT c.id FROM credentials c
    WHERE c.id = ANY (good_credentials.credentials)
      AND credential_is_good(c.id, c.organization_id, c.role);
END
$$;

-- Credentials that expire within a period, if their account and role have no newer credential.
CREATE FUNCTION expiring_credentials(after timestamptz, until timestamptz)
  RETURNS TABLE (id uuid, organization_id uuid, role text, account text, created_at timestamptz,
    expires_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT c.id, c.organization_id, c.role, a.name, c.created_at::timestamptz,
      c.expires_at::timestamptz
    FROM credentials c JOIN accounts a ON a.id = c.account_id
    WHERE c.revoked_at IS NULL AND c.expires_at > after AND c.expires_at <= until
      AND NOT EXISTS (
        SELECT FROM credentials r
        WHERE r.organization_id = c.organization_id AND r.account_id = c.account_id
          AND r.role = c.role AND r.revoked_at IS NULL AND r.created_at > c.created_at
          AND (r.expires_at IS NULL OR r.expires_at > c.expires_at))
    ORDER BY c.organization_id, c.id;
END
$$;

REVOKE ALL ON FUNCTION find_credential, credential_is_good, good_credentials,
  expiring_credentials FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_credential, credential_is_good, good_credentials,
  expiring_credentials TO vadium_service;

-- When each credential last signed a request. Not a column of credentials: their rows are locked by
-- who rotates and revokes them, and a use must wait for nobody.

CREATE TABLE credential_uses (
  credential_id uuid PRIMARY KEY REFERENCES credentials,
  organization_id uuid NOT NULL,
  used_at timestamptz(3) NOT NULL
);
GRANT SELECT ON credential_uses TO vadium_service;
ALTER TABLE credential_uses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON credential_uses TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON credential_uses FOR SELECT TO vadium_service
  USING ((SELECT acts_as_operator()));
CREATE POLICY own ON credential_uses FOR SELECT TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- Records uses, at most one a minute for each credential, whatever the number of processes.
CREATE FUNCTION note_credential_uses(credentials uuid[], times timestamptz[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  INSERT INTO credential_uses AS u (credential_id, organization_id, used_at)
  SELECT c.id, c.organization_id, n.used_at
  FROM unnest(note_credential_uses.credentials, times) AS n (id, used_at) JOIN credentials c
    USING (id)
  -- All processes write them in one order, so none waits for one that waits for it.
  ORDER BY c.id
  ON CONFLICT (credential_id) DO UPDATE SET used_at = excluded.used_at
    WHERE excluded.used_at >= u.used_at + interval '1 minute';
END
$$;
REVOKE ALL ON FUNCTION note_credential_uses FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_credential_uses TO vadium_service;
