-- The role that the service works as, and what row-level security asks about a transaction. Every
-- other file builds on these functions; each table's own policies and grants stand beside it.

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
  -- Whoever migrates must be able to become it. Where an administrator made the role, they granted it.
  BEGIN
    GRANT vadium_service TO CURRENT_USER;
  EXCEPTION WHEN insufficient_privilege THEN
    IF NOT pg_has_role(current_user, 'vadium_service', 'MEMBER') THEN RAISE; END IF;
  END;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO vadium_service', current_schema());
  -- On PostgreSQL 14 and older everybody may create tables in the schema public.
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC, vadium_service', current_schema());
END
$$;

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

-- A condition of each statement that enters an organization. It is planned as part of that
-- statement and looked at once, before any row, so it costs next to nothing. A pooler that mixes up
-- sessions can lose the role of a connection: then nothing is read or written.
CREATE FUNCTION runs_as_service() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN current_user = service_role() THEN true ELSE refuse_role(service_role()) END;

-- The organization that the transaction belongs to; null for a transaction of the service itself.
-- Policies ask for it in a sub-select, which is evaluated once a query and not once a row.
CREATE FUNCTION current_organization() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('vadium.organization_id', true), '')::uuid;

-- Whether the caller is an operator, who onboards organizations and looks after custody and prices.
CREATE FUNCTION acts_as_operator() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('vadium.operator', true), '') = 'on';

-- Whether the service is valuing positions after a change of prices.
CREATE FUNCTION acts_as_revaluation() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('vadium.revaluation', true), '') = 'on';

-- Work across organizations is not for a transaction that belongs to one of them, also where a
-- statement of it is wrong. Functions for workers, sweeps, streams and figures begin with this.
CREATE FUNCTION refuse_to_organizations() RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF current_organization() IS NOT NULL THEN
    RAISE EXCEPTION 'an organization may not ask for others' USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$$;

-- An organization publishes for itself and for those it has an agreement or a deal with. The
-- operator and the service, in a transaction that belongs to nobody, publish for everybody.
CREATE FUNCTION refuse_strangers(readers uuid[]) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  own uuid := current_organization();
BEGIN
  IF own IS NULL OR acts_as_operator() THEN
    RETURN;
  END IF;
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT unnest(readers)) AS r (reader)
    WHERE reader <> own
      AND NOT EXISTS (SELECT FROM agreements a
        WHERE (a.lender_id, a.borrower_id) IN ((own, reader), (reader, own)))
      AND NOT EXISTS (SELECT FROM orders o
        WHERE (o.lender_id, o.borrower_id) IN ((own, reader), (reader, own))))
  THEN
    RAISE EXCEPTION 'an organization may not publish for strangers'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$$;

-- For triggers: reference data is the same for everybody, so the service writes it, and the
-- operator.
CREATE FUNCTION refuse_reference_data() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_organization() IS NOT NULL AND NOT acts_as_operator() THEN
    RAISE EXCEPTION 'an organization may not change %', TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END
$$;

-- For triggers: history is appended to. Not even the owner edits it by mistake.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever appended to', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
