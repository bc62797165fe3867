-- Terms that one side of an agreement proposes to the other. Who proposes accepts with that.

ALTER TABLE agreement_versions
  -- Null: the operator.
  ADD COLUMN proposer_id uuid,
  ADD CONSTRAINT is_accepted_by_its_proposer CHECK (proposer_id IS NULL
    OR (proposer_id = lender_id AND lender_accepted_at IS NOT NULL)
    OR (proposer_id = borrower_id AND borrower_accepted_at IS NOT NULL));

CREATE POLICY parties_propose ON margin_terms FOR INSERT TO vadium_service
  WITH CHECK ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id])
    AND EXISTS (SELECT FROM agreements a
      WHERE a.lender_id = margin_terms.lender_id AND a.borrower_id = margin_terms.borrower_id));
CREATE POLICY parties_propose ON agreement_versions FOR INSERT TO vadium_service
  WITH CHECK (proposer_id = (SELECT current_organization()) AND expired_at IS NULL
    AND num_nonnulls(lender_accepted_at, borrower_accepted_at) = 1);

CREATE OR REPLACE FUNCTION keep_consent() RETURNS trigger LANGUAGE plpgsql AS $$
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
  -- In the name of a party, a proposal of the operator ends only because its time is over. One of a
  -- party also ends when its proposer withdraws it, or when either side proposes other terms.
  IF own IS NOT NULL AND NOT acts_as_operator() AND ends AND NEW.expired_at < OLD.expire_at
    AND OLD.proposer_id IS NULL
  THEN
    RAISE EXCEPTION 'a proposal stays open until %', OLD.expire_at
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

ALTER TABLE counterparty_counts
  DROP CONSTRAINT counterparty_counts_kind_check,
  ADD CONSTRAINT counterparty_counts_kind_check
    CHECK (kind IN ('message', 'order', 'withdrawal', 'wallet_change', 'proposal'));
