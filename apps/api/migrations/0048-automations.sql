-- Automatic calls: what an organization lets the service request of a counterparty by itself.

-- One for each counterparty that an organization has ever set one for.
CREATE TABLE automations (
  -- Its deadline has this id: the market cut at which it calls next.
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  counterparty_id uuid NOT NULL REFERENCES organizations,
  -- The version in effect.
  version integer NOT NULL CHECK (version > 0),
  -- Of a market cut that is under way, the last position for which a call is due, in the order of ids.
  cut_reached uuid,
  UNIQUE (organization_id, counterparty_id),
  CHECK (organization_id <> counterparty_id)
);

GRANT SELECT, INSERT, UPDATE (version, cut_reached) ON automations TO vadium_service;
ALTER TABLE automations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON automations TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON automations TO vadium_service
  USING (organization_id = (SELECT current_organization()));

CREATE TABLE automation_versions (
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  organization_id uuid NOT NULL,
  counterparty_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  calls text NOT NULL CHECK (calls IN ('off', 'market_cut', 'margin_call')),
  -- Of one call. Null: no maximum.
  calls_maximum_usd usd_amount CHECK (calls_maximum_usd > 0),
  account_id uuid NOT NULL REFERENCES accounts,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, counterparty_id, version),
  FOREIGN KEY (organization_id, counterparty_id)
    REFERENCES automations (organization_id, counterparty_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON automation_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON automation_versions TO vadium_service;
ALTER TABLE automation_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON automation_versions TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON automation_versions TO vadium_service
  USING (organization_id = (SELECT current_organization()));

ALTER TABLE deadlines
  DROP CONSTRAINT deadlines_kind_check,
  -- An `automation` has one until its next market cut. An `automatic_call` is due at once: the
  -- resource is a position. Both sides of their rows are the organization, so no other sees them.
  -- Close-outs, monthly interest and maturities have deadlines from other migrations.
  ADD CONSTRAINT deadlines_kind_check CHECK (kind IN ('order', 'mark_to_market_request',
    'order_request', 'agreement_proposal', 'agreement_start', 'transfer', 'close_out', 'interest',
    'maturity', 'automation', 'automatic_call_of_lender', 'automatic_call_of_borrower'));

ALTER TABLE mark_to_market_requests
  -- The version by which an automation of its creator created it. Null: a caller created it.
  ADD COLUMN automation_version integer;
