-- When organizations were suspended and activated. The time in which a side of a deal is suspended
-- does not count against it: it can neither answer nor send. Suspensions from before this table are
-- not in it.

CREATE TABLE suspensions (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  -- Whether it was suspended, or activated again.
  is_suspended boolean NOT NULL,
  changed_at timestamptz(3) NOT NULL
);
CREATE INDEX suspensions_of_organization ON suspensions (organization_id, sequence);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspensions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON suspensions TO vadium_service;
ALTER TABLE suspensions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON suspensions TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON suspensions TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
-- A reader of an organization sees when it was suspended: it was notified of that.
CREATE POLICY own_and_counterparties ON suspensions FOR SELECT TO vadium_service
  USING (organization_id = (SELECT current_organization()) OR EXISTS (
    SELECT FROM agreements a
    WHERE (a.lender_id, a.borrower_id) IN (
      (suspensions.organization_id, (SELECT current_organization())),
      ((SELECT current_organization()), suspensions.organization_id))));
