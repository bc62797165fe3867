-- One definition of a valid credential. The service decides the same in
-- `platform/signing/credential-validity.ts`.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE FUNCTION credential_is_valid(revoked_at timestamptz, expires_at timestamptz, at timestamptz)
  RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT revoked_at IS NULL AND (expires_at IS NULL OR expires_at > at)
$$;
REVOKE ALL ON FUNCTION credential_is_valid FROM PUBLIC;
GRANT EXECUTE ON FUNCTION credential_is_valid TO vadium_service;

CREATE OR REPLACE FUNCTION credential_is_good(credential uuid, of_organization uuid, in_role text)
  RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM credentials c JOIN organizations o ON o.id = c.organization_id
    WHERE c.id = credential AND c.organization_id = of_organization AND c.role = in_role
      AND credential_is_valid(c.revoked_at, c.expires_at, now()) AND o.status = 'active');
END
$$;

CREATE OR REPLACE FUNCTION good_credentials(credentials uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT c.id FROM credentials c
    WHERE c.id = ANY (good_credentials.credentials)
      AND credential_is_good(c.id, c.organization_id, c.role);
END
$$;
