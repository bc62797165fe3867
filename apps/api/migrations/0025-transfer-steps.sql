-- When a transfer reached each state at its provider. Its creation is the first one, and is not
-- repeated here. Transfers from before this table have the later ones that they reach.

CREATE TABLE transfer_steps (
  transfer_id uuid NOT NULL REFERENCES transfers,
  state text NOT NULL
    CHECK (state IN ('pending_provider_approval', 'pending_provider_signature', 'broadcasting',
      'confirming', 'completed', 'failed', 'rejected', 'cancelled')),
  -- The provider's own name of the state, when it first reported it.
  provider_request_state text,
  reached_at timestamptz(3) NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  -- A provider's reports only lead ahead.
  PRIMARY KEY (transfer_id, state)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON transfer_steps TO vadium_service;
ALTER TABLE transfer_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON transfer_steps TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON transfer_steps TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
