-- How much an organization has sent a counterparty in the present window, by the clock of the machine: a sandbox, whose
-- time stands still, would otherwise count for ever.
CREATE TABLE counterparty_counts (
  organization_id uuid NOT NULL REFERENCES organizations,
  counterparty_id uuid NOT NULL REFERENCES organizations,
  kind text NOT NULL CHECK (kind IN ('message', 'order')),
  window_began_at timestamptz(3) NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (organization_id, counterparty_id, kind)
);

-- Whose messages and new orders an organization does not take.
CREATE TABLE counterparty_mutes (
  organization_id uuid NOT NULL REFERENCES organizations,
  counterparty_id uuid NOT NULL REFERENCES organizations,
  muted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, counterparty_id),
  CHECK (organization_id <> counterparty_id)
);

CREATE INDEX orders_pending_of_creator ON orders (creator_id, lender_id, borrower_id)
  WHERE status = 'PENDING_ACCEPTANCE';

DO $$
DECLARE
  own text;
BEGIN
  FOREACH own IN ARRAY ARRAY['counterparty_counts', 'counterparty_mutes']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', own);
    EXECUTE format('CREATE POLICY keeper ON %I TO %I USING (true) WITH CHECK (true)', own, current_user);
    EXECUTE format('CREATE POLICY own ON %I TO vadium_service
      USING ((SELECT current_organization()) = organization_id)
      WITH CHECK ((SELECT current_organization()) = organization_id)', own);
  END LOOP;
END
$$;

-- Whether another organization has muted that of the transaction: of the mutes of others it may know this alone.
DO $$
BEGIN
  EXECUTE format($make$
    CREATE FUNCTION is_muted_by(other uuid) RETURNS boolean
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = %I, pg_temp
      AS 'SELECT EXISTS (SELECT FROM counterparty_mutes m
            WHERE m.organization_id = other AND m.counterparty_id = current_organization())'
    $make$, current_schema());
END
$$;
REVOKE ALL ON FUNCTION is_muted_by(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_muted_by(uuid) TO vadium_service;

GRANT SELECT, INSERT, UPDATE ON counterparty_counts TO vadium_service;
GRANT SELECT, INSERT, DELETE ON counterparty_mutes TO vadium_service;
