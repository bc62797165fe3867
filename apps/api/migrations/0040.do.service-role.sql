-- The name that the migrations were carried out with: roles belong to the whole server, so it is a
-- setting, and a start with another name is refused.
CREATE FUNCTION service_role() RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN text 'vadium_service';

CREATE FUNCTION refuse_role(wanted text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RAISE EXCEPTION 'what is done for an organization must run as %, not as %', wanted, current_user
    USING ERRCODE = 'insufficient_privilege';
END
$$;

-- A condition of each statement that enters an organization. It is planned as part of that statement
-- and looked at once, before any row, so it costs next to nothing. A pooler that mixes up sessions can
-- lose the role of a connection: then nothing is read or written.
CREATE FUNCTION runs_as_service() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN current_user = service_role() THEN true ELSE refuse_role(service_role()) END;
