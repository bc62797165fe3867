-- Agreements between two organizations, and the limits on what one may send the other. The operator
-- records agreements and is not a party to them. The parties read them.

-- The functions below that run with the rights of the owner (SECURITY DEFINER) use this search
-- path. Temporary tables come last, so that they cannot replace the tables that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Terms never change. A new version of an agreement has new terms, and an order keeps the terms
-- that it was accepted under.
CREATE TABLE margin_terms (
  id uuid PRIMARY KEY,
  lender_id uuid NOT NULL REFERENCES organizations,
  borrower_id uuid NOT NULL REFERENCES organizations,
  requirement_percent percent,
  haircut fraction,
  margin_call_percent percent NOT NULL,
  liquidation_percent percent NOT NULL,
  threshold_usd usd_amount NOT NULL,
  minimum_notional_top_up_usd usd_amount NOT NULL,
  minimum_notional_release_usd usd_amount NOT NULL,
  -- Null means the smallest unit of the collateral asset.
  lot_top_up quantity CHECK (lot_top_up > 0),
  lot_release quantity CHECK (lot_release > 0),
  day_count text NOT NULL CHECK (day_count IN ('ACT/360', 'ACT/365')),
  cure_time_seconds integer NOT NULL CHECK (cure_time_seconds > 0),
  dispute_tolerance_usd usd_amount,
  dispute_tolerance_percent tolerance_percent,
  dispute_method text NOT NULL CHECK (dispute_method IN ('undisputed', 'split')),
  CHECK (num_nonnulls(requirement_percent, haircut) = 1),
  CHECK (num_nonnulls(dispute_tolerance_usd, dispute_tolerance_percent) = 1),
  CHECK (liquidation_percent < margin_call_percent),
  CHECK (lender_id <> borrower_id),
  UNIQUE (id, lender_id, borrower_id)
);

GRANT SELECT, INSERT ON margin_terms TO vadium_service;
ALTER TABLE margin_terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON margin_terms TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON margin_terms TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
CREATE POLICY parties ON margin_terms FOR SELECT TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- There is one agreement for each lender and borrower.
CREATE TABLE agreements (
  id uuid PRIMARY KEY,
  lender_id uuid NOT NULL REFERENCES organizations,
  borrower_id uuid NOT NULL REFERENCES organizations,
  CHECK (lender_id <> borrower_id),
  UNIQUE (id, lender_id, borrower_id),
  UNIQUE (lender_id, borrower_id)
);

GRANT SELECT, INSERT ON agreements TO vadium_service;
ALTER TABLE agreements ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON agreements TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON agreements TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
CREATE POLICY parties ON agreements FOR SELECT TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- A deal shows the name of its other side. Every deal has an agreement.
CREATE POLICY own_and_counterparties ON organizations FOR SELECT TO vadium_service
  USING (id = (SELECT current_organization()) OR EXISTS (
    SELECT FROM agreements a
    WHERE (a.lender_id, a.borrower_id) IN (
      (organizations.id, (SELECT current_organization())),
      ((SELECT current_organization()), organizations.id))));

CREATE TABLE agreement_versions (
  agreement_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  terms_id uuid NOT NULL UNIQUE,
  effective_at timestamptz(3) NOT NULL,
  PRIMARY KEY (agreement_id, version),
  FOREIGN KEY (agreement_id, lender_id, borrower_id)
    REFERENCES agreements (id, lender_id, borrower_id),
  FOREIGN KEY (terms_id, lender_id, borrower_id)
    REFERENCES margin_terms (id, lender_id, borrower_id)
);

GRANT SELECT, INSERT ON agreement_versions TO vadium_service;
ALTER TABLE agreement_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON agreement_versions TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY onboarding ON agreement_versions TO vadium_service
  USING ((SELECT acts_as_operator())) WITH CHECK ((SELECT acts_as_operator()));
CREATE POLICY parties ON agreement_versions FOR SELECT TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- How much an organization has sent a counterparty in the current window, and how many of its
-- requests to it were withdrawn. Times are those of the machine. The time of a sandbox can stop, so
-- a window would never end.
CREATE TABLE counterparty_counts (
  organization_id uuid NOT NULL REFERENCES organizations,
  counterparty_id uuid NOT NULL REFERENCES organizations,
  kind text NOT NULL CHECK (kind IN ('message', 'order', 'withdrawal')),
  window_began_at timestamptz(3) NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (organization_id, counterparty_id, kind)
);

GRANT SELECT, INSERT, UPDATE ON counterparty_counts TO vadium_service;
ALTER TABLE counterparty_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON counterparty_counts TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON counterparty_counts TO vadium_service
  USING ((SELECT current_organization()) = organization_id)
  WITH CHECK ((SELECT current_organization()) = organization_id);

-- Organizations whose messages and new orders an organization refuses.
CREATE TABLE counterparty_mutes (
  organization_id uuid NOT NULL REFERENCES organizations,
  counterparty_id uuid NOT NULL REFERENCES organizations,
  muted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, counterparty_id),
  CHECK (organization_id <> counterparty_id)
);

GRANT SELECT, INSERT, DELETE ON counterparty_mutes TO vadium_service;
ALTER TABLE counterparty_mutes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON counterparty_mutes TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON counterparty_mutes TO vadium_service
  USING ((SELECT current_organization()) = organization_id)
  WITH CHECK ((SELECT current_organization()) = organization_id);

-- Whether another organization has muted that of the transaction. It may know nothing else about
-- the mutes of others.
CREATE FUNCTION is_muted_by(other uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (SELECT FROM counterparty_mutes m
    WHERE m.organization_id = other AND m.counterparty_id = current_organization())
$$;
REVOKE ALL ON FUNCTION is_muted_by FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_muted_by TO vadium_service;
