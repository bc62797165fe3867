-- Agreements between two organizations, and the limits on what one may send the other. The operator
-- proposes a version of an agreement and is not a party to it. It takes effect when both sides have
-- accepted it.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
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
  lender_accepted_at timestamptz(3),
  borrower_accepted_at timestamptz(3),
  expire_at timestamptz(3) NOT NULL,
  -- When a proposal ended without both acceptances: its time was over, or a newer one was made.
  expired_at timestamptz(3),
  -- The state and the time from which a version is in effect follow from the acceptances. So no
  -- version is in effect without both.
  state text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN expired_at IS NOT NULL THEN 'EXPIRED'
    WHEN lender_accepted_at IS NOT NULL AND borrower_accepted_at IS NOT NULL THEN 'ACCEPTED'
    ELSE 'PROPOSED' END) STORED CHECK (state IN ('PROPOSED', 'ACCEPTED', 'EXPIRED')),
  in_effect_at timestamptz(3) GENERATED ALWAYS AS (CASE
    WHEN expired_at IS NULL AND lender_accepted_at IS NOT NULL AND borrower_accepted_at IS NOT NULL
    THEN greatest(effective_at, lender_accepted_at, borrower_accepted_at) END) STORED,
  PRIMARY KEY (agreement_id, version),
  CONSTRAINT is_accepted_before_it_expires
    CHECK (lender_accepted_at < expire_at AND borrower_accepted_at < expire_at),
  CONSTRAINT expires_only_without_both_acceptances
    CHECK (expired_at IS NULL OR num_nulls(lender_accepted_at, borrower_accepted_at) > 0),
  FOREIGN KEY (agreement_id, lender_id, borrower_id)
    REFERENCES agreements (id, lender_id, borrower_id),
  FOREIGN KEY (terms_id, lender_id, borrower_id)
    REFERENCES margin_terms (id, lender_id, borrower_id)
);
CREATE UNIQUE INDEX agreement_versions_one_proposed ON agreement_versions (agreement_id)
  WHERE state = 'PROPOSED';

GRANT SELECT, INSERT, UPDATE (lender_accepted_at, borrower_accepted_at, expired_at)
  ON agreement_versions TO vadium_service;
ALTER TABLE agreement_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON agreement_versions TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON agreement_versions FOR SELECT TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
-- The operator proposes and ends proposals. Each side accepts for itself.
CREATE POLICY onboarding_reads ON agreement_versions FOR SELECT TO vadium_service
  USING ((SELECT acts_as_operator()));
CREATE POLICY onboarding_proposes ON agreement_versions FOR INSERT TO vadium_service
  WITH CHECK ((SELECT acts_as_operator())
    AND num_nonnulls(lender_accepted_at, borrower_accepted_at, expired_at) = 0);
CREATE POLICY onboarding_ends ON agreement_versions FOR UPDATE TO vadium_service
  USING ((SELECT acts_as_operator()));
CREATE POLICY parties_accept ON agreement_versions FOR UPDATE TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

CREATE FUNCTION keep_consent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own uuid := current_organization();
  accepts_for uuid[] := array_remove(ARRAY[
    CASE WHEN NEW.lender_accepted_at IS DISTINCT FROM OLD.lender_accepted_at THEN OLD.lender_id END,
    CASE WHEN NEW.borrower_accepted_at IS DISTINCT FROM OLD.borrower_accepted_at
      THEN OLD.borrower_id END], NULL);
  ends boolean := NEW.expired_at IS DISTINCT FROM OLD.expired_at;
BEGIN
  IF cardinality(accepts_for) = 0 AND NOT ends THEN
    RETURN NEW;
  END IF;
  IF OLD.state <> 'PROPOSED' THEN
    RAISE EXCEPTION 'a version that is % keeps its acceptances', OLD.state
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (OLD.lender_id = ANY (accepts_for) AND OLD.lender_accepted_at IS NOT NULL)
    OR (OLD.borrower_id = ANY (accepts_for) AND OLD.borrower_accepted_at IS NOT NULL)
  THEN
    RAISE EXCEPTION 'an acceptance does not change' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF own IS NOT NULL AND NOT accepts_for <@ ARRAY[own] THEN
    RAISE EXCEPTION 'an organization accepts for itself alone'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- In the name of a party, a proposal ends only because its time is over.
  IF own IS NOT NULL AND NOT acts_as_operator() AND ends AND NEW.expired_at < OLD.expire_at THEN
    RAISE EXCEPTION 'a proposal stays open until %', OLD.expire_at
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_consent BEFORE UPDATE ON agreement_versions
  FOR EACH ROW EXECUTE FUNCTION keep_consent();

-- How much an organization has sent a counterparty in the current window: messages, orders,
-- orders withdrawn, and wallets changed. Times are those of the machine. The time of a sandbox can
-- stop, so a window would never end.
CREATE TABLE counterparty_counts (
  organization_id uuid NOT NULL REFERENCES organizations,
  counterparty_id uuid NOT NULL REFERENCES organizations,
  kind text NOT NULL CHECK (kind IN ('message', 'order', 'withdrawal', 'wallet_change')),
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
