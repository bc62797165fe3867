-- One organization operates an installation: only its accounts have credentials of operators.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Null until the first operator.
ALTER TABLE installation ADD COLUMN platform_id uuid REFERENCES organizations;

-- The first one, if a book of earlier releases has several: `check` names the others.
UPDATE installation SET platform_id = (
  SELECT c.organization_id FROM credentials c WHERE c.role = 'operator'
  ORDER BY c.made_at, c.created_at, c.id LIMIT 1);

-- Of two organizations that get their first operator at once, the second waits for the row of the
-- installation, and is refused.
CREATE FUNCTION refuse_second_platform() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE installation SET platform_id = NEW.organization_id WHERE platform_id IS NULL;
  IF NEW.organization_id <> (SELECT i.platform_id FROM installation i) THEN
    RAISE EXCEPTION 'only the organization that operates the installation has operators'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION refuse_second_platform FROM PUBLIC;
CREATE TRIGGER refuse_second_platform BEFORE INSERT OR UPDATE OF role, organization_id ON credentials
  FOR EACH ROW WHEN (NEW.role = 'operator') EXECUTE FUNCTION refuse_second_platform();
