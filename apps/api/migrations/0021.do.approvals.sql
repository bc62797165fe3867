-- Approvals: who needs whose consent, and the requests that await it. What one person must not do
-- alone is refused here as well, whatever the service decides.

-- The functions below that run with the rights of the owner (SECURITY DEFINER) use this search
-- path. Temporary tables come last, so that they cannot replace the tables that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- The policies of organizations that have set none: each dangerous act needs two people, or one
-- person suffices. A new installation asks for two, unless it is told otherwise.
ALTER TABLE installation ADD COLUMN people_needed smallint NOT NULL DEFAULT 1
  CHECK (people_needed IN (1, 2));

CREATE FUNCTION people_needed() RETURNS smallint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT i.people_needed FROM installation i
$$;
REVOKE ALL ON FUNCTION people_needed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_needed TO vadium_service;

-- The credential that the transaction belongs to. Null for the service itself.
CREATE FUNCTION current_credential() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('vadium.credential_id', true), '')::uuid;

-- The functions with the rights of the owner call this one, and accounts_of_one_person.
CREATE FUNCTION account_of(credential uuid) RETURNS uuid
  LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT c.account_id FROM credentials c WHERE c.id = credential
$$;
REVOKE ALL ON FUNCTION account_of FROM PUBLIC;

-- Who created each account and each credential, and when by the clock of the database, which a
-- sandbox does not move. Null: the command line of the installation did.
ALTER TABLE accounts
  ADD COLUMN made_by uuid,
  ADD COLUMN made_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE credentials
  ADD COLUMN made_by uuid,
  ADD COLUMN made_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX accounts_made_by ON accounts (made_by, made_at) WHERE made_by IS NOT NULL;
CREATE INDEX credentials_made_by ON credentials (made_by, made_at) WHERE made_by IS NOT NULL;

CREATE FUNCTION record_maker() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  NEW.made_by := account_of(current_credential());
  NEW.made_at := now();
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION record_maker FROM PUBLIC;
CREATE TRIGGER record_maker BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION record_maker();
CREATE TRIGGER record_maker BEFORE INSERT ON credentials FOR EACH ROW EXECUTE FUNCTION record_maker();

-- One person may hold two accounts: the creator of an account, or an account that gave it a key,
-- holds its key until the owner replaces it. Such accounts count as one, in both directions.
--
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

-- Policies

CREATE TABLE approval_policies (
  organization_id uuid NOT NULL REFERENCES organizations,
  version integer NOT NULL CHECK (version > 0),
  rules jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array'),
  account_id uuid NOT NULL REFERENCES accounts,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, version)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_policies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON approval_policies TO vadium_service;
ALTER TABLE approval_policies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON approval_policies TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON approval_policies TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- The newest policy of an organization, if it has set one, and how many people the installation
-- asks for where none is set. An operator may read that of every organization.
CREATE FUNCTION approval_rules(organization uuid)
  RETURNS TABLE (rules jsonb, people smallint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF organization IS DISTINCT FROM current_organization() AND NOT acts_as_operator() THEN
    RAISE EXCEPTION 'the policy belongs to another organization'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    SELECT (SELECT p.rules FROM approval_policies p WHERE p.organization_id = organization
      ORDER BY p.version DESC LIMIT 1), people_needed();
END
$$;
REVOKE ALL ON FUNCTION approval_rules FROM PUBLIC;
GRANT EXECUTE ON FUNCTION approval_rules TO vadium_service;

-- Whether an organization has had an account that manages it, apart from one credential. Until then
-- the operator onboards it.
CREATE FUNCTION has_had_a_manager(organization uuid, apart_from uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (SELECT FROM credentials c
    WHERE c.organization_id = organization AND c.role IN ('admin', 'operator')
      AND c.id IS DISTINCT FROM apart_from
      AND (organization = current_organization() OR acts_as_operator()))
$$;
REVOKE ALL ON FUNCTION has_had_a_manager FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_had_a_manager TO vadium_service;

-- Approvals

CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  state text NOT NULL CHECK (state IN
    ('PENDING', 'APPROVED', 'CARRIED_OUT', 'FAILED', 'REJECTED', 'EXPIRED', 'WITHDRAWN')),
  operation text NOT NULL CHECK (length(operation) <= 100),
  -- The request as it was signed, and what was read from it.
  method text NOT NULL CHECK (length(method) <= 10),
  target text NOT NULL CHECK (length(target) <= 8192),
  params jsonb,
  body bytea NOT NULL,
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
  -- Who made the request.
  organization_id uuid NOT NULL REFERENCES organizations,
  account_id uuid NOT NULL,
  credential_id uuid NOT NULL REFERENCES credentials,
  role text NOT NULL,
  -- The organization whose accounts decide.
  decider_id uuid NOT NULL REFERENCES organizations,
  approvals_needed integer NOT NULL CHECK (approvals_needed > 0),
  -- Accounts that one person may hold, by what was created within this time, count as one.
  within_seconds integer NOT NULL CHECK (within_seconds > 0),
  -- By the clock of the database.
  requested_at timestamptz NOT NULL DEFAULT now(),
  amount_usd usd_amount,
  order_id uuid,
  -- By the clock of the machine, like the times of signatures and proofs.
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL CHECK (expires_at > created_at),
  ended_at timestamptz(3),
  answer text,
  failure text,
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id),
  CHECK ((ended_at IS NULL) = (state IN ('PENDING', 'APPROVED'))),
  CHECK ((answer IS NOT NULL) = (state = 'CARRIED_OUT')),
  CHECK ((failure IS NOT NULL) = (state = 'FAILED')),
  UNIQUE (id, organization_id, decider_id)
);
CREATE INDEX approvals_requested ON approvals (organization_id, created_at DESC, id DESC);
CREATE INDEX approvals_to_decide ON approvals (decider_id, created_at DESC, id DESC)
  WHERE decider_id <> organization_id;
CREATE INDEX approvals_pending ON approvals (organization_id, account_id) WHERE state = 'PENDING';
CREATE INDEX approvals_of_order ON approvals (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX approvals_open ON approvals (expires_at) WHERE state IN ('PENDING', 'APPROVED');

CREATE TABLE approval_decisions (
  approval_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  decider_id uuid NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approve', 'reject')),
  account_id uuid NOT NULL,
  credential_id uuid NOT NULL REFERENCES credentials,
  decided_at timestamptz(3) NOT NULL,
  -- By the clock of the database. What is created after that does not matter.
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (approval_id, account_id),
  FOREIGN KEY (approval_id, organization_id, decider_id)
    REFERENCES approvals (id, organization_id, decider_id),
  FOREIGN KEY (account_id, decider_id) REFERENCES accounts (id, organization_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_decisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT, UPDATE (state, approvals_needed, ended_at, answer, failure) ON approvals
  TO vadium_service;
GRANT SELECT, INSERT ON approval_decisions TO vadium_service;
ALTER TABLE approvals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE approval_decisions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON approvals TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY keeper ON approval_decisions TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY both_sides ON approvals TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[organization_id, decider_id]))
  WITH CHECK ((SELECT current_organization()) = ANY (ARRAY[organization_id, decider_id]));
CREATE POLICY requester ON approvals AS RESTRICTIVE FOR INSERT TO vadium_service
  WITH CHECK (organization_id = (SELECT current_organization())
    AND (decider_id = organization_id OR (SELECT acts_as_operator())));
CREATE POLICY both_sides ON approval_decisions TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[organization_id, decider_id]));
CREATE POLICY decider ON approval_decisions AS RESTRICTIVE FOR INSERT TO vadium_service
  WITH CHECK (decider_id = (SELECT current_organization()));

-- Whether an account may approve at a time: no person may hold it together with the account of the
-- requester, nor with one that has approved before. What was created after that time does not
-- matter. Only the two organizations that see the approval are answered.
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
CREATE FUNCTION counting_approvals(approval uuid) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT count(*) FROM approval_decisions d
  WHERE d.approval_id = approval AND d.decision = 'approve'
    AND may_approve(approval, d.account_id, d.made_at)
    AND EXISTS (
      SELECT FROM credentials c JOIN credentials k
        ON k.account_id = c.account_id AND k.role = c.role
      WHERE c.id = d.credential_id AND credential_is_valid(k.revoked_at, k.expires_at, now()))
$$;
REVOKE ALL ON FUNCTION may_approve, counting_approvals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION may_approve, counting_approvals TO vadium_service;

CREATE FUNCTION refuse_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.state <> 'PENDING' OR NEW.credential_id IS DISTINCT FROM current_credential()
    OR NEW.account_id IS DISTINCT FROM account_of(current_credential())
  THEN
    RAISE EXCEPTION 'permission denied: a request is made by the credential that signed it'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.requested_at := now();
  RETURN NEW;
END
$$;
CREATE TRIGGER refuse_request BEFORE INSERT ON approvals
  FOR EACH ROW EXECUTE FUNCTION refuse_request();

CREATE FUNCTION refuse_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
CREATE TRIGGER refuse_decision BEFORE INSERT ON approval_decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_decision();

-- A state changes as the state machine allows, and a request is carried out only with its
-- approvals, in a transaction of its requester.
CREATE FUNCTION refuse_state() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
      ('PENDING', 'PENDING'), ('PENDING', 'APPROVED'), ('PENDING', 'REJECTED'),
      ('PENDING', 'WITHDRAWN'), ('PENDING', 'EXPIRED'), ('APPROVED', 'EXPIRED'),
      ('APPROVED', 'CARRIED_OUT'), ('APPROVED', 'FAILED'))
    OR NEW.approvals_needed < OLD.approvals_needed
    OR ((NEW.state = 'APPROVED' OR NEW.state = 'CARRIED_OUT')
      AND counting_approvals(NEW.id) < NEW.approvals_needed)
    OR (NEW.state = 'CARRIED_OUT' AND NEW.credential_id IS DISTINCT FROM current_credential())
    OR (NEW.state = 'REJECTED' AND NOT EXISTS (SELECT FROM approval_decisions d
      WHERE d.approval_id = NEW.id AND d.decision = 'reject'))
    OR (NEW.state = 'WITHDRAWN' AND NEW.account_id IS DISTINCT FROM account_of(current_credential()))
  THEN
    RAISE EXCEPTION 'permission denied: the approval % cannot become %', NEW.id, NEW.state
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER refuse_state BEFORE UPDATE ON approvals
  FOR EACH ROW EXECUTE FUNCTION refuse_state();
REVOKE ALL ON FUNCTION refuse_request, refuse_decision, refuse_state FROM PUBLIC;

-- For the worker: requests that have all approvals, and those whose time has passed by the clock of
-- the book.
CREATE FUNCTION approvals_to_end(at timestamptz, rows_max integer)
  RETURNS TABLE (id uuid, state text, organization_id uuid, account_id uuid, credential_id uuid,
    role text, is_over boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT a.id, a.state, a.organization_id, a.account_id, a.credential_id, a.role,
      a.expires_at <= at
    FROM approvals a
    WHERE a.state IN ('PENDING', 'APPROVED') AND (a.state = 'APPROVED' OR a.expires_at <= at)
    ORDER BY a.expires_at LIMIT rows_max;
END
$$;
REVOKE ALL ON FUNCTION approvals_to_end FROM PUBLIC;
GRANT EXECUTE ON FUNCTION approvals_to_end TO vadium_service;

-- The status with which a write was answered: 200, or 202 if it needs approval.
ALTER TABLE idempotency_keys ADD COLUMN status smallint NOT NULL DEFAULT 200
  CHECK (status IN (200, 202));

-- Those who decide on a request of another organization, and that organization, notify each other.
CREATE OR REPLACE FUNCTION refuse_strangers(readers uuid[]) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  own uuid := current_organization();
BEGIN
  IF own IS NULL OR acts_as_operator() THEN
    RETURN;
  END IF;
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT unnest(readers)) AS r (reader)
    WHERE reader <> own
      AND NOT EXISTS (SELECT FROM agreements a
        WHERE (a.lender_id, a.borrower_id) IN ((own, reader), (reader, own)))
      AND NOT EXISTS (SELECT FROM orders o
        WHERE (o.lender_id, o.borrower_id) IN ((own, reader), (reader, own)))
      AND NOT EXISTS (SELECT FROM approvals p
        WHERE (p.organization_id, p.decider_id) IN ((own, reader), (reader, own))))
  THEN
    RAISE EXCEPTION 'an organization may not publish for strangers'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$$;

-- As in 0016, with the proposed versions of agreements and the approvals.
-- `at` is the time of the book. A price is stale when it is older than `age_seconds_max`.
CREATE OR REPLACE FUNCTION book_figures(at timestamptz, age_seconds_max integer, assets_max integer)
  RETURNS TABLE (figure text, kind text, state text, value double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT refuse_to_organizations();
  SELECT 'open', 'agreement_version', v.state, count(*) FROM agreement_versions v
  WHERE v.state = 'PROPOSED' GROUP BY v.state
  UNION ALL
  SELECT 'open', 'approval', p.state, count(*) FROM approvals p
  WHERE p.state IN ('PENDING', 'APPROVED') GROUP BY p.state
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
