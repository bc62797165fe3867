-- Approvals: who needs whose consent, and the requests that await it. What one person must not do
-- alone is refused here as well, whatever the service decides.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

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
  -- How often the approved request was refused for a time.
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  -- Not before this time, by the clock of the machine, as the limits are. Null: at once.
  try_at timestamptz(3),
  -- Why it was refused last.
  refusal text,
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id),
  CHECK ((ended_at IS NULL) = (state IN ('PENDING', 'APPROVED'))),
  CHECK ((answer IS NOT NULL) = (state = 'CARRIED_OUT')),
  CHECK ((failure IS NOT NULL) = (state = 'FAILED')),
  CHECK ((tries > 0) = (try_at IS NOT NULL)),
  CHECK ((tries > 0) = (refusal IS NOT NULL)),
  UNIQUE (id, organization_id, decider_id)
);
CREATE INDEX approvals_requested ON approvals (organization_id, created_at DESC, id DESC);
CREATE INDEX approvals_to_decide ON approvals (decider_id, created_at DESC, id DESC)
  WHERE decider_id <> organization_id;
CREATE INDEX approvals_pending ON approvals (organization_id, account_id) WHERE state = 'PENDING';
CREATE INDEX approvals_of_order ON approvals (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX approvals_open ON approvals (expires_at) WHERE state IN ('PENDING', 'APPROVED');
CREATE INDEX approvals_approved ON approvals (organization_id, try_at) WHERE state = 'APPROVED';
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT,
  UPDATE (state, approvals_needed, amount_usd, ended_at, answer, failure, tries, try_at, refusal)
  ON approvals TO vadium_service;
ALTER TABLE approvals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON approvals TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY both_sides ON approvals TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[organization_id, decider_id]))
  WITH CHECK ((SELECT current_organization()) = ANY (ARRAY[organization_id, decider_id]));
CREATE POLICY requester ON approvals AS RESTRICTIVE FOR INSERT TO vadium_service
  WITH CHECK (organization_id = (SELECT current_organization())
    AND (decider_id = organization_id OR (SELECT acts_as_operator())));

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

GRANT SELECT, INSERT ON approval_decisions TO vadium_service;
ALTER TABLE approval_decisions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON approval_decisions TO CURRENT_USER USING (true) WITH CHECK (true);
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
-- approvals, in a transaction of its requester. What is approved stays approved when a refused try
-- is recorded, also if an approval no longer counts by then: that is decided when it is carried
-- out. It awaits approvals again only if some are missing, and its amount changes only then.
CREATE FUNCTION refuse_state() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
      ('PENDING', 'PENDING'), ('PENDING', 'APPROVED'), ('PENDING', 'REJECTED'),
      ('PENDING', 'WITHDRAWN'), ('PENDING', 'EXPIRED'), ('APPROVED', 'APPROVED'),
      ('APPROVED', 'PENDING'), ('APPROVED', 'EXPIRED'), ('APPROVED', 'CARRIED_OUT'),
      ('APPROVED', 'FAILED'))
    OR NEW.approvals_needed < OLD.approvals_needed
    OR (NEW.amount_usd IS DISTINCT FROM OLD.amount_usd
      AND (OLD.state, NEW.state) <> ('APPROVED', 'PENDING'))
    OR ((NEW.state = 'APPROVED' AND OLD.state = 'PENDING' OR NEW.state = 'CARRIED_OUT')
      AND counting_approvals(NEW.id) < NEW.approvals_needed)
    OR (NEW.state = 'PENDING' AND OLD.state = 'APPROVED'
      AND counting_approvals(NEW.id) >= NEW.approvals_needed)
    OR (NEW.state = 'CARRIED_OUT' AND NEW.credential_id IS DISTINCT FROM current_credential())
    OR (NEW.state = 'REJECTED' AND NOT EXISTS (SELECT FROM approval_decisions d
      WHERE d.approval_id = NEW.id AND d.decision = 'reject'))
    OR (NEW.state = 'WITHDRAWN'
      AND NEW.account_id IS DISTINCT FROM account_of(current_credential()))
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

-- For the worker: of each organization after the given one, the approval whose turn it is. It is an
-- approved request that may be tried now, or one whose time has passed by the clock of the book,
-- and none of those that are left out.
CREATE FUNCTION due_approvals(at timestamptz, machine_at timestamptz, after_organization uuid,
    left_out uuid[], rows_max integer)
  RETURNS TABLE (id uuid, organization_id uuid, account_id uuid, credential_id uuid, role text,
    is_over boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT DISTINCT ON (due.organization_id) due.id, due.organization_id, due.account_id,
      due.credential_id, due.role, due.expires_at <= at
    FROM (
      SELECT a.* FROM approvals a
      WHERE a.state = 'APPROVED' AND a.expires_at > at
        AND (a.try_at IS NULL OR a.try_at <= machine_at)
      UNION ALL
      SELECT a.* FROM approvals a WHERE a.state IN ('PENDING', 'APPROVED') AND a.expires_at <= at
    ) due
    WHERE (after_organization IS NULL OR due.organization_id > after_organization)
      AND due.id <> ALL (left_out)
    ORDER BY due.organization_id, due.expires_at <= at, due.try_at NULLS FIRST, due.created_at,
      due.id
    LIMIT rows_max;
END
$$;

-- How many approved requests of the requester's organization wait to be carried out. Only the two
-- organizations that see the approval are answered.
CREATE FUNCTION approved_beside(approval uuid) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT count(*) FROM approvals a JOIN approvals b USING (organization_id)
  WHERE a.id = approval AND b.state = 'APPROVED'
    AND coalesce(current_organization() IN (a.organization_id, a.decider_id), true)
$$;

-- For a sandbox, whose time stops where an approval is due: when the next one can end by the clock
-- of the book, and how many have not ended. It is in the past for a request that can be carried out
-- now, by the clock of the machine.
CREATE FUNCTION approvals_ahead(machine_at timestamptz)
  RETURNS TABLE (next_time timestamptz, open bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT least(min(a.expires_at), min(a.created_at) FILTER (WHERE a.state = 'APPROVED'
        AND (a.try_at IS NULL OR a.try_at <= machine_at)))::timestamptz,
      count(*)
    FROM approvals a WHERE a.state IN ('PENDING', 'APPROVED');
END
$$;

REVOKE ALL ON FUNCTION due_approvals, approved_beside, approvals_ahead FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_approvals, approved_beside, approvals_ahead TO vadium_service;
