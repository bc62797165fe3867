-- The role that the service works as, and the functions that row-level security uses. Every other
-- file needs these functions. The policies and grants of a table are next to the table.

-- The owner of the tables applies the migrations and loads scenarios. The service works as a role
-- that owns no table, so that row-level security binds it. It sees the rows of the organization
-- that its transaction was begun for, and none where none was named. The owner is bound as well
-- (FORCE) and has on each table a policy of its own, "keeper".
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'vadium_service') THEN
    BEGIN
      CREATE ROLE vadium_service NOLOGIN NOSUPERUSER NOBYPASSRLS;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of this server created it at the same moment
    END;
  END IF;
  -- The role that migrates must be able to become the service's role. If an administrator created
  -- the role, the administrator granted this.
  BEGIN
    GRANT vadium_service TO CURRENT_USER;
  EXCEPTION WHEN insufficient_privilege THEN
    IF NOT pg_has_role(current_user, 'vadium_service', 'MEMBER') THEN RAISE; END IF;
  END;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO vadium_service', current_schema());
  -- On PostgreSQL 14 and older, every role may create tables in the schema public.
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC, vadium_service', current_schema());
END
$$;

-- The role name that the migrations were applied with. Roles belong to the whole server, so the
-- name is a setting. A start with another name is refused.
CREATE FUNCTION service_role() RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN text 'vadium_service';

CREATE FUNCTION refuse_role(wanted text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RAISE EXCEPTION 'what is done for an organization must run as %, not as %', wanted, current_user
    USING ERRCODE = 'insufficient_privilege';
END
$$;

-- A condition of each statement that enters an organization. PostgreSQL plans it as part of that
-- statement and checks it once, before any row, so it costs almost nothing. A pooler that mixes up
-- sessions can lose the role of a connection. Then nothing is read or written.
CREATE FUNCTION runs_as_service() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN current_user = service_role() THEN true ELSE refuse_role(service_role()) END;

-- The organization that the transaction belongs to. Null for a transaction of the service itself.
-- Policies call it in a sub-select, which is evaluated once a query instead of once a row.
CREATE FUNCTION current_organization() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('vadium.organization_id', true), '')::uuid;

-- The credential that the transaction belongs to. Null for the service itself.
CREATE FUNCTION current_credential() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('vadium.credential_id', true), '')::uuid;

-- Whether the caller is an operator, who adds organizations and operates custody and prices.
CREATE FUNCTION acts_as_operator() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('vadium.operator', true), '') = 'on';

-- Whether the service is revaluing positions after a change of prices.
CREATE FUNCTION acts_as_revaluation() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('vadium.revaluation', true), '') = 'on';

-- Refuses to work across organizations within a transaction of one of them, even if a statement is
-- wrong. The functions for workers, sweeps, streams and figures call it first.
CREATE FUNCTION refuse_to_organizations() RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF current_organization() IS NOT NULL THEN
    RAISE EXCEPTION 'an organization may not ask for others'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$$;

-- An organization publishes for itself, for those that it has an agreement with, which every deal
-- has, and for those that decide on its requests or on whose requests it decides. The operator and
-- the service, in a transaction that belongs to no organization, publish for all.
CREATE FUNCTION refuse_strangers(readers uuid[]) RETURNS void
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  own uuid := current_organization();
  without_agreement uuid[];
BEGIN
  IF own IS NULL OR acts_as_operator() THEN
    RETURN;
  END IF;
  SELECT array_agg(reader) INTO without_agreement
  FROM (SELECT DISTINCT unnest(readers)) AS r (reader)
  WHERE reader <> own
    AND NOT EXISTS (SELECT FROM agreements a WHERE a.lender_id = own AND a.borrower_id = reader)
    AND NOT EXISTS (SELECT FROM agreements a WHERE a.lender_id = reader AND a.borrower_id = own);
  IF without_agreement IS NULL THEN
    RETURN;
  END IF;
  -- A statement of its own, because in one with the agreements the planner may begin with these.
  IF EXISTS (
    SELECT FROM unnest(without_agreement) AS r (reader)
    WHERE NOT EXISTS (SELECT FROM approvals p
      WHERE p.decider_id <> p.organization_id
        AND (p.organization_id, p.decider_id) IN ((own, reader), (reader, own))))
  THEN
    RAISE EXCEPTION 'an organization may not publish for strangers'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$$;

-- For triggers: only the service and the operator write reference data, which is the same for all
-- organizations.
CREATE FUNCTION refuse_reference_data() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_organization() IS NOT NULL AND NOT acts_as_operator() THEN
    RAISE EXCEPTION 'an organization may not change %', TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END
$$;

-- For triggers: rows of a history are only added. The owner cannot change them by mistake either.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever appended to', TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END
$$;
