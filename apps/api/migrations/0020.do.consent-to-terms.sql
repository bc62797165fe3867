-- Consent to terms: a version of an agreement is proposed by the operator, and takes effect when
-- both sides have accepted it.

-- The functions below that run with the rights of the owner (SECURITY DEFINER) use this search
-- path. Temporary tables come last, so that they cannot replace the tables that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

ALTER TABLE agreement_versions
  ADD lender_accepted_at timestamptz(3),
  ADD borrower_accepted_at timestamptz(3),
  ADD expire_at timestamptz(3),
  -- When a proposal ended without both acceptances: its time was over, or a newer one was made.
  ADD expired_at timestamptz(3);

-- Versions that were recorded before needed no acceptance, and stay in effect from the same time.
UPDATE agreement_versions SET
  lender_accepted_at = least(effective_at, now()),
  borrower_accepted_at = least(effective_at, now()),
  expire_at = least(effective_at, now()) + interval '14 days';

-- The state and the time from which a version is in effect follow from the acceptances. So no
-- version is in effect without both.
ALTER TABLE agreement_versions
  -- The default is for the program before this migration, which may still run during an upgrade.
  ALTER expire_at SET DEFAULT now() + interval '14 days',
  ALTER expire_at SET NOT NULL,
  ADD state text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN expired_at IS NOT NULL THEN 'EXPIRED'
    WHEN lender_accepted_at IS NOT NULL AND borrower_accepted_at IS NOT NULL THEN 'ACCEPTED'
    ELSE 'PROPOSED' END) STORED CHECK (state IN ('PROPOSED', 'ACCEPTED', 'EXPIRED')),
  ADD in_effect_at timestamptz(3) GENERATED ALWAYS AS (CASE
    WHEN expired_at IS NULL AND lender_accepted_at IS NOT NULL AND borrower_accepted_at IS NOT NULL
    THEN greatest(effective_at, lender_accepted_at, borrower_accepted_at) END) STORED,
  ADD CONSTRAINT is_accepted_before_it_expires
    CHECK (lender_accepted_at < expire_at AND borrower_accepted_at < expire_at),
  ADD CONSTRAINT expires_only_without_both_acceptances
    CHECK (expired_at IS NULL OR num_nulls(lender_accepted_at, borrower_accepted_at) > 0);
CREATE UNIQUE INDEX agreement_versions_one_proposed ON agreement_versions (agreement_id)
  WHERE state = 'PROPOSED';

-- The operator proposes and ends proposals. Each side accepts for itself.
DROP POLICY onboarding ON agreement_versions;
CREATE POLICY onboarding_reads ON agreement_versions FOR SELECT TO vadium_service
  USING ((SELECT acts_as_operator()));
CREATE POLICY onboarding_proposes ON agreement_versions FOR INSERT TO vadium_service
  WITH CHECK ((SELECT acts_as_operator())
    AND num_nonnulls(lender_accepted_at, borrower_accepted_at, expired_at) = 0);
CREATE POLICY onboarding_ends ON agreement_versions FOR UPDATE TO vadium_service
  USING ((SELECT acts_as_operator()));
CREATE POLICY parties_accept ON agreement_versions FOR UPDATE TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
GRANT UPDATE (lender_accepted_at, borrower_accepted_at, expired_at) ON agreement_versions
  TO vadium_service;

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

-- A proposal has a deadline until it has ended, and an accepted version until it is in effect. The
-- terms of a version name it.
ALTER TABLE deadlines
  DROP CONSTRAINT deadlines_kind_check,
  ADD CONSTRAINT deadlines_kind_check CHECK (kind IN ('order', 'mark_to_market_request',
    'order_request', 'agreement_proposal', 'agreement_start'));
CREATE POLICY onboarding ON deadlines TO vadium_service
  USING ((SELECT acts_as_operator()) AND kind = 'agreement_proposal');
