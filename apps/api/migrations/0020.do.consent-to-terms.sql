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

-- As in 0016, with the proposed versions of agreements.
-- `at` is the time of the book. A price is stale when it is older than `age_seconds_max`.
CREATE OR REPLACE FUNCTION book_figures(at timestamptz, age_seconds_max integer, assets_max integer)
  RETURNS TABLE (figure text, kind text, state text, value double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT refuse_to_organizations();
  SELECT 'open', 'agreement_version', v.state, count(*) FROM agreement_versions v
  WHERE v.state = 'PROPOSED' GROUP BY v.state
  UNION ALL
  SELECT 'open', 'order', o.status, count(*) FROM orders o
  WHERE o.status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING') GROUP BY o.status
  UNION ALL
  SELECT 'open', 'position', p.status, count(*) FROM positions p
  WHERE p.status IN ('OPENING', 'ACTIVE', 'CLOSING') GROUP BY p.status
  UNION ALL
  SELECT 'open', 'mark_to_market_request', m.status, count(*) FROM mark_to_market_requests m
  WHERE m.status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'IN_PROGRESS', 'DISPUTED', 'FAILED') GROUP BY m.status
  UNION ALL
  SELECT 'open', 'order_request', r.status, count(*) FROM order_requests r
  WHERE r.status IN ('PENDING', 'ACCEPTED', 'IN_PROGRESS') GROUP BY r.status
  UNION ALL
  -- A transfer that has not ended has an instruction that has not ended.
  SELECT 'open', 'transfer', t.status, count(*) FROM instructions i JOIN transfers t ON t.id = i.transfer_id
  WHERE (i.due_at IS NOT NULL OR i.stalled) AND t.status IN ('PENDING', 'IN_PROGRESS') GROUP BY t.status
  UNION ALL
  SELECT 'instructions', '', CASE WHEN i.stalled THEN 'stalled' WHEN i.due_at <= at THEN 'due' ELSE 'waiting' END,
    count(*) FROM instructions i WHERE i.due_at IS NOT NULL OR i.stalled GROUP BY 3
  UNION ALL
  SELECT 'instruction_overdue_seconds', '', '', extract(epoch FROM at - min(i.due_at))
  FROM instructions i WHERE i.due_at <= at
  UNION ALL
  SELECT 'deadlines_overdue', '', '', count(*) FROM deadlines d WHERE d.due_at <= at
  UNION ALL
  SELECT 'deadline_overdue_seconds', '', '', extract(epoch FROM at - min(d.due_at))
  FROM deadlines d WHERE d.due_at <= at
  UNION ALL
  SELECT 'prices', '', CASE WHEN n.newest IS NULL THEN 'missing'
      WHEN n.newest < at - make_interval(secs => age_seconds_max) THEN 'stale' ELSE 'current' END, count(*)
  FROM assets a
  LEFT JOIN LATERAL (SELECT max(l.observed_at) newest FROM latest_prices l WHERE l.asset = a.symbol) n ON true
  GROUP BY 3
  UNION ALL
  SELECT 'prices_held', '', '', count(*) FROM held_prices
  UNION ALL
  (SELECT 'price_age_seconds', l.asset, '', extract(epoch FROM at - max(l.observed_at))
    FROM latest_prices l GROUP BY l.asset ORDER BY l.asset COLLATE "C" LIMIT assets_max)
$$;
