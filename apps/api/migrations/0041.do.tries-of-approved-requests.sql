-- Approved requests are tried again later if they are refused for a time, and every organization has
-- its turn.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

ALTER TABLE approvals
  -- How often the approved request was refused for a time.
  ADD COLUMN tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  -- Not before this time, by the clock of the machine, as the limits are. Null: at once.
  ADD COLUMN try_at timestamptz(3),
  -- Why it was refused last.
  ADD COLUMN refusal text,
  ADD CHECK ((tries > 0) = (try_at IS NOT NULL)),
  ADD CHECK ((tries > 0) = (refusal IS NOT NULL));
CREATE INDEX approvals_approved ON approvals (organization_id, try_at) WHERE state = 'APPROVED';
GRANT UPDATE (tries, try_at, refusal) ON approvals TO vadium_service;

-- As in 0021. What is approved stays approved when a refused try is recorded, also if an approval
-- no longer counts by then: that is decided when it is carried out.
CREATE OR REPLACE FUNCTION refuse_state() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
      ('PENDING', 'PENDING'), ('PENDING', 'APPROVED'), ('PENDING', 'REJECTED'),
      ('PENDING', 'WITHDRAWN'), ('PENDING', 'EXPIRED'), ('APPROVED', 'APPROVED'),
      ('APPROVED', 'EXPIRED'), ('APPROVED', 'CARRIED_OUT'), ('APPROVED', 'FAILED'))
    OR NEW.approvals_needed < OLD.approvals_needed
    OR ((NEW.state = 'APPROVED' AND OLD.state = 'PENDING' OR NEW.state = 'CARRIED_OUT')
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

-- For the worker: of each organization after the given one, the approval whose turn it is. It is an
-- approved request that may be tried now, or one whose time has passed by the clock of the book,
-- and none of those that are left out. Processes of an earlier release use approvals_to_end.
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

-- For how long the oldest approved request has waited to be carried out. `at` is the time of the
-- book.
CREATE FUNCTION approval_figures(at timestamptz)
  RETURNS TABLE (figure text, kind text, state text, value double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT refuse_to_organizations();
  SELECT 'approved_age_seconds', '', '', extract(epoch FROM at - min(d.decided_at))::float8
  FROM approvals a CROSS JOIN LATERAL (
    SELECT max(d.decided_at) AS decided_at FROM approval_decisions d WHERE d.approval_id = a.id) d
  WHERE a.state = 'APPROVED'
$$;

REVOKE ALL ON FUNCTION due_approvals, approved_beside, approval_figures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_approvals, approved_beside, approval_figures TO vadium_service;
