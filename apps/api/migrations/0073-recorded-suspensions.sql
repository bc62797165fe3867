-- Every change of the status of an organization is recorded, whichever process or command makes it:
-- one of the version before writes no suspension.

-- The time is that of the book where the writer says it (vadium.changed_at), which may differ from
-- the database's. What a writer has recorded itself is not recorded again.
CREATE FUNCTION keep_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO suspensions (organization_id, is_suspended, changed_at)
  SELECT NEW.id, NEW.status = 'suspended',
    coalesce(nullif(current_setting('vadium.changed_at', true), '')::timestamptz, now())
  WHERE (NEW.status = 'suspended') <> coalesce(
    (SELECT s.is_suspended FROM suspensions s WHERE s.organization_id = NEW.id
      ORDER BY s.sequence DESC LIMIT 1),
    false);
  RETURN NULL;
END $$;
CREATE TRIGGER keep_suspension AFTER UPDATE OF status ON organizations
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION keep_suspension();
