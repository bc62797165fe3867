-- When each credential last signed a request. Not a column of credentials: their rows are locked by
-- who rotates and revokes them, and a use must wait for nobody.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

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
  FROM unnest(note_credential_uses.credentials, times) AS n (id, used_at) JOIN credentials c USING (id)
  -- All processes write them in one order, so none waits for one that waits for it.
  ORDER BY c.id
  ON CONFLICT (credential_id) DO UPDATE SET used_at = excluded.used_at
    WHERE excluded.used_at >= u.used_at + interval '1 minute';
END
$$;
REVOKE ALL ON FUNCTION note_credential_uses FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_credential_uses TO vadium_service;
