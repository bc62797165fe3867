-- The audit trail by month, and its reads apart from the rest: reads are deleted after a time, and
-- everything else is kept for ever.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

ALTER TABLE audit_entries RENAME TO audit_entries_before;
ALTER INDEX audit_entries_pkey RENAME TO audit_entries_before_pkey;

-- As in 0013. A line that is written again has the same time, so the key finds it in its partition.
CREATE TABLE audit_entries (
  id uuid NOT NULL,
  time timestamptz(3) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('request', 'credential')),
  organization_id uuid NOT NULL,
  credential_id uuid,
  event text NOT NULL CHECK (length(event) <= 100),
  outcome text NOT NULL CHECK (length(outcome) <= 100),
  request_id text NOT NULL CHECK (length(request_id) <= 100),
  subject_id uuid,
  -- A request that changed nothing and was not refused.
  is_read boolean NOT NULL DEFAULT false CHECK (NOT is_read OR (kind = 'request' AND outcome = 'ok')),
  PRIMARY KEY (organization_id, time, id, is_read)
) PARTITION BY LIST (is_read);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON audit_entries TO vadium_service;
ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON audit_entries TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON audit_entries TO vadium_service
  USING (organization_id = (SELECT current_organization()));
-- An organization cannot add lines to the audit trail of another. The operator can, for the
-- organizations that it changes, and so can the service, for requests that changed nothing.
CREATE POLICY append ON audit_entries FOR INSERT TO vadium_service
  WITH CHECK ((SELECT current_organization()) IS NULL OR (SELECT acts_as_operator()));

CREATE TABLE audit_changes PARTITION OF audit_entries FOR VALUES IN (false) PARTITION BY RANGE (time);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE audit_changes_other PARTITION OF audit_changes DEFAULT;
CREATE TABLE audit_reads PARTITION OF audit_entries FOR VALUES IN (true) PARTITION BY RANGE (time);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON audit_reads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Finds the oldest. New lines come last.
CREATE INDEX audit_reads_oldest ON audit_reads (time);
CREATE TABLE audit_reads_other PARTITION OF audit_reads DEFAULT;
SELECT wall_partition('audit_entries', name, false) FROM (VALUES ('audit_changes'::regclass),
  ('audit_changes_other'), ('audit_reads'), ('audit_reads_other')) AS p (name);

SELECT make_partition(parent::regclass, 'time', month) FROM (
  SELECT DISTINCT date_trunc('month', time, 'UTC') AS month FROM audit_entries_before
  WHERE time > now() - interval '5 years' AND time < now() + interval '3 months') m
CROSS JOIN (VALUES ('audit_changes'), ('audit_reads')) AS p (parent);
SELECT make_months();
-- The reads of before are known by their operations.
INSERT INTO audit_entries (id, time, kind, organization_id, credential_id, event, outcome, request_id,
  subject_id, is_read)
SELECT id, time, kind, organization_id, credential_id, event, outcome, request_id, subject_id,
  kind = 'request' AND outcome = 'ok' AND event IN (
    'previewMarkToMarketRequest', 'listMarkToMarketRequests', 'exportMarkToMarketRequests',
    'getMarkToMarketRequest', 'listTransfers', 'getTransfer', 'listPositions',
    'exportPositions', 'getPosition', 'listOrders', 'getOrder', 'listOrderRequests',
    'getOrderRequest', 'listEvents', 'streamEvents', 'listNotifications',
    'countUnreadNotifications', 'getNotification', 'getNotificationPreferences',
    'streamNotifications', 'listChats', 'getChat', 'listChatEntries', 'streamChatEvents',
    'listMutedCounterparties', 'reportPositions', 'reportExposureByCounterparty',
    'reportExposureByAsset', 'reportCollateralMovements', 'reportInterest', 'reportTransfers',
    'listWebhookEndpoints', 'getWebhookEndpoint', 'listWebhookDeliveries',
    'getWebhookDelivery', 'getAgreement', 'listAgreements', 'listPrices', 'listPriceSources',
    'listOrganizations', 'getOrganization', 'listAccounts', 'listCredentials',
    'listApprovals', 'getApproval', 'getApprovalPolicy', 'listApprovalPolicies',
    'listAuditEntries', 'listCustodians', 'listAssets', 'listWallets', 'listInstructions',
    'listStateMachines', 'getSandbox')
FROM audit_entries_before;
DROP TABLE audit_entries_before;

-- Deletes reads that are older than `kept`, oldest first, and returns their number. `kept` is at
-- least a day.
CREATE FUNCTION forget_audited_reads(rows_max integer, kept interval) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF service_role() IN (session_user, current_setting('role')) THEN
    kept := greatest(kept, interval '1 day');
  END IF;
  PERFORM refuse_to_organizations();
  RETURN forget_of_months('audit_reads', clock_timestamp() - kept, rows_max);
END
$$;
REVOKE ALL ON FUNCTION forget_audited_reads FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_audited_reads TO vadium_service;
