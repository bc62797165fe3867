-- An approved request that needs more approvals by now awaits them, with its new amount.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

GRANT UPDATE (amount_usd) ON approvals TO vadium_service;

-- As in 0041. What was approved awaits approvals again only if some are missing, and its amount
-- changes only then.
CREATE OR REPLACE FUNCTION refuse_state() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
    OR (NEW.state = 'WITHDRAWN' AND NEW.account_id IS DISTINCT FROM account_of(current_credential()))
  THEN
    RAISE EXCEPTION 'permission denied: the approval % cannot become %', NEW.id, NEW.state
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
