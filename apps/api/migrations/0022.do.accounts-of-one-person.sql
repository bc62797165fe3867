-- One person may hold two accounts: the creator of an account holds its key until its owner replaces
-- it, and so may whoever gave it a key. Such accounts count as one, whichever of them asks.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- When an account decided, by the clock of the database. What is created after that does not matter.
ALTER TABLE approval_decisions ADD COLUMN made_at timestamptz NOT NULL DEFAULT now();

-- The accounts that one person may hold together with an account, by who created accounts and
-- credentials after one time and before another. The holders are the account and those that created
-- it or gave it a credential, and so on; each of them may hold what it created in turn. What an
-- operator creates before the organization has a manager makes it no holder: until then everything
-- in the organization comes from the operator, and somebody must be able to approve.
CREATE FUNCTION accounts_of_one_person(account uuid, since timestamptz, before timestamptz)
  RETURNS SETOF uuid
  LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  WITH RECURSIVE holders (id) AS (
    SELECT account
    UNION
    SELECT made.made_by FROM holders h CROSS JOIN LATERAL (
      SELECT a.made_by, a.made_at, a.organization_id FROM accounts a WHERE a.id = h.id
      UNION ALL
      SELECT k.made_by, k.made_at, k.organization_id FROM credentials k WHERE k.account_id = h.id
    ) AS made
    WHERE made.made_by IS NOT NULL AND made.made_at > since AND made.made_at < before
      AND EXISTS (
        SELECT FROM credentials m
        WHERE m.organization_id = made.organization_id AND m.role IN ('admin', 'operator')
          AND m.made_at < made.made_at)),
  held (id) AS (
    SELECT id FROM holders
    UNION
    SELECT made.id FROM held h CROSS JOIN LATERAL (
      SELECT a.id FROM accounts a
      WHERE a.made_by = h.id AND a.made_at > since AND a.made_at < before
      UNION ALL
      SELECT k.account_id FROM credentials k
      WHERE k.made_by = h.id AND k.made_at > since AND k.made_at < before
    ) AS made)
  SELECT id FROM held
$$;
REVOKE ALL ON FUNCTION accounts_of_one_person FROM PUBLIC;

DROP FUNCTION accounts_controlled_by(uuid, timestamptz);
DROP FUNCTION may_approve(uuid, uuid);

-- Whether an account may approve at a time: no person may hold it together with the account of the
-- requester, nor with one that has approved before. What was created after that time does not matter.
-- Only the two organizations that see the approval are answered.
CREATE FUNCTION may_approve(approval uuid, account uuid, at timestamptz DEFAULT clock_timestamp())
  RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM approvals a
    WHERE a.id = approval
      AND coalesce(current_organization() IN (a.organization_id, a.decider_id), true)
      AND NOT EXISTS (
        SELECT FROM (
          SELECT a.account_id AS id
          UNION ALL
          SELECT d.account_id FROM approval_decisions d
          WHERE d.approval_id = a.id AND d.decision = 'approve' AND d.made_at < at
        ) AS other
        WHERE account IN (SELECT accounts_of_one_person(other.id,
          a.requested_at - make_interval(secs => a.within_seconds), at))))
$$;

-- The approvals that count: by accounts that might approve, and still have a credential with which
-- they could.
CREATE OR REPLACE FUNCTION counting_approvals(approval uuid) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT count(*) FROM approval_decisions d
  WHERE d.approval_id = approval AND d.decision = 'approve'
    AND may_approve(approval, d.account_id, d.made_at)
    AND EXISTS (
      SELECT FROM credentials c JOIN credentials k
        ON k.account_id = c.account_id AND k.role = c.role
      WHERE c.id = d.credential_id AND credential_is_valid(k.revoked_at, k.expires_at, now()))
$$;
REVOKE ALL ON FUNCTION may_approve FROM PUBLIC;
GRANT EXECUTE ON FUNCTION may_approve TO vadium_service;

CREATE OR REPLACE FUNCTION refuse_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
DECLARE
  asked approvals%ROWTYPE;
BEGIN
  SELECT * INTO STRICT asked FROM approvals a WHERE a.id = NEW.approval_id FOR UPDATE;
  -- Later than every decision before, although the transaction may have begun earlier.
  NEW.made_at := clock_timestamp();
  IF asked.state <> 'PENDING' OR NEW.credential_id IS DISTINCT FROM current_credential()
    OR NEW.account_id IS DISTINCT FROM account_of(current_credential())
    OR NEW.account_id = asked.account_id
    OR (NEW.decision = 'approve'
      AND NOT may_approve(NEW.approval_id, NEW.account_id, NEW.made_at))
  THEN
    RAISE EXCEPTION 'permission denied: nobody decides on a request of their own'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
