-- Deadlines, and every transition of a state machine.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Deadlines. A function finds the ones that are due. A worker then acts for one organization.

CREATE TABLE deadlines (
  -- An `agreement_proposal` has one until it has ended, an `agreement_start` until it is in effect:
  -- their terms name the version. A `transfer` has one until it is late.
  kind text NOT NULL CHECK (kind IN ('order', 'mark_to_market_request', 'order_request',
    'agreement_proposal', 'agreement_start', 'transfer')),
  resource_id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  due_at timestamptz(3) NOT NULL,
  -- When the parties are notified that it will expire. Null: they were notified.
  warn_at timestamptz(3),
  PRIMARY KEY (kind, resource_id)
);
CREATE INDEX ON deadlines (due_at, sequence);
CREATE INDEX ON deadlines (warn_at, sequence) WHERE warn_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON deadlines TO vadium_service;
ALTER TABLE deadlines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON deadlines TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON deadlines TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
CREATE POLICY onboarding ON deadlines TO vadium_service
  USING ((SELECT acts_as_operator()) AND kind = 'agreement_proposal');

-- Deadlines that have passed, from one of them on, with the organization to act for.
CREATE FUNCTION due_deadlines(at timestamptz, of_kinds text[], after_due timestamptz,
    after_sequence bigint, rows_max integer)
  RETURNS TABLE (kind text, resource_id uuid, lender_id uuid, due_at timestamptz, sequence bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT d.kind, d.resource_id, d.lender_id, d.due_at::timestamptz, d.sequence FROM deadlines d
    WHERE d.due_at <= at AND d.kind = ANY (of_kinds)
      AND (after_due IS NULL OR (d.due_at, d.sequence) > (after_due, after_sequence))
    ORDER BY d.due_at, d.sequence LIMIT rows_max;
END
$$;

-- Deadlines whose parties are to be warned, from one of them on.
CREATE FUNCTION due_warnings(at timestamptz, after_warning timestamptz, after_sequence bigint,
    rows_max integer)
  RETURNS TABLE (kind text, resource_id uuid, lender_id uuid, warn_at timestamptz, sequence bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT d.kind, d.resource_id, d.lender_id, d.warn_at::timestamptz, d.sequence FROM deadlines d
    WHERE d.warn_at <= at
      AND (after_warning IS NULL OR (d.warn_at, d.sequence) > (after_warning, after_sequence))
    ORDER BY d.warn_at, d.sequence LIMIT rows_max;
END
$$;

REVOKE ALL ON FUNCTION due_deadlines, due_warnings FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_deadlines, due_warnings TO vadium_service;

-- Every transition of a state machine.
CREATE TABLE state_changes (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  machine text NOT NULL,
  resource_id uuid NOT NULL,
  action text NOT NULL,
  -- Null: the transition created the resource.
  from_state text,
  to_state text NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  -- The organization that acted. Null: the service or a custodian.
  actor_id uuid,
  changed_at timestamptz(3) NOT NULL
);
-- The changes of a resource are few, so they are sorted when they are read. An index of only their
-- owner stores each owner once.
CREATE INDEX state_changes_of_resource ON state_changes (resource_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON state_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON state_changes TO vadium_service;
ALTER TABLE state_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON state_changes TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON state_changes TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
