-- When the link of an invitation ended, so that it is forgotten before anything else is done for who
-- has it.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- The time of the first that ends an invitation, which may be in the future: its own time, its
-- revocation, its confirmation, or the end of the credential that created it. A suspension is not
-- among them, because it may be lifted. It is read before the caller is known.
CREATE FUNCTION end_of_invitation(invitation uuid) RETURNS timestamptz
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN (
    SELECT LEAST(i.expires_at, i.revoked_at, confirmed.created_at, creator.expires_at,
      creator.revoked_at)
    FROM invitations i JOIN credentials creator ON creator.id = i.creator_credential_id
      LEFT JOIN credentials confirmed ON confirmed.id = i.credential_id
    WHERE i.id = invitation);
END
$$;

REVOKE ALL ON FUNCTION end_of_invitation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_of_invitation TO vadium_service;
