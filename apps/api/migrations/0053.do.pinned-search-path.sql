-- Every function with the rights of the owner finds its tables in the schema of the book, and
-- temporary tables last, so that none can stand in for what it reads. Nobody may call one without
-- being granted it by name.
DO $$
DECLARE
  definer regprocedure;
BEGIN
  FOR definer IN
    SELECT oid FROM pg_proc WHERE prosecdef AND pronamespace = current_schema()::regnamespace
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', definer, current_schema());
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', definer);
  END LOOP;
END
$$;

-- On PostgreSQL 14 and older everybody may create tables in the schema public.
DO $$
BEGIN
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC, vadium_service', current_schema());
END
$$;
