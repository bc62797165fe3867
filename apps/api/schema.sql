-- What the migrations make, as PostgreSQL 18 describes it.
-- `pnpm run schema:write` writes this file.

CREATE DOMAIN figure AS numeric
  CONSTRAINT figure_check CHECK (VALUE >= 0::numeric AND VALUE < 'Infinity'::numeric);

CREATE DOMAIN fraction AS numeric
  CONSTRAINT fraction_check CHECK (VALUE >= 0::numeric AND VALUE < 1::numeric AND scale(VALUE) <= 8);

CREATE DOMAIN percent AS numeric
  CONSTRAINT percent_check CHECK (VALUE > 0::numeric AND VALUE <= 100000::numeric AND scale(VALUE) <= 6);

CREATE DOMAIN quantity AS numeric
  CONSTRAINT quantity_check CHECK (VALUE >= 0::numeric AND VALUE < '100000000000000000000'::numeric AND scale(VALUE) <= 20);

CREATE DOMAIN tolerance_percent AS numeric
  CONSTRAINT tolerance_percent_check CHECK (VALUE >= 0::numeric AND VALUE <= 100000::numeric AND scale(VALUE) <= 6);

CREATE DOMAIN usd_amount AS numeric
  CONSTRAINT usd_amount_check CHECK (VALUE >= 0::numeric AND VALUE < '1000000000000000000000000000000'::numeric AND scale(VALUE) <= 20);

CREATE DOMAIN usd_price AS numeric
  CONSTRAINT usd_price_check CHECK (VALUE > 0::numeric AND VALUE < '100000000000000000000'::numeric AND scale(VALUE) <= 20);

CREATE TYPE notification_severity AS ENUM ('info', 'warning', 'critical');

CREATE SEQUENCE order_numbers MAXVALUE 9007199254740991;
GRANT USAGE ON order_numbers TO vadium_service;

CREATE TABLE accounts (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  made_by uuid,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_id_organization_id_key UNIQUE (id, organization_id),
  CONSTRAINT accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT accounts_kind_check CHECK (kind = ANY (ARRAY['person'::text, 'program'::text])),
  CONSTRAINT accounts_name_check CHECK (length(name) >= 1 AND length(name) <= 200)
);
CREATE INDEX accounts_made_by ON accounts USING btree (made_by, made_at) WHERE made_by IS NOT NULL;
CREATE INDEX accounts_of_organization ON accounts USING btree (organization_id, id);
CREATE TRIGGER record_maker BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION record_maker();
GRANT INSERT, SELECT ON accounts TO vadium_service;
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY invited ON accounts FOR INSERT TO vadium_service
  WITH CHECK (organization_id = (( SELECT current_organization() AS current_organization)) AND (EXISTS ( SELECT
   FROM invitations i
     JOIN credentials c ON c.account_id = i.creator_account_id
  WHERE i.account_id = accounts.id AND i.organization_id = accounts.organization_id AND i.name = accounts.name AND accounts.kind = 'person'::text AND i.public_key IS NOT NULL AND i.credential_id IS NULL AND i.revoked_at IS NULL AND c.id = (( SELECT current_credential() AS current_credential)) AND credential_is_good(i.creator_credential_id, i.organization_id, 'admin'::text))));
CREATE POLICY keeper ON accounts TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY onboarding ON accounts TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator))
  WITH CHECK (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY own ON accounts FOR SELECT TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE agreement_versions (
  agreement_id uuid NOT NULL,
  version integer NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  terms_id uuid NOT NULL,
  effective_at timestamp(3) with time zone NOT NULL,
  lender_accepted_at timestamp(3) with time zone,
  borrower_accepted_at timestamp(3) with time zone,
  expire_at timestamp(3) with time zone NOT NULL,
  expired_at timestamp(3) with time zone,
  state text GENERATED ALWAYS AS (CASE WHEN expired_at IS NOT NULL THEN 'EXPIRED'::text WHEN lender_accepted_at IS NOT NULL AND borrower_accepted_at IS NOT NULL THEN 'ACCEPTED'::text ELSE 'PROPOSED'::text END) STORED NOT NULL,
  in_effect_at timestamp(3) with time zone GENERATED ALWAYS AS (CASE WHEN expired_at IS NULL AND lender_accepted_at IS NOT NULL AND borrower_accepted_at IS NOT NULL THEN GREATEST(effective_at, lender_accepted_at, borrower_accepted_at) ELSE NULL::timestamp with time zone END) STORED,
  proposer_id uuid,
  CONSTRAINT agreement_versions_pkey PRIMARY KEY (agreement_id, version),
  CONSTRAINT agreement_versions_terms_id_key UNIQUE (terms_id),
  CONSTRAINT agreement_versions_agreement_id_lender_id_borrower_id_fkey FOREIGN KEY (agreement_id, lender_id, borrower_id) REFERENCES agreements(id, lender_id, borrower_id),
  CONSTRAINT agreement_versions_terms_id_lender_id_borrower_id_fkey FOREIGN KEY (terms_id, lender_id, borrower_id) REFERENCES margin_terms(id, lender_id, borrower_id),
  CONSTRAINT agreement_versions_state_check CHECK (state = ANY (ARRAY['PROPOSED'::text, 'ACCEPTED'::text, 'EXPIRED'::text])),
  CONSTRAINT agreement_versions_version_check CHECK (version > 0),
  CONSTRAINT expires_only_without_both_acceptances CHECK (expired_at IS NULL OR num_nulls(lender_accepted_at, borrower_accepted_at) > 0),
  CONSTRAINT is_accepted_before_it_expires CHECK (lender_accepted_at < expire_at AND borrower_accepted_at < expire_at),
  CONSTRAINT is_accepted_by_its_proposer CHECK (proposer_id IS NULL OR proposer_id = lender_id AND lender_accepted_at IS NOT NULL OR proposer_id = borrower_id AND borrower_accepted_at IS NOT NULL)
);
CREATE INDEX agreement_versions_in_effect ON agreement_versions USING btree (agreement_id, version) WHERE in_effect_at IS NOT NULL;
CREATE UNIQUE INDEX agreement_versions_one_proposed ON agreement_versions USING btree (agreement_id) WHERE state = 'PROPOSED'::text;
CREATE TRIGGER keep_consent BEFORE UPDATE ON agreement_versions FOR EACH ROW EXECUTE FUNCTION keep_consent();
GRANT INSERT, SELECT ON agreement_versions TO vadium_service;
GRANT UPDATE (lender_accepted_at, borrower_accepted_at, expired_at) ON agreement_versions TO vadium_service;
ALTER TABLE agreement_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON agreement_versions TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY onboarding_ends ON agreement_versions FOR UPDATE TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY onboarding_proposes ON agreement_versions FOR INSERT TO vadium_service
  WITH CHECK (( SELECT acts_as_operator() AS acts_as_operator) AND num_nonnulls(lender_accepted_at, borrower_accepted_at, expired_at) = 0);
CREATE POLICY onboarding_reads ON agreement_versions FOR SELECT TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY parties ON agreement_versions FOR SELECT TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));
CREATE POLICY parties_accept ON agreement_versions FOR UPDATE TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));
CREATE POLICY parties_propose ON agreement_versions FOR INSERT TO vadium_service
  WITH CHECK (proposer_id = (( SELECT current_organization() AS current_organization)) AND expired_at IS NULL AND num_nonnulls(lender_accepted_at, borrower_accepted_at) = 1);

CREATE TABLE agreements (
  id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  CONSTRAINT agreements_pkey PRIMARY KEY (id),
  CONSTRAINT agreements_id_lender_id_borrower_id_key UNIQUE (id, lender_id, borrower_id),
  CONSTRAINT agreements_lender_id_borrower_id_key UNIQUE (lender_id, borrower_id),
  CONSTRAINT agreements_borrower_id_fkey FOREIGN KEY (borrower_id) REFERENCES organizations(id),
  CONSTRAINT agreements_lender_id_fkey FOREIGN KEY (lender_id) REFERENCES organizations(id),
  CONSTRAINT agreements_check CHECK (lender_id <> borrower_id)
);
GRANT INSERT, SELECT ON agreements TO vadium_service;
ALTER TABLE agreements ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON agreements TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY onboarding ON agreements TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator))
  WITH CHECK (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY parties ON agreements FOR SELECT TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE approval_decisions (
  approval_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  decider_id uuid NOT NULL,
  decision text NOT NULL,
  account_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  decided_at timestamp(3) with time zone NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT approval_decisions_pkey PRIMARY KEY (approval_id, account_id),
  CONSTRAINT approval_decisions_account_id_decider_id_fkey FOREIGN KEY (account_id, decider_id) REFERENCES accounts(id, organization_id),
  CONSTRAINT approval_decisions_approval_id_organization_id_decider_id_fkey FOREIGN KEY (approval_id, organization_id, decider_id) REFERENCES approvals(id, organization_id, decider_id),
  CONSTRAINT approval_decisions_credential_id_fkey FOREIGN KEY (credential_id) REFERENCES credentials(id),
  CONSTRAINT approval_decisions_decision_check CHECK (decision = ANY (ARRAY['approve'::text, 'reject'::text]))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON approval_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_decision BEFORE INSERT ON approval_decisions FOR EACH ROW EXECUTE FUNCTION refuse_decision();
GRANT INSERT, SELECT ON approval_decisions TO vadium_service;
ALTER TABLE approval_decisions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY both_sides ON approval_decisions TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[organization_id, decider_id]));
CREATE POLICY decider ON approval_decisions AS RESTRICTIVE FOR INSERT TO vadium_service
  WITH CHECK (decider_id = (( SELECT current_organization() AS current_organization)));
CREATE POLICY keeper ON approval_decisions TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE approval_policies (
  organization_id uuid NOT NULL,
  version integer NOT NULL,
  rules jsonb NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT approval_policies_pkey PRIMARY KEY (organization_id, version),
  CONSTRAINT approval_policies_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT approval_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT approval_policies_rules_check CHECK (jsonb_typeof(rules) = 'array'::text),
  CONSTRAINT approval_policies_version_check CHECK (version > 0)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON approval_policies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON approval_policies TO vadium_service;
ALTER TABLE approval_policies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON approval_policies TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON approval_policies TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE approvals (
  id uuid NOT NULL,
  state text NOT NULL,
  operation text NOT NULL,
  method text NOT NULL,
  target text NOT NULL,
  params jsonb,
  body bytea NOT NULL,
  request_hash bytea NOT NULL,
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  role text NOT NULL,
  decider_id uuid NOT NULL,
  approvals_needed integer NOT NULL,
  within_seconds integer NOT NULL,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  amount_usd usd_amount,
  order_id uuid,
  received_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  answer text,
  failure text,
  tries integer DEFAULT 0 NOT NULL,
  try_at timestamp(3) with time zone,
  refusal text,
  CONSTRAINT approvals_pkey PRIMARY KEY (id),
  CONSTRAINT approvals_id_organization_id_decider_id_key UNIQUE (id, organization_id, decider_id),
  CONSTRAINT approvals_account_id_organization_id_fkey FOREIGN KEY (account_id, organization_id) REFERENCES accounts(id, organization_id),
  CONSTRAINT approvals_credential_id_fkey FOREIGN KEY (credential_id) REFERENCES credentials(id),
  CONSTRAINT approvals_decider_id_fkey FOREIGN KEY (decider_id) REFERENCES organizations(id),
  CONSTRAINT approvals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT approvals_approvals_needed_check CHECK (approvals_needed > 0),
  CONSTRAINT approvals_check CHECK (expires_at > created_at),
  CONSTRAINT approvals_check1 CHECK ((ended_at IS NULL) = (state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text]))),
  CONSTRAINT approvals_check2 CHECK ((answer IS NOT NULL) = (state = 'CARRIED_OUT'::text)),
  CONSTRAINT approvals_check3 CHECK ((failure IS NOT NULL) = (state = 'FAILED'::text)),
  CONSTRAINT approvals_check4 CHECK ((tries > 0) = (try_at IS NOT NULL)),
  CONSTRAINT approvals_check5 CHECK ((tries > 0) = (refusal IS NOT NULL)),
  CONSTRAINT approvals_method_check CHECK (length(method) <= 10),
  CONSTRAINT approvals_operation_check CHECK (length(operation) <= 100),
  CONSTRAINT approvals_request_hash_check CHECK (octet_length(request_hash) = 32),
  CONSTRAINT approvals_state_check CHECK (state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'CARRIED_OUT'::text, 'FAILED'::text, 'REJECTED'::text, 'EXPIRED'::text, 'WITHDRAWN'::text])),
  CONSTRAINT approvals_target_check CHECK (length(target) <= 8192),
  CONSTRAINT approvals_tries_check CHECK (tries >= 0),
  CONSTRAINT approvals_within_seconds_check CHECK (within_seconds > 0)
);
CREATE INDEX approvals_approved ON approvals USING btree (organization_id, try_at) WHERE state = 'APPROVED'::text;
CREATE INDEX approvals_decider_ids ON approvals USING btree (decider_id, id) WHERE decider_id <> organization_id;
CREATE INDEX approvals_of_order ON approvals USING btree (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX approvals_open ON approvals USING btree (expires_at) WHERE state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text]);
CREATE INDEX approvals_pending ON approvals USING btree (organization_id, account_id) WHERE state = 'PENDING'::text;
CREATE INDEX approvals_requested ON approvals USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX approvals_requester_ids ON approvals USING btree (organization_id, id);
CREATE INDEX approvals_to_decide ON approvals USING btree (decider_id, created_at DESC, id DESC) WHERE decider_id <> organization_id;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_request BEFORE INSERT ON approvals FOR EACH ROW EXECUTE FUNCTION refuse_request();
CREATE TRIGGER refuse_state BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION refuse_state();
GRANT INSERT, SELECT ON approvals TO vadium_service;
GRANT UPDATE (state, approvals_needed, amount_usd, ended_at, answer, failure, tries, try_at, refusal) ON approvals TO vadium_service;
ALTER TABLE approvals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY both_sides ON approvals TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[organization_id, decider_id]))
  WITH CHECK ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[organization_id, decider_id]));
CREATE POLICY keeper ON approvals TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY requester ON approvals AS RESTRICTIVE FOR INSERT TO vadium_service
  WITH CHECK (organization_id = (( SELECT current_organization() AS current_organization)) AND (decider_id = organization_id OR ( SELECT acts_as_operator() AS acts_as_operator)));

CREATE TABLE assets (
  symbol text NOT NULL,
  name text NOT NULL,
  normalized_symbol text NOT NULL,
  decimals smallint NOT NULL,
  CONSTRAINT assets_pkey PRIMARY KEY (symbol),
  CONSTRAINT assets_decimals_check CHECK (decimals >= 0 AND decimals <= 20),
  CONSTRAINT assets_symbol_check CHECK (symbol ~ '^[\x21-\x7e]{1,64}$'::text)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON assets FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT ON assets TO vadium_service;

CREATE TABLE audit_changes PARTITION OF audit_entries FOR VALUES IN (false) PARTITION BY RANGE ("time");
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON audit_changes TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE audit_changes_other PARTITION OF audit_changes DEFAULT;
ALTER TABLE audit_changes_other ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON audit_changes_other TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE audit_entries (
  id uuid NOT NULL,
  "time" timestamp(3) with time zone NOT NULL,
  kind text NOT NULL,
  organization_id uuid NOT NULL,
  credential_id uuid,
  event text NOT NULL,
  outcome text NOT NULL,
  request_id text NOT NULL,
  subject_id uuid,
  is_read boolean DEFAULT false NOT NULL,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (organization_id, "time", id, is_read),
  CONSTRAINT audit_entries_check CHECK (NOT is_read OR kind = 'request'::text AND outcome = 'ok'::text),
  CONSTRAINT audit_entries_event_check CHECK (length(event) <= 100),
  CONSTRAINT audit_entries_kind_check CHECK (kind = ANY (ARRAY['request'::text, 'credential'::text])),
  CONSTRAINT audit_entries_outcome_check CHECK (length(outcome) <= 100),
  CONSTRAINT audit_entries_request_id_check CHECK (length(request_id) <= 100)
) PARTITION BY LIST (is_read);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON audit_entries TO vadium_service;
ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY append ON audit_entries FOR INSERT TO vadium_service
  WITH CHECK ((( SELECT current_organization() AS current_organization)) IS NULL OR ( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY keeper ON audit_entries TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON audit_entries TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE audit_reads PARTITION OF audit_entries FOR VALUES IN (true) PARTITION BY RANGE ("time");
CREATE INDEX audit_reads_oldest ON ONLY audit_reads USING btree ("time");
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON audit_reads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_reads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON audit_reads TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE audit_reads_other PARTITION OF audit_reads DEFAULT;
ALTER TABLE audit_reads_other ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON audit_reads_other TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE automation_versions (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id uuid NOT NULL,
  counterparty_id uuid NOT NULL,
  version integer NOT NULL,
  calls text NOT NULL,
  calls_maximum_usd usd_amount,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT automation_versions_pkey PRIMARY KEY (organization_id, counterparty_id, version),
  CONSTRAINT automation_versions_sequence_key UNIQUE (sequence),
  CONSTRAINT automation_versions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT automation_versions_organization_id_counterparty_id_fkey FOREIGN KEY (organization_id, counterparty_id) REFERENCES automations(organization_id, counterparty_id),
  CONSTRAINT automation_versions_calls_check CHECK (calls = ANY (ARRAY['off'::text, 'market_cut'::text, 'margin_call'::text])),
  CONSTRAINT automation_versions_calls_maximum_usd_check CHECK (calls_maximum_usd::numeric > 0::numeric),
  CONSTRAINT automation_versions_version_check CHECK (version > 0)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON automation_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON automation_versions TO vadium_service;
ALTER TABLE automation_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON automation_versions TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON automation_versions TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE automations (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  counterparty_id uuid NOT NULL,
  version integer NOT NULL,
  cut_reached uuid,
  CONSTRAINT automations_pkey PRIMARY KEY (id),
  CONSTRAINT automations_organization_id_counterparty_id_key UNIQUE (organization_id, counterparty_id),
  CONSTRAINT automations_counterparty_id_fkey FOREIGN KEY (counterparty_id) REFERENCES organizations(id),
  CONSTRAINT automations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT automations_check CHECK (organization_id <> counterparty_id),
  CONSTRAINT automations_version_check CHECK (version > 0)
);
GRANT INSERT, SELECT ON automations TO vadium_service;
GRANT UPDATE (version, cut_reached) ON automations TO vadium_service;
ALTER TABLE automations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON automations TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON automations TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE calendar_versions (
  calendar_id text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  weekend integer[] NOT NULL,
  holidays jsonb NOT NULL,
  last_day date NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  notified uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  CONSTRAINT calendar_versions_pkey PRIMARY KEY (calendar_id, version),
  CONSTRAINT calendar_versions_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES calendars(id),
  CONSTRAINT calendar_versions_holidays_check CHECK (jsonb_typeof(holidays) = 'array'::text AND jsonb_array_length(holidays) <= 2000),
  CONSTRAINT calendar_versions_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  CONSTRAINT calendar_versions_version_check CHECK (version > 0),
  CONSTRAINT calendar_versions_weekend_check CHECK (cardinality(weekend) <= 7 AND weekend <@ '{1,2,3,4,5,6,7}'::integer[])
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON calendar_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_reference_data BEFORE INSERT ON calendar_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT ON calendar_versions TO vadium_service;
GRANT SELECT (calendar_id, version, name, weekend, holidays, last_day, created_at) ON calendar_versions TO vadium_service;

CREATE TABLE calendars (
  id text NOT NULL,
  key uuid GENERATED ALWAYS AS (md5('calendar '::text || id)::uuid) STORED NOT NULL,
  version integer NOT NULL,
  CONSTRAINT calendars_pkey PRIMARY KEY (id),
  CONSTRAINT calendars_key_key UNIQUE (key),
  CONSTRAINT calendars_id_check CHECK (id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'::text),
  CONSTRAINT calendars_version_check CHECK (version >= 1 AND version <= 500)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON calendars FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT ON calendars TO vadium_service;
GRANT UPDATE (version) ON calendars TO vadium_service;

CREATE TABLE call_sets (
  id uuid NOT NULL,
  agreement_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  direction text NOT NULL,
  total_notional_usd usd_amount NOT NULL,
  minimum_notional_usd usd_amount NOT NULL,
  expire_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT call_sets_pkey PRIMARY KEY (id),
  CONSTRAINT call_sets_id_lender_id_borrower_id_key UNIQUE (id, lender_id, borrower_id),
  CONSTRAINT call_sets_agreement_id_lender_id_borrower_id_fkey FOREIGN KEY (agreement_id, lender_id, borrower_id) REFERENCES agreements(id, lender_id, borrower_id),
  CONSTRAINT call_sets_check CHECK (creator_id = lender_id OR creator_id = borrower_id),
  CONSTRAINT call_sets_check1 CHECK (minimum_notional_usd::numeric <= total_notional_usd::numeric),
  CONSTRAINT call_sets_direction_check CHECK (direction = ANY (ARRAY['TopUp'::text, 'Release'::text]))
);
CREATE INDEX call_sets_borrower_newest ON call_sets USING btree (borrower_id, created_at DESC, id DESC);
CREATE INDEX call_sets_lender_newest ON call_sets USING btree (lender_id, created_at DESC, id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON call_sets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON call_sets TO vadium_service;
GRANT UPDATE (id) ON call_sets TO vadium_service;
ALTER TABLE call_sets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON call_sets TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON call_sets TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = lender_id OR (( SELECT current_organization() AS current_organization)) = borrower_id);

CREATE TABLE chat_entries (
  order_id uuid NOT NULL,
  number integer NOT NULL,
  id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  kind text NOT NULL,
  organization_id uuid,
  account_id uuid,
  account_name text,
  text text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  resource text,
  resource_id uuid,
  awaits text,
  creator_id uuid,
  resolution text,
  resolved_by uuid,
  resolved_at timestamp(3) with time zone,
  close_out_id uuid,
  CONSTRAINT chat_entries_pkey PRIMARY KEY (order_id, number),
  CONSTRAINT chat_entries_id_key UNIQUE (id),
  CONSTRAINT chat_entries_account_id_organization_id_fkey FOREIGN KEY (account_id, organization_id) REFERENCES accounts(id, organization_id),
  CONSTRAINT chat_entries_close_out_fkey FOREIGN KEY (close_out_id, lender_id, borrower_id) REFERENCES close_outs(id, lender_id, borrower_id),
  CONSTRAINT chat_entries_order_id_lender_id_borrower_id_fkey FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES chats(order_id, lender_id, borrower_id),
  CONSTRAINT an_action_asks CHECK (
CASE kind
    WHEN 'action'::text THEN num_nulls(resource, resource_id, awaits) = 0
    ELSE num_nonnulls(resource, resource_id, awaits, creator_id, resolution, resolved_by, resolved_at) = 0 AND organization_id IS NOT NULL AND (kind = 'default'::text OR account_id IS NOT NULL)
END),
  CONSTRAINT an_action_has_a_creator CHECK ((kind = 'action'::text) = (creator_id IS NOT NULL)),
  CONSTRAINT chat_entries_awaits_check CHECK (length(awaits) <= 64),
  CONSTRAINT chat_entries_check CHECK (organization_id = lender_id OR organization_id = borrower_id),
  CONSTRAINT chat_entries_check1 CHECK (creator_id = lender_id OR creator_id = borrower_id),
  CONSTRAINT chat_entries_check2 CHECK (resolved_by = lender_id OR resolved_by = borrower_id),
  CONSTRAINT chat_entries_check3 CHECK (num_nulls(resolution, resolved_at) = ANY (ARRAY[0, 2])),
  CONSTRAINT chat_entries_check4 CHECK (resolved_by IS NULL OR resolved_at IS NOT NULL),
  CONSTRAINT chat_entries_check5 CHECK ((account_id IS NULL) = (account_name IS NULL)),
  CONSTRAINT chat_entries_kind_check CHECK (kind = ANY (ARRAY['message'::text, 'action'::text, 'default'::text])),
  CONSTRAINT chat_entries_number_check CHECK (number > 0),
  CONSTRAINT chat_entries_resolution_check CHECK (length(resolution) <= 64),
  CONSTRAINT chat_entries_resource_check CHECK (length(resource) <= 64),
  CONSTRAINT chat_entries_text_check CHECK (length(text) >= 1 AND length(text) <= 4000),
  CONSTRAINT of_a_default_is_its_close_out CHECK ((kind = 'default'::text) = (close_out_id IS NOT NULL))
);
CREATE INDEX chat_entries_of_account ON chat_entries USING btree (order_id, account_id, number);
CREATE INDEX chat_entries_open ON chat_entries USING btree (order_id) WHERE kind = 'action'::text AND resolved_at IS NULL;
CREATE UNIQUE INDEX one_open_action_a_resource ON chat_entries USING btree (resource_id) WHERE kind = 'action'::text AND resolved_at IS NULL;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON chat_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_rewriting BEFORE UPDATE ON chat_entries FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
GRANT INSERT, SELECT ON chat_entries TO vadium_service;
GRANT UPDATE (resolution, resolved_by, resolved_at) ON chat_entries TO vadium_service;
ALTER TABLE chat_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY author ON chat_entries AS RESTRICTIVE FOR INSERT TO vadium_service
  WITH CHECK (organization_id IS NULL OR organization_id = (( SELECT current_organization() AS current_organization)));
CREATE POLICY keeper ON chat_entries TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON chat_entries TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE chat_read_marks (
  order_id uuid NOT NULL,
  account_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  number integer NOT NULL,
  read_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT chat_read_marks_pkey PRIMARY KEY (order_id, account_id),
  CONSTRAINT chat_read_marks_account_id_organization_id_fkey FOREIGN KEY (account_id, organization_id) REFERENCES accounts(id, organization_id),
  CONSTRAINT chat_read_marks_order_id_fkey FOREIGN KEY (order_id) REFERENCES chats(order_id),
  CONSTRAINT chat_read_marks_number_check CHECK (number > 0)
);
GRANT INSERT, SELECT ON chat_read_marks TO vadium_service;
GRANT UPDATE (number, read_at) ON chat_read_marks TO vadium_service;
ALTER TABLE chat_read_marks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON chat_read_marks TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON chat_read_marks TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)))
  WITH CHECK (organization_id = (( SELECT current_organization() AS current_organization)) AND (EXISTS ( SELECT
   FROM chats c
  WHERE c.order_id = chat_read_marks.order_id)));

CREATE TABLE chats (
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  last_number integer DEFAULT 0 NOT NULL,
  active_at timestamp(3) with time zone,
  CONSTRAINT chats_pkey PRIMARY KEY (order_id),
  CONSTRAINT chats_order_id_lender_id_borrower_id_key UNIQUE (order_id, lender_id, borrower_id),
  CONSTRAINT chats_order_id_lender_id_borrower_id_fkey FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders(id, lender_id, borrower_id),
  CONSTRAINT chats_check CHECK ((last_number = 0) = (active_at IS NULL)),
  CONSTRAINT chats_last_number_check CHECK (last_number >= 0)
);
CREATE INDEX chats_borrower_latest ON chats USING btree (borrower_id, active_at DESC, order_id DESC) WHERE active_at IS NOT NULL;
CREATE INDEX chats_lender_latest ON chats USING btree (lender_id, active_at DESC, order_id DESC) WHERE active_at IS NOT NULL;
GRANT SELECT ON chats TO vadium_service;
GRANT UPDATE (last_number, active_at) ON chats TO vadium_service;
ALTER TABLE chats ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON chats TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON chats TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE close_outs (
  id uuid NOT NULL,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  cause text NOT NULL,
  status text NOT NULL,
  note text,
  occasion integer,
  fact_since timestamp(3) with time zone NOT NULL,
  earliest_terminate_at timestamp(3) with time zone NOT NULL,
  terminated_at timestamp(3) with time zone,
  statement json,
  excess_late boolean DEFAULT false NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  fact_resource text DEFAULT 'position'::text NOT NULL,
  fact_resource_id uuid,
  fact_due_on date,
  counted_until timestamp(3) with time zone,
  booked_at timestamp(3) with time zone,
  CONSTRAINT close_outs_pkey PRIMARY KEY (id),
  CONSTRAINT close_outs_id_lender_id_borrower_id_key UNIQUE (id, lender_id, borrower_id),
  CONSTRAINT close_outs_position_id_lender_id_borrower_id_fkey FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions(id, lender_id, borrower_id),
  CONSTRAINT a_fact_is_about_what_its_cause_says CHECK ((cause = 'LIQUIDATION_LEVEL'::text) = (occasion IS NOT NULL) AND (cause = 'MISSED_INTEREST'::text) = (fact_due_on IS NOT NULL) AND (fact_resource = 'position'::text) = (fact_resource_id IS NULL) AND
CASE cause
    WHEN 'LIQUIDATION_LEVEL'::text THEN fact_resource = 'position'::text
    WHEN 'UNMET_CALL'::text THEN fact_resource = 'mark_to_market_request'::text
    WHEN 'MISSED_INTEREST'::text THEN fact_resource = 'order'::text
    ELSE fact_resource = ANY (ARRAY['order'::text, 'order_request'::text])
END),
  CONSTRAINT a_termination_has_a_statement CHECK ((status = ANY (ARRAY['CLOSING_OUT'::text, 'CLAIM_OPEN'::text, 'SETTLED'::text])) = (terminated_at IS NOT NULL) AND (terminated_at IS NULL) = (statement IS NULL)),
  CONSTRAINT close_outs_cause_check CHECK (cause = ANY (ARRAY['UNMET_CALL'::text, 'LIQUIDATION_LEVEL'::text, 'MISSED_RETURN'::text, 'MISSED_INTEREST'::text])),
  CONSTRAINT close_outs_check CHECK (creator_id = lender_id OR creator_id = borrower_id),
  CONSTRAINT close_outs_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  CONSTRAINT close_outs_occasion_check CHECK (occasion > 0),
  CONSTRAINT close_outs_status_check CHECK (status = ANY (ARRAY['NOTICE'::text, 'CLOSING_OUT'::text, 'CLAIM_OPEN'::text, 'SETTLED'::text, 'CURED'::text, 'WITHDRAWN'::text]))
);
CREATE INDEX close_outs_borrower_ids ON close_outs USING btree (borrower_id, id);
CREATE INDEX close_outs_borrower_newest ON close_outs USING btree (borrower_id, created_at DESC, id DESC);
CREATE INDEX close_outs_lender_ids ON close_outs USING btree (lender_id, id);
CREATE INDEX close_outs_lender_newest ON close_outs USING btree (lender_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX close_outs_one_notice ON close_outs USING btree (position_id, creator_id, cause) WHERE status = 'NOTICE'::text;
CREATE UNIQUE INDEX close_outs_one_terminated ON close_outs USING btree (position_id) WHERE status = ANY (ARRAY['CLOSING_OUT'::text, 'CLAIM_OPEN'::text]);
CREATE INDEX close_outs_open ON close_outs USING btree (status) WHERE status = ANY (ARRAY['NOTICE'::text, 'CLOSING_OUT'::text, 'CLAIM_OPEN'::text]);
CREATE INDEX close_outs_open_of_borrower ON close_outs USING btree (borrower_id) WHERE status = ANY (ARRAY['NOTICE'::text, 'CLOSING_OUT'::text, 'CLAIM_OPEN'::text]);
CREATE INDEX close_outs_open_of_lender ON close_outs USING btree (lender_id) WHERE status = ANY (ARRAY['NOTICE'::text, 'CLOSING_OUT'::text, 'CLAIM_OPEN'::text]);
CREATE INDEX close_outs_position_newest ON close_outs USING btree (position_id, created_at DESC, id DESC);
GRANT INSERT, SELECT, UPDATE ON close_outs TO vadium_service;
ALTER TABLE close_outs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON close_outs TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON close_outs TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE counterparty_counts (
  organization_id uuid NOT NULL,
  counterparty_id uuid NOT NULL,
  kind text NOT NULL,
  window_began_at timestamp(3) with time zone NOT NULL,
  count integer NOT NULL,
  CONSTRAINT counterparty_counts_pkey PRIMARY KEY (organization_id, counterparty_id, kind),
  CONSTRAINT counterparty_counts_counterparty_id_fkey FOREIGN KEY (counterparty_id) REFERENCES organizations(id),
  CONSTRAINT counterparty_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT counterparty_counts_count_check CHECK (count > 0),
  CONSTRAINT counterparty_counts_kind_check CHECK (kind = ANY (ARRAY['message'::text, 'order'::text, 'withdrawal'::text, 'wallet_change'::text, 'proposal'::text]))
);
GRANT INSERT, SELECT, UPDATE ON counterparty_counts TO vadium_service;
ALTER TABLE counterparty_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON counterparty_counts TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON counterparty_counts TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = organization_id)
  WITH CHECK ((( SELECT current_organization() AS current_organization)) = organization_id);

CREATE TABLE counterparty_limit_versions (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id uuid NOT NULL,
  counterparty_id uuid NOT NULL,
  version integer NOT NULL,
  lent_usd_max usd_amount,
  uncovered_usd_max usd_amount,
  shock fraction NOT NULL,
  assets text[] NOT NULL,
  lent_quantities_max quantity[] NOT NULL,
  on_breach text NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT counterparty_limit_versions_pkey PRIMARY KEY (organization_id, counterparty_id, version),
  CONSTRAINT counterparty_limit_versions_sequence_key UNIQUE (sequence),
  CONSTRAINT counterparty_limit_versions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT counterparty_limit_versions_organization_id_counterparty_i_fkey FOREIGN KEY (organization_id, counterparty_id) REFERENCES counterparty_limits(organization_id, counterparty_id),
  CONSTRAINT counterparty_limit_versions_assets_check CHECK (cardinality(assets) <= 50 AND array_position(assets, NULL::text) IS NULL),
  CONSTRAINT counterparty_limit_versions_check CHECK (cardinality(assets) = cardinality(lent_quantities_max)),
  CONSTRAINT counterparty_limit_versions_lent_quantities_max_check CHECK (array_position(lent_quantities_max::numeric[], NULL::numeric) IS NULL),
  CONSTRAINT counterparty_limit_versions_on_breach_check CHECK (on_breach = ANY (ARRAY['warn'::text, 'refuse'::text])),
  CONSTRAINT counterparty_limit_versions_version_check CHECK (version > 0)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON counterparty_limit_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON counterparty_limit_versions TO vadium_service;
ALTER TABLE counterparty_limit_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON counterparty_limit_versions TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON counterparty_limit_versions TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE counterparty_limits (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  counterparty_id uuid NOT NULL,
  version integer NOT NULL,
  CONSTRAINT counterparty_limits_pkey PRIMARY KEY (id),
  CONSTRAINT counterparty_limits_organization_id_counterparty_id_key UNIQUE (organization_id, counterparty_id),
  CONSTRAINT counterparty_limits_counterparty_id_fkey FOREIGN KEY (counterparty_id) REFERENCES organizations(id),
  CONSTRAINT counterparty_limits_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT counterparty_limits_check CHECK (organization_id <> counterparty_id),
  CONSTRAINT counterparty_limits_version_check CHECK (version > 0)
);
GRANT INSERT, SELECT ON counterparty_limits TO vadium_service;
GRANT UPDATE (version) ON counterparty_limits TO vadium_service;
ALTER TABLE counterparty_limits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON counterparty_limits TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON counterparty_limits TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE counterparty_mutes (
  organization_id uuid NOT NULL,
  counterparty_id uuid NOT NULL,
  muted_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT counterparty_mutes_pkey PRIMARY KEY (organization_id, counterparty_id),
  CONSTRAINT counterparty_mutes_counterparty_id_fkey FOREIGN KEY (counterparty_id) REFERENCES organizations(id),
  CONSTRAINT counterparty_mutes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT counterparty_mutes_check CHECK (organization_id <> counterparty_id)
);
GRANT DELETE, INSERT, SELECT ON counterparty_mutes TO vadium_service;
ALTER TABLE counterparty_mutes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON counterparty_mutes TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON counterparty_mutes TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = organization_id)
  WITH CHECK ((( SELECT current_organization() AS current_organization)) = organization_id);

CREATE TABLE credential_uses (
  credential_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  used_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT credential_uses_pkey PRIMARY KEY (credential_id),
  CONSTRAINT credential_uses_credential_id_fkey FOREIGN KEY (credential_id) REFERENCES credentials(id)
);
GRANT SELECT ON credential_uses TO vadium_service;
ALTER TABLE credential_uses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON credential_uses TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY onboarding ON credential_uses FOR SELECT TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY own ON credential_uses FOR SELECT TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE credentials (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  role text NOT NULL,
  public_key bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  made_by uuid,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT credentials_pkey PRIMARY KEY (id),
  CONSTRAINT credentials_public_key_key UNIQUE (public_key),
  CONSTRAINT credentials_account_id_organization_id_fkey FOREIGN KEY (account_id, organization_id) REFERENCES accounts(id, organization_id),
  CONSTRAINT credentials_public_key_check CHECK (octet_length(public_key) = 32),
  CONSTRAINT credentials_role_check CHECK (role = ANY (ARRAY['viewer'::text, 'execution'::text, 'reporting'::text, 'admin'::text, 'operator'::text]))
);
CREATE INDEX credentials_expiring ON credentials USING btree (expires_at) WHERE revoked_at IS NULL;
CREATE INDEX credentials_made_by ON credentials USING btree (made_by, made_at) WHERE made_by IS NOT NULL;
CREATE INDEX credentials_newest ON credentials USING btree (created_at DESC, id DESC);
CREATE INDEX credentials_of_organization_newest ON credentials USING btree (organization_id, created_at DESC, id DESC);
CREATE TRIGGER record_maker BEFORE INSERT ON credentials FOR EACH ROW EXECUTE FUNCTION record_maker();
CREATE TRIGGER record_silence_of_account AFTER UPDATE OF revoked_at, expires_at ON credentials FOR EACH ROW WHEN (new.role = 'operator'::text AND old.revoked_at IS NULL AND COALESCE(old.expires_at, 'infinity'::timestamp with time zone) > COALESCE(new.revoked_at, new.expires_at)) EXECUTE FUNCTION record_silence_of_account();
CREATE TRIGGER refuse_second_platform BEFORE INSERT OR UPDATE OF role, organization_id ON credentials FOR EACH ROW WHEN (new.role = 'operator'::text) EXECUTE FUNCTION refuse_second_platform();
GRANT INSERT, SELECT ON credentials TO vadium_service;
GRANT UPDATE (expires_at, revoked_at) ON credentials TO vadium_service;
ALTER TABLE credentials ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON credentials TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY onboarding ON credentials TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator))
  WITH CHECK (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY operators_by_operators ON credentials AS RESTRICTIVE FOR INSERT TO vadium_service
  WITH CHECK (role <> 'operator'::text OR ( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY own ON credentials TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE custodian_callbacks (
  custodian_id text NOT NULL,
  digest bytea NOT NULL,
  received_at timestamp(3) with time zone NOT NULL,
  body bytea NOT NULL,
  recorded_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT custodian_callbacks_pkey PRIMARY KEY (custodian_id, digest),
  CONSTRAINT custodian_callbacks_custodian_id_fkey FOREIGN KEY (custodian_id) REFERENCES custodians(id),
  CONSTRAINT custodian_callbacks_body_check CHECK (octet_length(body) <= 65536)
);
CREATE INDEX custodian_callbacks_recorded_at_idx ON custodian_callbacks USING btree (recorded_at);
ALTER TABLE custodian_callbacks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON custodian_callbacks TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE custodians (
  id text NOT NULL,
  name text NOT NULL,
  adapter text NOT NULL,
  CONSTRAINT custodians_pkey PRIMARY KEY (id),
  CONSTRAINT custodians_id_check CHECK (id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'::text)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON custodians FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT ON custodians TO vadium_service;

CREATE TABLE deadlines (
  kind text NOT NULL,
  resource_id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  warn_at timestamp(3) with time zone,
  CONSTRAINT deadlines_pkey PRIMARY KEY (kind, resource_id),
  CONSTRAINT deadlines_sequence_key UNIQUE (sequence),
  CONSTRAINT deadlines_kind_check CHECK (kind = ANY (ARRAY['order'::text, 'mark_to_market_request'::text, 'order_request'::text, 'agreement_proposal'::text, 'agreement_start'::text, 'transfer'::text, 'close_out'::text, 'interest'::text, 'maturity'::text, 'automation'::text, 'automatic_call_of_lender'::text, 'automatic_call_of_borrower'::text, 'calendar'::text, 'counterparty_limits'::text])) NOT VALID
);
CREATE INDEX deadlines_due_at_sequence_idx ON deadlines USING btree (due_at, sequence);
CREATE INDEX deadlines_warn_at_sequence_idx ON deadlines USING btree (warn_at, sequence) WHERE warn_at IS NOT NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON deadlines TO vadium_service;
ALTER TABLE deadlines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON deadlines TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY onboarding ON deadlines TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator) AND kind = 'agreement_proposal'::text);
CREATE POLICY parties ON deadlines TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE detached_months (
  parent text NOT NULL,
  month timestamp with time zone NOT NULL,
  partition text NOT NULL,
  detached_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT detached_months_pkey PRIMARY KEY (parent, month)
);
ALTER TABLE detached_months ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON detached_months TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE dismissed_prices (
  asset text NOT NULL,
  source text NOT NULL,
  observed_at timestamp(3) with time zone NOT NULL,
  dismissed_at timestamp(3) with time zone NOT NULL,
  account_id uuid,
  CONSTRAINT dismissed_prices_pkey PRIMARY KEY (asset, source),
  CONSTRAINT dismissed_prices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT dismissed_prices_asset_fkey FOREIGN KEY (asset) REFERENCES assets(symbol),
  CONSTRAINT dismissed_prices_source_fkey FOREIGN KEY (source) REFERENCES price_sources(source)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON dismissed_prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT, UPDATE ON dismissed_prices TO vadium_service;

CREATE TABLE document_preferences (
  organization_id uuid NOT NULL,
  kinds text[] NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  since jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT document_preferences_pkey PRIMARY KEY (organization_id),
  CONSTRAINT document_preferences_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT document_preferences_kinds_check CHECK (kinds <@ ARRAY['confirmation'::text, 'margin_call_notice'::text, 'margin_statement'::text, 'close_out_statement'::text])
);
CREATE TRIGGER keep_wishes BEFORE INSERT OR UPDATE ON document_preferences FOR EACH ROW EXECUTE FUNCTION keep_wishes();
GRANT INSERT, SELECT ON document_preferences TO vadium_service;
GRANT UPDATE (kinds, updated_at) ON document_preferences TO vadium_service;
ALTER TABLE document_preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON document_preferences TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON document_preferences TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE documents (
  id uuid NOT NULL,
  kind text NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  order_id uuid,
  subject_id uuid,
  cut_at timestamp(3) with time zone,
  revision integer NOT NULL,
  content text NOT NULL,
  content_sha256 text NOT NULL,
  pdf bytea,
  pdf_sha256 text,
  template_version text,
  created_at timestamp(3) with time zone NOT NULL,
  render_attempts integer DEFAULT 0 NOT NULL,
  render_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT documents_pkey PRIMARY KEY (id),
  CONSTRAINT documents_kind_subject_id_revision_key UNIQUE (kind, subject_id, revision),
  CONSTRAINT documents_borrower_id_fkey FOREIGN KEY (borrower_id) REFERENCES organizations(id),
  CONSTRAINT documents_lender_id_fkey FOREIGN KEY (lender_id) REFERENCES organizations(id),
  CONSTRAINT documents_order_id_lender_id_borrower_id_fkey FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders(id, lender_id, borrower_id),
  CONSTRAINT a_pdf_has_its_digest CHECK (num_nulls(pdf, pdf_sha256, template_version) = ANY (ARRAY[0, 3])),
  CONSTRAINT a_statement_is_of_a_cut CHECK (
CASE kind
    WHEN 'margin_statement'::text THEN cut_at IS NOT NULL AND order_id IS NULL AND subject_id IS NULL AND revision = 1
    ELSE cut_at IS NULL AND order_id IS NOT NULL AND subject_id IS NOT NULL
END),
  CONSTRAINT documents_check CHECK (content_sha256 = encode(sha256(convert_to(content, 'UTF8'::name)), 'hex'::text)),
  CONSTRAINT documents_check1 CHECK (pdf_sha256 = encode(sha256(pdf), 'hex'::text)),
  CONSTRAINT documents_kind_check CHECK (kind = ANY (ARRAY['confirmation'::text, 'margin_call_notice'::text, 'margin_statement'::text, 'close_out_statement'::text])),
  CONSTRAINT documents_pdf_check CHECK (octet_length(pdf) <= 5242880),
  CONSTRAINT documents_revision_check CHECK (revision > 0)
);
CREATE INDEX documents_borrower_newest ON documents USING btree (borrower_id, created_at DESC, id DESC);
CREATE INDEX documents_lender_newest ON documents USING btree (lender_id, created_at DESC, id DESC);
CREATE INDEX documents_of_order ON documents USING btree (order_id, created_at DESC, id DESC);
CREATE INDEX documents_of_subject ON documents USING btree (subject_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX documents_one_statement ON documents USING btree (lender_id, borrower_id, cut_at) WHERE cut_at IS NOT NULL;
CREATE INDEX documents_to_render ON documents USING btree (render_at) WHERE pdf IS NULL;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_document BEFORE UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION keep_document();
GRANT INSERT, SELECT ON documents TO vadium_service;
GRANT UPDATE (pdf, pdf_sha256, template_version) ON documents TO vadium_service;
ALTER TABLE documents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON documents TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON documents TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE event_heads (
  organization_id uuid NOT NULL,
  "position" bigint NOT NULL,
  nonce bigint DEFAULT 0 NOT NULL,
  CONSTRAINT event_heads_pkey PRIMARY KEY (organization_id),
  CONSTRAINT event_heads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT event_heads_nonce_check CHECK (nonce >= 0),
  CONSTRAINT event_heads_position_check CHECK ("position" >= 0)
);
GRANT SELECT ON event_heads TO vadium_service;
ALTER TABLE event_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON event_heads TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON event_heads FOR SELECT TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE event_numbering (
  single boolean DEFAULT true NOT NULL,
  searched_from bigint NOT NULL,
  candidate bigint NOT NULL,
  candidate_transaction xid8 NOT NULL,
  CONSTRAINT event_numbering_pkey PRIMARY KEY (single),
  CONSTRAINT event_numbering_single_check CHECK (single)
);
ALTER TABLE event_numbering ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON event_numbering TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE events (
  organization_id uuid NOT NULL,
  "position" bigint NOT NULL,
  nonce bigint NOT NULL,
  previous_nonce bigint NOT NULL,
  type text NOT NULL,
  "time" timestamp(3) with time zone NOT NULL,
  data jsonb NOT NULL,
  recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (organization_id, "position", recorded_at),
  CONSTRAINT events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT events_nonce_check CHECK (nonce >= 0),
  CONSTRAINT events_position_check CHECK ("position" > 0),
  CONSTRAINT events_previous_nonce_check CHECK (previous_nonce >= 0),
  CONSTRAINT events_type_check CHECK (length(type) >= 1 AND length(type) <= 64)
) PARTITION BY RANGE (recorded_at);
CREATE INDEX events_oldest ON ONLY events USING btree (recorded_at);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON events TO vadium_service;
ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON events TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON events FOR SELECT TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE events_other PARTITION OF events DEFAULT;
ALTER TABLE events_other ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON events_other TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE exceeded_limits (
  organization_id uuid NOT NULL,
  counterparty_id uuid NOT NULL,
  limit_name text NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  CONSTRAINT exceeded_limits_pkey PRIMARY KEY (organization_id, counterparty_id, limit_name),
  CONSTRAINT exceeded_limits_organization_id_counterparty_id_fkey FOREIGN KEY (organization_id, counterparty_id) REFERENCES counterparty_limits(organization_id, counterparty_id),
  CONSTRAINT exceeded_limits_limit_name_check CHECK (length(limit_name) <= 80)
);
GRANT DELETE, SELECT ON exceeded_limits TO vadium_service;
ALTER TABLE exceeded_limits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON exceeded_limits TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON exceeded_limits TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE held_prices (
  asset text NOT NULL,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  observed_at timestamp(3) with time zone NOT NULL,
  held_since timestamp(3) with time zone NOT NULL,
  source_held_since timestamp(3) with time zone,
  CONSTRAINT held_prices_pkey PRIMARY KEY (asset, source),
  CONSTRAINT held_prices_asset_fkey FOREIGN KEY (asset) REFERENCES assets(symbol)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON held_prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT DELETE, INSERT, SELECT, UPDATE ON held_prices TO vadium_service;

CREATE TABLE idempotency_keys (
  organization_id uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  refused boolean NOT NULL,
  answer text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  status smallint DEFAULT 200 NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, key),
  CONSTRAINT idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT idempotency_keys_key_check CHECK (key ~ '^[\x21-\x7e]{1,255}$'::text),
  CONSTRAINT idempotency_keys_status_check CHECK (status = ANY (ARRAY[200, 202]))
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys USING btree (created_at);
GRANT INSERT, SELECT, UPDATE ON idempotency_keys TO vadium_service;
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON idempotency_keys TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON idempotency_keys TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE installation (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  is_only boolean DEFAULT true NOT NULL,
  people_needed smallint DEFAULT 1 NOT NULL,
  platform_id uuid,
  CONSTRAINT installation_pkey PRIMARY KEY (id),
  CONSTRAINT installation_is_only_key UNIQUE (is_only),
  CONSTRAINT installation_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES organizations(id),
  CONSTRAINT installation_is_only_check CHECK (is_only),
  CONSTRAINT installation_people_needed_check CHECK (people_needed = ANY (ARRAY[1, 2]))
);

CREATE TABLE instructions (
  transfer_id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  custodian_id text NOT NULL,
  external_transfer_id text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  due_at timestamp(3) with time zone,
  maybe_sent boolean DEFAULT false NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  last_error text,
  stalled boolean DEFAULT false NOT NULL,
  called_back boolean DEFAULT false NOT NULL,
  cancel_asked_at timestamp(3) with time zone,
  claim uuid,
  claimed_until timestamp with time zone,
  CONSTRAINT instructions_pkey PRIMARY KEY (transfer_id),
  CONSTRAINT instructions_custodian_id_fkey FOREIGN KEY (custodian_id) REFERENCES custodians(id),
  CONSTRAINT instructions_order_id_lender_id_borrower_id_fkey FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders(id, lender_id, borrower_id),
  CONSTRAINT instructions_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT instructions_last_error_check CHECK (length(last_error) <= 500)
);
CREATE INDEX instructions_due ON instructions USING btree (due_at, sequence) WHERE due_at IS NOT NULL;
CREATE INDEX instructions_open ON instructions USING btree (created_at DESC, transfer_id DESC) WHERE due_at IS NOT NULL OR stalled;
GRANT DELETE, INSERT, SELECT, UPDATE ON instructions TO vadium_service;
ALTER TABLE instructions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY custody_resumed ON instructions FOR UPDATE TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY custody_shown ON instructions FOR SELECT TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY keeper ON instructions TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON instructions TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE interest_changes (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  order_request_id uuid,
  effective_on date NOT NULL,
  quantity_before quantity,
  quantity quantity,
  rate_percent numeric,
  recorded_at timestamp(3) with time zone NOT NULL,
  close_out_id uuid,
  CONSTRAINT interest_changes_pkey PRIMARY KEY (sequence),
  CONSTRAINT interest_changes_close_out_fkey FOREIGN KEY (close_out_id, lender_id, borrower_id) REFERENCES close_outs(id, lender_id, borrower_id),
  CONSTRAINT interest_changes_order_request_id_lender_id_borrower_id_fkey FOREIGN KEY (order_request_id, lender_id, borrower_id) REFERENCES order_requests(id, lender_id, borrower_id),
  CONSTRAINT interest_changes_position_id_lender_id_borrower_id_fkey FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions(id, lender_id, borrower_id),
  CONSTRAINT interest_changes_check CHECK (num_nonnulls(quantity, rate_percent) = 1),
  CONSTRAINT interest_changes_check1 CHECK ((quantity IS NULL) = (quantity_before IS NULL)),
  CONSTRAINT interest_changes_rate_percent_check CHECK (rate_percent >= 0::numeric AND rate_percent < 100000::numeric),
  CONSTRAINT of_a_request_or_a_close_out CHECK (num_nonnulls(order_request_id, close_out_id) = 1 AND (close_out_id IS NULL OR quantity IS NOT NULL))
);
CREATE INDEX interest_changes_of_quantity ON interest_changes USING btree (position_id, recorded_at, sequence) WHERE quantity_before IS NOT NULL;
CREATE INDEX interest_changes_position_id_sequence_idx ON interest_changes USING btree (position_id, sequence);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON interest_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON interest_changes TO vadium_service;
ALTER TABLE interest_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON interest_changes TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON interest_changes TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE invitations (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  secret_hash bytea NOT NULL,
  creator_credential_id uuid NOT NULL,
  creator_account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  public_key bytea,
  accepted_at timestamp(3) with time zone,
  credential_id uuid,
  revoked_at timestamp(3) with time zone,
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_account_id_key UNIQUE (account_id),
  CONSTRAINT invitations_credential_id_key UNIQUE (credential_id),
  CONSTRAINT invitations_creator_account_id_organization_id_fkey FOREIGN KEY (creator_account_id, organization_id) REFERENCES accounts(id, organization_id),
  CONSTRAINT invitations_creator_credential_id_fkey FOREIGN KEY (creator_credential_id) REFERENCES credentials(id),
  CONSTRAINT invitations_credential_id_fkey FOREIGN KEY (credential_id) REFERENCES credentials(id),
  CONSTRAINT invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT expires_in_time CHECK (expires_at <= COALESCE(accepted_at + '168:00:00'::interval, created_at + '24:00:00'::interval)),
  CONSTRAINT invitations_check CHECK (expires_at > created_at),
  CONSTRAINT invitations_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  CONSTRAINT invitations_public_key_check CHECK (octet_length(public_key) = 32),
  CONSTRAINT invitations_role_check CHECK (role = ANY (ARRAY['viewer'::text, 'execution'::text, 'reporting'::text, 'admin'::text])),
  CONSTRAINT invitations_secret_hash_check CHECK (octet_length(secret_hash) = 32),
  CONSTRAINT is_accepted_with_a_key CHECK ((accepted_at IS NULL) = (public_key IS NULL)),
  CONSTRAINT is_confirmed_after_its_acceptance CHECK (credential_id IS NULL OR accepted_at IS NOT NULL),
  CONSTRAINT is_confirmed_or_revoked CHECK (num_nonnulls(credential_id, revoked_at) < 2)
);
CREATE INDEX invitations_of_organization_newest ON invitations USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX invitations_open ON invitations USING btree (organization_id, expires_at) WHERE credential_id IS NULL AND revoked_at IS NULL;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON invitations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_invitation BEFORE INSERT OR UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION keep_invitation();
GRANT INSERT, SELECT ON invitations TO vadium_service;
GRANT UPDATE (expires_at, public_key, accepted_at, credential_id, revoked_at) ON invitations TO vadium_service;
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON invitations TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON invitations TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)))
  WITH CHECK (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE journal_balances (
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  bucket text NOT NULL,
  holder_id uuid NOT NULL,
  asset text NOT NULL,
  quantity numeric NOT NULL,
  CONSTRAINT journal_balances_pkey PRIMARY KEY (order_id, bucket, holder_id, asset),
  CONSTRAINT nothing_is_spent_twice CHECK (bucket = 'own'::text OR quantity >= 0::numeric)
);
GRANT SELECT ON journal_balances TO vadium_service;
ALTER TABLE journal_balances ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON journal_balances TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON journal_balances TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE journal_entries (
  transaction_id uuid NOT NULL,
  line smallint NOT NULL,
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  bucket text NOT NULL,
  holder_id uuid NOT NULL,
  asset text NOT NULL,
  quantity numeric NOT NULL,
  CONSTRAINT journal_entries_pkey PRIMARY KEY (transaction_id, line),
  CONSTRAINT entries_have_a_transaction FOREIGN KEY (transaction_id) REFERENCES journal_transactions(id),
  CONSTRAINT journal_entries_asset_fkey FOREIGN KEY (asset) REFERENCES assets(symbol),
  CONSTRAINT journal_entries_bucket_check CHECK (bucket = ANY (ARRAY['own'::text, 'lent'::text, 'pledged'::text, 'in_transit'::text])),
  CONSTRAINT journal_entries_check CHECK (holder_id = lender_id OR holder_id = borrower_id),
  CONSTRAINT journal_entries_quantity_check CHECK (quantity <> 0::numeric AND abs(quantity) < '100000000000000000000'::numeric AND scale(quantity) <= 20)
);
CREATE INDEX journal_entries_order_id_idx ON journal_entries USING btree (order_id);
CREATE TRIGGER add_to_balance AFTER INSERT ON journal_entries FOR EACH ROW EXECUTE FUNCTION add_to_balance();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON journal_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON journal_entries TO vadium_service;
ALTER TABLE journal_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON journal_entries TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON journal_entries TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE journal_transactions (
  id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  transfer_id uuid,
  recorded_at timestamp(3) with time zone NOT NULL,
  close_out_id uuid,
  CONSTRAINT journal_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT journal_transactions_sequence_key UNIQUE (sequence),
  CONSTRAINT journal_transactions_close_out_fkey FOREIGN KEY (close_out_id, lender_id, borrower_id) REFERENCES close_outs(id, lender_id, borrower_id),
  CONSTRAINT journal_transactions_order_id_lender_id_borrower_id_fkey FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders(id, lender_id, borrower_id),
  CONSTRAINT journal_transactions_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT journal_transactions_kind_check CHECK (kind = ANY (ARRAY['instruct'::text, 'settle'::text, 'revert'::text, 'appropriate'::text])),
  CONSTRAINT of_a_transfer_or_a_close_out CHECK (
CASE kind
    WHEN 'appropriate'::text THEN close_out_id IS NOT NULL
    ELSE num_nonnulls(transfer_id, close_out_id) = 1 AND (close_out_id IS NULL OR kind = 'settle'::text)
END)
);
CREATE INDEX journal_transactions_order_id_idx ON journal_transactions USING btree (order_id);
CREATE UNIQUE INDEX one_appropriation_of_each ON journal_transactions USING btree (close_out_id, kind, transfer_id) NULLS NOT DISTINCT WHERE close_out_id IS NOT NULL;
CREATE UNIQUE INDEX one_end_a_transfer ON journal_transactions USING btree (transfer_id) WHERE kind = ANY (ARRAY['settle'::text, 'revert'::text]);
CREATE UNIQUE INDEX one_instruction_a_transfer ON journal_transactions USING btree (transfer_id) WHERE kind = 'instruct'::text;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON journal_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER entries_sum_to_zero AFTER INSERT ON journal_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION entries_sum_to_zero();
GRANT INSERT, SELECT ON journal_transactions TO vadium_service;
ALTER TABLE journal_transactions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON journal_transactions TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON journal_transactions TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE latest_prices (
  asset text NOT NULL,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  observed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT latest_prices_pkey PRIMARY KEY (asset, source),
  CONSTRAINT latest_prices_asset_fkey FOREIGN KEY (asset) REFERENCES assets(symbol)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON latest_prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT, UPDATE ON latest_prices TO vadium_service;

CREATE TABLE limit_refusals (
  order_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  refused_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT limit_refusals_pkey PRIMARY KEY (order_id),
  CONSTRAINT limit_refusals_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT limit_refusals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
GRANT INSERT, SELECT ON limit_refusals TO vadium_service;
GRANT UPDATE (refused_at) ON limit_refusals TO vadium_service;
ALTER TABLE limit_refusals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON limit_refusals TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON limit_refusals TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE mail_addresses (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  account_id uuid,
  address text,
  address_hash bytea NOT NULL,
  state text NOT NULL,
  suspension text,
  content text NOT NULL,
  muted_categories text[] NOT NULL,
  immediate_severity notification_severity NOT NULL,
  digest_time text,
  time_zone text NOT NULL,
  "position" bigint DEFAULT 0 NOT NULL,
  position_nonce bigint DEFAULT 0 NOT NULL,
  filtered_from bigint DEFAULT 0 NOT NULL,
  digest_lines text[] DEFAULT '{}'::text[] NOT NULL,
  digest_left_out integer DEFAULT 0 NOT NULL,
  digest_due_at timestamp(3) with time zone,
  code bytea,
  code_delivery uuid,
  code_expires_at timestamp(3) with time zone,
  code_tries integer,
  refusals integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  verified_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  digest_positions bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  digest_nonces bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  mailbox_hash bytea,
  CONSTRAINT mail_addresses_pkey PRIMARY KEY (id),
  CONSTRAINT mail_addresses_id_organization_id_key UNIQUE (id, organization_id),
  CONSTRAINT mail_addresses_account_id_organization_id_fkey FOREIGN KEY (account_id, organization_id) REFERENCES accounts(id, organization_id),
  CONSTRAINT mail_addresses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT has_a_digest_at_a_time CHECK ((digest_due_at IS NOT NULL) = ((cardinality(digest_lines) + digest_left_out) > 0)),
  CONSTRAINT has_all_of_a_code CHECK (num_nulls(code, code_delivery, code_expires_at, code_tries) = ANY (ARRAY[0, 4])),
  CONSTRAINT has_no_code_to_guess CHECK (code IS NULL OR (state = ANY (ARRAY['UNVERIFIED'::text, 'SUSPENDED'::text]))),
  CONSTRAINT has_whole_places_of_a_digest CHECK (cardinality(digest_positions) = cardinality(digest_nonces)),
  CONSTRAINT is_active_once_verified CHECK ((state <> ALL (ARRAY['ACTIVE'::text, 'SUSPENDED'::text])) OR verified_at IS NOT NULL),
  CONSTRAINT is_deleted_at_a_time CHECK ((state = 'DELETED'::text) = (deleted_at IS NOT NULL)),
  CONSTRAINT is_erased_when_deleted CHECK ((state = 'DELETED'::text) = (address IS NULL)),
  CONSTRAINT is_suspended_for_a_reason CHECK ((state = 'SUSPENDED'::text) = (suspension IS NOT NULL)),
  CONSTRAINT mail_addresses_address_check CHECK (length(address) <= 254),
  CONSTRAINT mail_addresses_address_hash_check CHECK (octet_length(address_hash) = 32),
  CONSTRAINT mail_addresses_code_check CHECK (octet_length(code) >= 24 AND octet_length(code) <= 128),
  CONSTRAINT mail_addresses_code_tries_check CHECK (code_tries >= 0 AND code_tries <= 5),
  CONSTRAINT mail_addresses_content_check CHECK (content = ANY (ARRAY['title'::text, 'full'::text])),
  CONSTRAINT mail_addresses_digest_left_out_check CHECK (digest_left_out >= 0),
  CONSTRAINT mail_addresses_digest_lines_check CHECK (cardinality(digest_lines) <= 50),
  CONSTRAINT mail_addresses_digest_time_check CHECK (digest_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text),
  CONSTRAINT mail_addresses_filtered_from_check CHECK (filtered_from >= 0),
  CONSTRAINT mail_addresses_mailbox_hash_check CHECK (octet_length(mailbox_hash) = 32),
  CONSTRAINT mail_addresses_muted_categories_check CHECK (cardinality(muted_categories) <= 100),
  CONSTRAINT mail_addresses_position_check CHECK ("position" >= 0),
  CONSTRAINT mail_addresses_position_nonce_check CHECK (position_nonce >= 0),
  CONSTRAINT mail_addresses_refusals_check CHECK (refusals >= 0),
  CONSTRAINT mail_addresses_state_check CHECK (state = ANY (ARRAY['UNVERIFIED'::text, 'ACTIVE'::text, 'SUSPENDED'::text, 'DELETED'::text])),
  CONSTRAINT mail_addresses_suspension_check CHECK (suspension = ANY (ARRAY['REFUSED'::text, 'NO_CREDENTIAL'::text])),
  CONSTRAINT mail_addresses_time_zone_check CHECK (length(time_zone) >= 1 AND length(time_zone) <= 64)
);
CREATE INDEX mail_addresses_active ON mail_addresses USING btree (organization_id) WHERE state = 'ACTIVE'::text;
CREATE INDEX mail_addresses_never_verified ON mail_addresses USING btree (organization_id, created_at) WHERE verified_at IS NULL;
CREATE INDEX mail_addresses_newest ON mail_addresses USING btree (organization_id, created_at DESC, id DESC) WHERE state <> 'DELETED'::text;
CREATE UNIQUE INDEX mail_addresses_once ON mail_addresses USING btree (organization_id, address_hash, COALESCE(account_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE state <> 'DELETED'::text;
CREATE INDEX mail_addresses_unverified ON mail_addresses USING btree (created_at) WHERE state = 'UNVERIFIED'::text;
CREATE INDEX mail_addresses_with_a_digest ON mail_addresses USING btree (digest_due_at) WHERE digest_due_at IS NOT NULL;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON mail_addresses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_mail_address BEFORE UPDATE ON mail_addresses FOR EACH ROW EXECUTE FUNCTION keep_mail_address();
GRANT INSERT, SELECT, UPDATE ON mail_addresses TO vadium_service;
ALTER TABLE mail_addresses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mail_addresses TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON mail_addresses TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE mail_codes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id uuid NOT NULL,
  mailbox_hash bytea NOT NULL,
  requested_at timestamp(3) with time zone NOT NULL,
  is_sent boolean NOT NULL,
  CONSTRAINT mail_codes_pkey PRIMARY KEY (id),
  CONSTRAINT mail_codes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT mail_codes_mailbox_hash_check CHECK (octet_length(mailbox_hash) = 32)
);
CREATE INDEX mail_codes_of_mailbox ON mail_codes USING btree (mailbox_hash, requested_at);
CREATE INDEX mail_codes_requested ON mail_codes USING btree (requested_at);
ALTER TABLE mail_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mail_codes TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE mail_deliveries (
  id uuid NOT NULL,
  address_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  address_hash bytea NOT NULL,
  kind text NOT NULL,
  "position" bigint,
  event_nonce bigint,
  notification_id uuid,
  category text,
  link_resource text,
  link_id text,
  link_order_id uuid,
  message_id text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  state text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  due_at timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  sha256 bytea,
  server text,
  certificate_sha256 bytea,
  reply text,
  error text,
  claim uuid,
  claimed_until timestamp with time zone,
  digest_positions bigint[],
  digest_nonces bigint[],
  content text DEFAULT 'title'::text NOT NULL,
  unanswered integer DEFAULT 0 NOT NULL,
  sealed_recipient bytea,
  CONSTRAINT mail_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT mail_deliveries_address_id_position_event_nonce_key UNIQUE (address_id, "position", event_nonce),
  CONSTRAINT mail_deliveries_address_id_organization_id_fkey FOREIGN KEY (address_id, organization_id) REFERENCES mail_addresses(id, organization_id),
  CONSTRAINT has_a_proof_when_sent CHECK (state <> 'SENT'::text OR num_nulls(server, reply, last_attempt_at) = 0 AND (sha256 IS NULL) = (kind = 'code'::text)),
  CONSTRAINT has_a_recipient_until_it_ends CHECK ((sealed_recipient IS NOT NULL) = (kind = 'farewell'::text AND state = 'QUEUED'::text)) NOT VALID,
  CONSTRAINT has_no_digest_of_a_code CHECK (kind <> 'code'::text OR sha256 IS NULL),
  CONSTRAINT has_places_of_a_digest CHECK (kind = 'digest'::text OR digest_positions IS NULL),
  CONSTRAINT has_whole_places_of_a_digest CHECK (COALESCE(cardinality(digest_positions), '-1'::integer) = COALESCE(cardinality(digest_nonces), '-1'::integer)),
  CONSTRAINT is_claimed_for_a_time CHECK ((claim IS NULL) = (claimed_until IS NULL)),
  CONSTRAINT is_due_while_queued CHECK ((state = 'QUEUED'::text) = (due_at IS NOT NULL)),
  CONSTRAINT is_of_a_notification CHECK (num_nulls("position", event_nonce, notification_id, category, link_resource, link_id) =
CASE kind
    WHEN 'notification'::text THEN 0
    ELSE 6
END),
  CONSTRAINT mail_deliveries_address_hash_check CHECK (octet_length(address_hash) = 32),
  CONSTRAINT mail_deliveries_attempts_check CHECK (attempts >= 0),
  CONSTRAINT mail_deliveries_body_check CHECK (length(body) <= 200000),
  CONSTRAINT mail_deliveries_category_check CHECK (length(category) >= 1 AND length(category) <= 64),
  CONSTRAINT mail_deliveries_certificate_sha256_check CHECK (octet_length(certificate_sha256) = 32),
  CONSTRAINT mail_deliveries_content_check CHECK (content = ANY (ARRAY['title'::text, 'full'::text])) NOT VALID,
  CONSTRAINT mail_deliveries_error_check CHECK (length(error) <= 64),
  CONSTRAINT mail_deliveries_event_nonce_check CHECK (event_nonce >= 0),
  CONSTRAINT mail_deliveries_kind_check CHECK (kind = ANY (ARRAY['code'::text, 'notification'::text, 'digest'::text, 'test'::text, 'farewell'::text])) NOT VALID,
  CONSTRAINT mail_deliveries_link_id_check CHECK (length(link_id) >= 1 AND length(link_id) <= 128),
  CONSTRAINT mail_deliveries_link_resource_check CHECK (length(link_resource) >= 1 AND length(link_resource) <= 64),
  CONSTRAINT mail_deliveries_message_id_check CHECK (length(message_id) <= 400),
  CONSTRAINT mail_deliveries_position_check CHECK ("position" > 0),
  CONSTRAINT mail_deliveries_reply_check CHECK (length(reply) <= 1000),
  CONSTRAINT mail_deliveries_server_check CHECK (length(server) <= 255),
  CONSTRAINT mail_deliveries_sha256_check CHECK (octet_length(sha256) = 32),
  CONSTRAINT mail_deliveries_state_check CHECK (state = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'REFUSED'::text, 'NOT_SENT'::text])),
  CONSTRAINT mail_deliveries_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 200),
  CONSTRAINT mail_deliveries_unanswered_check CHECK (unanswered >= 0) NOT VALID,
  CONSTRAINT seals_its_recipient CHECK (octet_length(sealed_recipient) >= 24 AND octet_length(sealed_recipient) <= 1024) NOT VALID
);
CREATE INDEX mail_deliveries_due ON mail_deliveries USING btree (organization_id, due_at) WHERE state = 'QUEUED'::text;
CREATE INDEX mail_deliveries_newest ON mail_deliveries USING btree (organization_id, created_at DESC, id DESC) WHERE kind <> 'code'::text;
CREATE INDEX mail_deliveries_of_address_newest ON mail_deliveries USING btree (address_id, created_at DESC, id DESC);
CREATE INDEX mail_deliveries_of_codes ON mail_deliveries USING btree (created_at) WHERE kind = 'code'::text;
CREATE INDEX mail_deliveries_of_resource ON mail_deliveries USING btree (organization_id, link_id, created_at) WHERE link_id IS NOT NULL;
CREATE INDEX mail_deliveries_queued ON mail_deliveries USING btree (address_id, due_at, id) WHERE state = 'QUEUED'::text;
CREATE INDEX mail_deliveries_under_way ON mail_deliveries USING btree (organization_id, address_id) WHERE claim IS NOT NULL;
CREATE INDEX mail_deliveries_with_a_recipient ON mail_deliveries USING btree (created_at) WHERE sealed_recipient IS NOT NULL;
CREATE TRIGGER keep_mail_delivery BEFORE UPDATE ON mail_deliveries FOR EACH ROW EXECUTE FUNCTION keep_mail_delivery();
GRANT INSERT, SELECT, UPDATE ON mail_deliveries TO vadium_service;
ALTER TABLE mail_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mail_deliveries TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON mail_deliveries TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE mail_requests (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  requested_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mail_requests_pkey PRIMARY KEY (id),
  CONSTRAINT mail_requests_account_id_organization_id_fkey FOREIGN KEY (account_id, organization_id) REFERENCES accounts(id, organization_id),
  CONSTRAINT mail_requests_kind_check CHECK (kind = ANY (ARRAY['add'::text, 'change'::text]))
);
CREATE INDEX mail_requests_of_account ON mail_requests USING btree (account_id, kind, requested_at);
CREATE INDEX mail_requests_requested ON mail_requests USING btree (requested_at);
ALTER TABLE mail_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mail_requests TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE mail_turns (
  address_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  CONSTRAINT mail_turns_pkey PRIMARY KEY (address_id),
  CONSTRAINT mail_turns_address_id_fkey FOREIGN KEY (address_id) REFERENCES mail_addresses(id),
  CONSTRAINT mail_turns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX mail_turns_of_organization ON mail_turns USING btree (organization_id, taken_at);
ALTER TABLE mail_turns ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mail_turns TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE margin_alerts (
  position_id uuid NOT NULL,
  level text NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  occasion integer NOT NULL,
  is_active boolean NOT NULL,
  since timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT margin_alerts_pkey PRIMARY KEY (position_id, level),
  CONSTRAINT margin_alerts_position_id_lender_id_borrower_id_fkey FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions(id, lender_id, borrower_id),
  CONSTRAINT margin_alerts_level_check CHECK (level = ANY (ARRAY['margin_call'::text, 'liquidation'::text])),
  CONSTRAINT margin_alerts_occasion_check CHECK (occasion > 0)
);
GRANT INSERT, SELECT, UPDATE ON margin_alerts TO vadium_service;
ALTER TABLE margin_alerts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON margin_alerts TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON margin_alerts FOR SELECT TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));
CREATE POLICY revaluation_inserts ON margin_alerts FOR INSERT TO vadium_service
  WITH CHECK (lender_id = (( SELECT current_organization() AS current_organization)) AND ( SELECT acts_as_revaluation() AS acts_as_revaluation));
CREATE POLICY revaluation_updates ON margin_alerts FOR UPDATE TO vadium_service
  USING (lender_id = (( SELECT current_organization() AS current_organization)) AND ( SELECT acts_as_revaluation() AS acts_as_revaluation));

CREATE TABLE margin_terms (
  id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  requirement_percent percent,
  haircut fraction,
  margin_call_percent percent NOT NULL,
  liquidation_percent percent NOT NULL,
  threshold_usd usd_amount NOT NULL,
  minimum_notional_top_up_usd usd_amount NOT NULL,
  minimum_notional_release_usd usd_amount NOT NULL,
  lot_top_up quantity,
  lot_release quantity,
  day_count text NOT NULL,
  cure_time_seconds integer NOT NULL,
  dispute_tolerance_usd usd_amount,
  dispute_tolerance_percent tolerance_percent,
  dispute_method text NOT NULL,
  top_up_when text DEFAULT 'minimum'::text NOT NULL,
  release_percent percent,
  interest_schedule text DEFAULT 'at_close'::text NOT NULL,
  default_causes text[] DEFAULT '{}'::text[] NOT NULL,
  liquidation_confirm_seconds integer DEFAULT 900 NOT NULL,
  close_out_discount fraction DEFAULT 0 NOT NULL,
  settlement_time_seconds integer,
  grace_seconds integer DEFAULT 86400 NOT NULL,
  dispute_time_seconds integer DEFAULT 86400 NOT NULL,
  recall_notice_seconds integer,
  close_out_scope text DEFAULT 'full'::text NOT NULL,
  eligible_collateral jsonb DEFAULT '[]'::jsonb NOT NULL,
  collateral_asset text,
  general_id uuid,
  minimum_applies_to text DEFAULT 'deal'::text NOT NULL,
  calendars text[] DEFAULT '{}'::text[] NOT NULL,
  calendar_versions integer[] DEFAULT '{}'::integer[] NOT NULL,
  time_zone text,
  notification_time text,
  response_time text,
  position_terms json GENERATED ALWAYS AS (terms_of_positions(requirement_percent::numeric, haircut::numeric, margin_call_percent::numeric, liquidation_percent::numeric, top_up_when, release_percent::numeric, threshold_usd::numeric, minimum_notional_top_up_usd::numeric, minimum_notional_release_usd::numeric, lot_top_up::numeric, lot_release::numeric)) STORED NOT NULL,
  CONSTRAINT margin_terms_pkey PRIMARY KEY (id),
  CONSTRAINT margin_terms_id_lender_id_borrower_id_key UNIQUE (id, lender_id, borrower_id),
  CONSTRAINT terms_of_an_asset_once UNIQUE (general_id, collateral_asset),
  CONSTRAINT margin_terms_borrower_id_fkey FOREIGN KEY (borrower_id) REFERENCES organizations(id),
  CONSTRAINT margin_terms_collateral_asset_fkey FOREIGN KEY (collateral_asset) REFERENCES assets(symbol),
  CONSTRAINT margin_terms_general_fkey FOREIGN KEY (general_id, lender_id, borrower_id) REFERENCES margin_terms(id, lender_id, borrower_id),
  CONSTRAINT margin_terms_lender_id_fkey FOREIGN KEY (lender_id) REFERENCES organizations(id),
  CONSTRAINT a_response_follows_its_notification CHECK ((notification_time COLLATE "C") < (response_time COLLATE "C")),
  CONSTRAINT calendars_have_versions CHECK (cardinality(calendars) = cardinality(calendar_versions)),
  CONSTRAINT margin_terms_calendars_check CHECK (cardinality(calendars) <= 4),
  CONSTRAINT margin_terms_check CHECK (num_nonnulls(requirement_percent, haircut) = 1),
  CONSTRAINT margin_terms_check1 CHECK (num_nonnulls(dispute_tolerance_usd, dispute_tolerance_percent) = 1),
  CONSTRAINT margin_terms_check2 CHECK (liquidation_percent::numeric < margin_call_percent::numeric),
  CONSTRAINT margin_terms_check3 CHECK (lender_id <> borrower_id),
  CONSTRAINT margin_terms_check4 CHECK (release_percent::numeric > margin_call_percent::numeric),
  CONSTRAINT margin_terms_close_out_scope_check CHECK (close_out_scope = ANY (ARRAY['full'::text, 'to_requirement'::text])),
  CONSTRAINT margin_terms_cure_time_seconds_check CHECK (cure_time_seconds > 0),
  CONSTRAINT margin_terms_day_count_check CHECK (day_count = ANY (ARRAY['ACT/360'::text, 'ACT/365'::text])),
  CONSTRAINT margin_terms_default_causes_check CHECK (cardinality(default_causes) <= 4 AND default_causes <@ ARRAY['UNMET_CALL'::text, 'LIQUIDATION_LEVEL'::text, 'MISSED_RETURN'::text, 'MISSED_INTEREST'::text]),
  CONSTRAINT margin_terms_dispute_method_check CHECK (dispute_method = ANY (ARRAY['undisputed'::text, 'split'::text])),
  CONSTRAINT margin_terms_dispute_time_seconds_check CHECK (dispute_time_seconds >= 1 AND dispute_time_seconds <= 2592000),
  CONSTRAINT margin_terms_eligible_collateral_check CHECK (jsonb_typeof(eligible_collateral) = 'array'::text AND jsonb_array_length(eligible_collateral) <= 20),
  CONSTRAINT margin_terms_grace_seconds_check CHECK (grace_seconds >= 3600 AND grace_seconds <= 2592000),
  CONSTRAINT margin_terms_interest_schedule_check CHECK (interest_schedule = ANY (ARRAY['at_close'::text, 'monthly'::text])),
  CONSTRAINT margin_terms_liquidation_confirm_seconds_check CHECK (liquidation_confirm_seconds >= 0 AND liquidation_confirm_seconds <= 86400),
  CONSTRAINT margin_terms_lot_release_check CHECK (lot_release::numeric > 0::numeric),
  CONSTRAINT margin_terms_lot_top_up_check CHECK (lot_top_up::numeric > 0::numeric),
  CONSTRAINT margin_terms_minimum_applies_to_check CHECK (minimum_applies_to = ANY (ARRAY['deal'::text, 'agreement'::text])),
  CONSTRAINT margin_terms_notification_time_check CHECK (notification_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text),
  CONSTRAINT margin_terms_recall_notice_seconds_check CHECK (recall_notice_seconds >= 1 AND recall_notice_seconds <= 31536000),
  CONSTRAINT margin_terms_response_time_check CHECK (response_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text),
  CONSTRAINT margin_terms_settlement_time_seconds_check CHECK (settlement_time_seconds >= 1 AND settlement_time_seconds <= 2592000),
  CONSTRAINT margin_terms_time_zone_check CHECK (length(time_zone) >= 1 AND length(time_zone) <= 64),
  CONSTRAINT margin_terms_top_up_when_check CHECK (top_up_when = ANY (ARRAY['minimum'::text, 'margin_call'::text])),
  CONSTRAINT terms_of_an_asset_have_general_ones CHECK (num_nonnulls(collateral_asset, general_id) = ANY (ARRAY[0, 2])),
  CONSTRAINT times_come_together CHECK (num_nulls(time_zone, notification_time, response_time) = ANY (ARRAY[0, 3]))
);
CREATE INDEX margin_terms_calendars ON margin_terms USING gin (calendars) WHERE calendars <> '{}'::text[];
GRANT INSERT, SELECT ON margin_terms TO vadium_service;
ALTER TABLE margin_terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON margin_terms TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY onboarding ON margin_terms TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator))
  WITH CHECK (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY parties ON margin_terms FOR SELECT TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));
CREATE POLICY parties_propose ON margin_terms FOR INSERT TO vadium_service
  WITH CHECK (((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id])) AND (EXISTS ( SELECT
   FROM agreements a
  WHERE a.lender_id = margin_terms.lender_id AND a.borrower_id = margin_terms.borrower_id)));

CREATE TABLE mark_to_market_requests (
  id uuid NOT NULL,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  status text NOT NULL,
  direction text NOT NULL,
  collateral_amount quantity NOT NULL,
  notional_usd usd_amount NOT NULL,
  asset_price_usd usd_price NOT NULL,
  collateral_price_usd usd_price NOT NULL,
  calculation_id text NOT NULL,
  counter_notional_usd usd_amount,
  dispute_reason text,
  dispute_note text,
  dispute_outcome text,
  agreed_notional_usd usd_amount,
  agreed_collateral_amount quantity,
  disputed_notional_usd usd_amount,
  disputed_at timestamp(3) with time zone,
  superseded_by uuid,
  expire_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  automation_version integer,
  collateral_asset text,
  call_set_id uuid,
  answer_day jsonb,
  CONSTRAINT mark_to_market_requests_pkey PRIMARY KEY (id),
  CONSTRAINT mark_to_market_requests_id_lender_id_borrower_id_key UNIQUE (id, lender_id, borrower_id),
  CONSTRAINT mark_to_market_requests_call_set_fkey FOREIGN KEY (call_set_id, lender_id, borrower_id) REFERENCES call_sets(id, lender_id, borrower_id) NOT VALID,
  CONSTRAINT mark_to_market_requests_collateral_asset_fkey FOREIGN KEY (collateral_asset) REFERENCES assets(symbol) NOT VALID,
  CONSTRAINT mark_to_market_requests_position_id_lender_id_borrower_id_fkey FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions(id, lender_id, borrower_id),
  CONSTRAINT mark_to_market_requests_superseded_by_fkey FOREIGN KEY (superseded_by) REFERENCES mark_to_market_requests(id),
  CONSTRAINT a_dispute_is_whole CHECK (num_nulls(counter_notional_usd, dispute_reason, dispute_outcome, agreed_notional_usd, agreed_collateral_amount, disputed_notional_usd, disputed_at) = ANY (ARRAY[0, 7])),
  CONSTRAINT mark_to_market_requests_calculation_id_check CHECK (length(calculation_id) <= 1024),
  CONSTRAINT mark_to_market_requests_check CHECK (creator_id = lender_id OR creator_id = borrower_id),
  CONSTRAINT mark_to_market_requests_collateral_amount_check CHECK (collateral_amount::numeric > 0::numeric),
  CONSTRAINT mark_to_market_requests_direction_check CHECK (direction = ANY (ARRAY['TopUp'::text, 'Release'::text])),
  CONSTRAINT mark_to_market_requests_dispute_note_check CHECK (length(dispute_note) <= 500),
  CONSTRAINT mark_to_market_requests_dispute_outcome_check CHECK (dispute_outcome = ANY (ARRAY['agreed'::text, 'split'::text, 'disputed'::text])),
  CONSTRAINT mark_to_market_requests_status_check CHECK (status = ANY (ARRAY['PENDING_ACCEPTANCE'::text, 'ACCEPTED'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'REJECTED'::text, 'CANCELLED'::text, 'EXPIRED'::text, 'DISPUTED'::text, 'FAILED'::text]))
);
CREATE INDEX mark_to_market_requests_borrower_ids ON mark_to_market_requests USING btree (borrower_id, id);
CREATE INDEX mark_to_market_requests_borrower_newest ON mark_to_market_requests USING btree (borrower_id, created_at DESC, id DESC);
CREATE INDEX mark_to_market_requests_borrower_status ON mark_to_market_requests USING btree (borrower_id, status, created_at DESC, id DESC);
CREATE INDEX mark_to_market_requests_lender_ids ON mark_to_market_requests USING btree (lender_id, id);
CREATE INDEX mark_to_market_requests_lender_newest ON mark_to_market_requests USING btree (lender_id, created_at DESC, id DESC);
CREATE INDEX mark_to_market_requests_lender_status ON mark_to_market_requests USING btree (lender_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX mark_to_market_requests_of_call_sets ON mark_to_market_requests USING btree (call_set_id, position_id) WHERE call_set_id IS NOT NULL;
CREATE UNIQUE INDEX mark_to_market_requests_one_pending ON mark_to_market_requests USING btree (position_id) WHERE status = 'PENDING_ACCEPTANCE'::text;
CREATE INDEX mark_to_market_requests_open ON mark_to_market_requests USING btree (status) WHERE status = ANY (ARRAY['PENDING_ACCEPTANCE'::text, 'ACCEPTED'::text, 'IN_PROGRESS'::text, 'DISPUTED'::text, 'FAILED'::text]);
CREATE INDEX mark_to_market_requests_open_of_position ON mark_to_market_requests USING btree (position_id, created_at, id) WHERE status = ANY (ARRAY['PENDING_ACCEPTANCE'::text, 'FAILED'::text]);
CREATE INDEX mark_to_market_requests_position_newest ON mark_to_market_requests USING btree (position_id, created_at DESC, id DESC);
GRANT INSERT, SELECT, UPDATE ON mark_to_market_requests TO vadium_service;
ALTER TABLE mark_to_market_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mark_to_market_requests TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON mark_to_market_requests TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE market_cuts (
  asset text NOT NULL,
  cut_at timestamp(3) with time zone NOT NULL,
  price_usd usd_price NOT NULL,
  CONSTRAINT market_cuts_pkey PRIMARY KEY (asset, cut_at),
  CONSTRAINT market_cuts_asset_fkey FOREIGN KEY (asset) REFERENCES assets(symbol)
);
CREATE INDEX market_cuts_newest ON market_cuts USING btree (cut_at);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON market_cuts FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT ON market_cuts TO vadium_service;

CREATE TABLE notification_preferences (
  account_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  muted_categories text[] NOT NULL,
  minimum_severity notification_severity NOT NULL,
  CONSTRAINT notification_preferences_pkey PRIMARY KEY (account_id),
  CONSTRAINT notification_preferences_account_id_organization_id_fkey FOREIGN KEY (account_id, organization_id) REFERENCES accounts(id, organization_id),
  CONSTRAINT notification_preferences_muted_categories_check CHECK (cardinality(muted_categories) <= 100)
);
GRANT INSERT, SELECT, UPDATE ON notification_preferences TO vadium_service;
ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON notification_preferences TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON notification_preferences TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE notification_reads (
  account_id uuid NOT NULL,
  notification_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  read_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT notification_reads_pkey PRIMARY KEY (account_id, notification_id),
  CONSTRAINT notification_reads_account_id_organization_id_fkey FOREIGN KEY (account_id, organization_id) REFERENCES accounts(id, organization_id),
  CONSTRAINT notification_reads_notification_id_organization_id_fkey FOREIGN KEY (notification_id, organization_id) REFERENCES notifications(id, organization_id) ON DELETE CASCADE
);
CREATE INDEX notification_reads_notification_id_idx ON notification_reads USING btree (notification_id);
GRANT INSERT, SELECT ON notification_reads TO vadium_service;
ALTER TABLE notification_reads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON notification_reads TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON notification_reads TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE notifications (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  category text NOT NULL,
  occasion text NOT NULL,
  severity notification_severity NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  link_resource text NOT NULL,
  link_id text NOT NULL,
  link_order_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  recorded_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_id_organization_id_key UNIQUE (id, organization_id),
  CONSTRAINT notifications_organization_id_category_occasion_key UNIQUE (organization_id, category, occasion),
  CONSTRAINT notifications_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT notifications_body_check CHECK (length(body) >= 1 AND length(body) <= 2000),
  CONSTRAINT notifications_category_check CHECK (length(category) >= 1 AND length(category) <= 64),
  CONSTRAINT notifications_link_id_check CHECK (length(link_id) >= 1 AND length(link_id) <= 128),
  CONSTRAINT notifications_link_resource_check CHECK (length(link_resource) >= 1 AND length(link_resource) <= 64),
  CONSTRAINT notifications_occasion_check CHECK (length(occasion) >= 1 AND length(occasion) <= 200),
  CONSTRAINT notifications_title_check CHECK (length(title) >= 1 AND length(title) <= 200)
);
CREATE INDEX notifications_newest ON notifications USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX notifications_recorded_at_idx ON notifications USING btree (recorded_at);
GRANT SELECT ON notifications TO vadium_service;
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON notifications TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON notifications TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE order_requests (
  id uuid NOT NULL,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  quantity quantity,
  whole boolean,
  rate_percent numeric,
  effective_at timestamp(3) with time zone,
  note text,
  collateral_returned quantity,
  expire_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  close_transfer_ids uuid[],
  terms_id uuid,
  maturity_at timestamp(3) with time zone,
  replaced_collateral_asset text,
  answer_day jsonb,
  new_collateral_asset text,
  new_collateral_quantity quantity,
  lender_wallet_id text,
  borrower_wallet_id text,
  replaced_lender_wallet_id text,
  replaced_borrower_wallet_id text,
  decision text,
  keep_reason text,
  CONSTRAINT order_requests_pkey PRIMARY KEY (id),
  CONSTRAINT order_requests_id_lender_id_borrower_id_key UNIQUE (id, lender_id, borrower_id),
  CONSTRAINT order_requests_borrower_wallet_is_own FOREIGN KEY (borrower_wallet_id, borrower_id) REFERENCES wallets(id, organization_id),
  CONSTRAINT order_requests_lender_wallet_is_own FOREIGN KEY (lender_wallet_id, lender_id) REFERENCES wallets(id, organization_id),
  CONSTRAINT order_requests_new_collateral_asset_fkey FOREIGN KEY (new_collateral_asset) REFERENCES assets(symbol),
  CONSTRAINT order_requests_position_id_lender_id_borrower_id_fkey FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions(id, lender_id, borrower_id),
  CONSTRAINT order_requests_replaced_borrower_wallet_is_own FOREIGN KEY (replaced_borrower_wallet_id, borrower_id) REFERENCES wallets(id, organization_id),
  CONSTRAINT order_requests_replaced_collateral_asset_fkey FOREIGN KEY (replaced_collateral_asset) REFERENCES assets(symbol) NOT VALID,
  CONSTRAINT order_requests_replaced_lender_wallet_is_own FOREIGN KEY (replaced_lender_wallet_id, lender_id) REFERENCES wallets(id, organization_id),
  CONSTRAINT order_requests_terms_id_lender_id_borrower_id_fkey FOREIGN KEY (terms_id, lender_id, borrower_id) REFERENCES margin_terms(id, lender_id, borrower_id),
  CONSTRAINT a_decision_is_one_of_two CHECK (decision = ANY (ARRAY['switch'::text, 'keep'::text])),
  CONSTRAINT a_rerate_names_a_rate CHECK ((kind = 'rerate'::text) = (rate_percent IS NOT NULL)),
  CONSTRAINT a_return_has_a_quantity CHECK ((kind = ANY (ARRAY['recall'::text, 'return'::text])) = (quantity IS NOT NULL)),
  CONSTRAINT a_return_is_whole_or_not CHECK ((kind = ANY (ARRAY['recall'::text, 'return'::text])) = (whole IS NOT NULL)),
  CONSTRAINT a_substitution_names_collateral CHECK (num_nonnulls(new_collateral_asset, new_collateral_quantity, borrower_wallet_id) =
CASE kind
    WHEN 'substitution'::text THEN 3
    ELSE 0
END),
  CONSTRAINT an_amend_names_terms CHECK ((kind = 'amend'::text) = (terms_id IS NOT NULL)),
  CONSTRAINT an_extend_names_a_maturity CHECK ((kind = 'extend'::text) = (maturity_at IS NOT NULL)),
  CONSTRAINT only_a_substitution_is_decided CHECK (kind = 'substitution'::text OR num_nonnulls(lender_wallet_id, replaced_lender_wallet_id, replaced_borrower_wallet_id, decision, keep_reason) = 0),
  CONSTRAINT only_these_send_collateral_back CHECK (collateral_returned IS NULL OR (kind = ANY (ARRAY['recall'::text, 'return'::text])) OR NOT decision IS DISTINCT FROM 'switch'::text),
  CONSTRAINT order_requests_check1 CHECK (creator_id = lender_id OR creator_id = borrower_id),
  CONSTRAINT order_requests_check2 CHECK (kind = 'rerate'::text OR num_nonnulls(rate_percent, effective_at) = 0),
  CONSTRAINT order_requests_kind_check CHECK (kind = ANY (ARRAY['recall'::text, 'return'::text, 'rerate'::text, 'amend'::text, 'extend'::text, 'substitution'::text])),
  CONSTRAINT order_requests_note_check CHECK (length(note) <= 500),
  CONSTRAINT order_requests_rate_percent_check CHECK (rate_percent >= 0::numeric AND rate_percent < 100000::numeric),
  CONSTRAINT order_requests_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'REJECTED'::text, 'CANCELLED'::text, 'EXPIRED'::text])),
  CONSTRAINT what_is_kept_has_a_reason CHECK ((NOT decision IS DISTINCT FROM 'keep'::text) = (keep_reason IS NOT NULL)),
  CONSTRAINT what_is_switched_goes_back CHECK (num_nonnulls(replaced_lender_wallet_id, replaced_borrower_wallet_id) =
CASE decision
    WHEN 'switch'::text THEN 2
    ELSE 0
END)
);
CREATE INDEX order_requests_borrower_ids ON order_requests USING btree (borrower_id, id);
CREATE INDEX order_requests_borrower_kind ON order_requests USING btree (borrower_id, kind, created_at DESC, id DESC);
CREATE INDEX order_requests_borrower_newest ON order_requests USING btree (borrower_id, created_at DESC, id DESC);
CREATE INDEX order_requests_borrower_status ON order_requests USING btree (borrower_id, status, created_at DESC, id DESC);
CREATE INDEX order_requests_lender_ids ON order_requests USING btree (lender_id, id);
CREATE INDEX order_requests_lender_kind ON order_requests USING btree (lender_id, kind, created_at DESC, id DESC);
CREATE INDEX order_requests_lender_newest ON order_requests USING btree (lender_id, created_at DESC, id DESC);
CREATE INDEX order_requests_lender_status ON order_requests USING btree (lender_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX order_requests_one_asked ON order_requests USING btree (position_id, creator_id) WHERE status = 'PENDING'::text;
CREATE UNIQUE INDEX order_requests_one_changing ON order_requests USING btree (position_id) WHERE (kind = ANY (ARRAY['recall'::text, 'return'::text, 'substitution'::text])) AND (status = ANY (ARRAY['ACCEPTED'::text, 'IN_PROGRESS'::text]));
CREATE INDEX order_requests_open ON order_requests USING btree (status) WHERE status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'IN_PROGRESS'::text]);
CREATE INDEX order_requests_position_newest ON order_requests USING btree (position_id, created_at DESC, id DESC);
GRANT INSERT, SELECT, UPDATE ON order_requests TO vadium_service;
ALTER TABLE order_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON order_requests TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON order_requests TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE orders (
  id uuid NOT NULL,
  number bigint NOT NULL,
  status text NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  asset text NOT NULL,
  asset_quantity quantity NOT NULL,
  rate_percent numeric NOT NULL,
  collateral_asset text NOT NULL,
  collateral_type text NOT NULL,
  collateral_quantity quantity NOT NULL,
  terms_id uuid NOT NULL,
  lender_asset_wallet_id text,
  lender_collateral_wallet_id text,
  borrower_asset_wallet_id text,
  borrower_collateral_wallet_id text,
  expire_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  maturity_at timestamp(3) with time zone,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_id_asset_key UNIQUE (id, asset),
  CONSTRAINT orders_id_collateral_asset_key UNIQUE (id, collateral_asset),
  CONSTRAINT orders_id_lender_id_borrower_id_key UNIQUE (id, lender_id, borrower_id),
  CONSTRAINT orders_id_number_key UNIQUE (id, number),
  CONSTRAINT orders_number_key UNIQUE (number),
  CONSTRAINT borrower_asset_wallet_is_own FOREIGN KEY (borrower_asset_wallet_id, borrower_id) REFERENCES wallets(id, organization_id),
  CONSTRAINT borrower_collateral_wallet_is_own FOREIGN KEY (borrower_collateral_wallet_id, borrower_id) REFERENCES wallets(id, organization_id),
  CONSTRAINT lender_asset_wallet_is_own FOREIGN KEY (lender_asset_wallet_id, lender_id) REFERENCES wallets(id, organization_id),
  CONSTRAINT lender_collateral_wallet_is_own FOREIGN KEY (lender_collateral_wallet_id, lender_id) REFERENCES wallets(id, organization_id),
  CONSTRAINT orders_asset_fkey FOREIGN KEY (asset) REFERENCES assets(symbol),
  CONSTRAINT orders_collateral_asset_fkey FOREIGN KEY (collateral_asset) REFERENCES assets(symbol),
  CONSTRAINT orders_terms_id_lender_id_borrower_id_fkey FOREIGN KEY (terms_id, lender_id, borrower_id) REFERENCES margin_terms(id, lender_id, borrower_id),
  CONSTRAINT orders_asset_quantity_check CHECK (asset_quantity::numeric > 0::numeric),
  CONSTRAINT orders_check CHECK (asset <> collateral_asset),
  CONSTRAINT orders_check1 CHECK (creator_id = lender_id OR creator_id = borrower_id),
  CONSTRAINT orders_collateral_quantity_check CHECK (collateral_quantity::numeric > 0::numeric),
  CONSTRAINT orders_collateral_type_check CHECK (collateral_type = ANY (ARRAY['BILATERAL'::text, 'RESTRICTED'::text, 'TRIPARTY'::text])),
  CONSTRAINT orders_number_check CHECK (number > 0 AND number <= '9007199254740991'::bigint),
  CONSTRAINT orders_rate_percent_check CHECK (rate_percent >= 0::numeric AND rate_percent < 100000::numeric),
  CONSTRAINT orders_status_check CHECK (status = ANY (ARRAY['PENDING_ACCEPTANCE'::text, 'ACCEPTED'::text, 'OPENING'::text, 'ACTIVE'::text, 'CLOSING'::text, 'CLOSED'::text, 'CLOSED_OUT'::text, 'REJECTED'::text, 'CANCELLED'::text, 'EXPIRED'::text, 'FAILED'::text])),
  CONSTRAINT wallets_are_named CHECK ((status = ANY (ARRAY['PENDING_ACCEPTANCE'::text, 'REJECTED'::text, 'CANCELLED'::text, 'EXPIRED'::text])) OR num_nulls(lender_asset_wallet_id, lender_collateral_wallet_id, borrower_asset_wallet_id, borrower_collateral_wallet_id) = 0)
);
CREATE INDEX orders_borrower_ids ON orders USING btree (borrower_id, id);
CREATE INDEX orders_borrower_newest ON orders USING btree (borrower_id, created_at DESC, id DESC);
CREATE INDEX orders_lender_ids ON orders USING btree (lender_id, id);
CREATE INDEX orders_lender_newest ON orders USING btree (lender_id, created_at DESC, id DESC);
CREATE INDEX orders_live ON orders USING btree (lender_id, id) WHERE status = ANY (ARRAY['ACCEPTED'::text, 'OPENING'::text, 'ACTIVE'::text, 'CLOSING'::text]);
CREATE INDEX orders_live_lent ON orders USING btree (asset, lender_id, borrower_id) WHERE status = ANY (ARRAY['ACCEPTED'::text, 'OPENING'::text, 'ACTIVE'::text, 'CLOSING'::text]);
CREATE INDEX orders_live_of_sides ON orders USING btree (borrower_id, lender_id) WHERE status = ANY (ARRAY['ACCEPTED'::text, 'OPENING'::text, 'ACTIVE'::text, 'CLOSING'::text]);
CREATE INDEX orders_live_pledged ON orders USING btree (collateral_asset, lender_id, borrower_id) WHERE status = ANY (ARRAY['ACCEPTED'::text, 'OPENING'::text, 'ACTIVE'::text, 'CLOSING'::text]);
CREATE INDEX orders_open ON orders USING btree (status) WHERE status = ANY (ARRAY['PENDING_ACCEPTANCE'::text, 'ACCEPTED'::text, 'OPENING'::text, 'ACTIVE'::text, 'CLOSING'::text]);
CREATE INDEX orders_pending_of_creator ON orders USING btree (creator_id, lender_id, borrower_id) WHERE status = 'PENDING_ACCEPTANCE'::text;
CREATE TRIGGER begin_chat AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION begin_chat();
CREATE TRIGGER keep_levels AFTER UPDATE OF terms_id, asset, collateral_asset ON orders FOR EACH ROW WHEN (old.terms_id IS DISTINCT FROM new.terms_id OR old.asset IS DISTINCT FROM new.asset OR old.collateral_asset IS DISTINCT FROM new.collateral_asset) EXECUTE FUNCTION keep_levels_of_order();
GRANT INSERT, SELECT, UPDATE ON orders TO vadium_service;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON orders TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON orders TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE organizations (
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  status text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_slug_key UNIQUE (slug),
  CONSTRAINT organizations_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  CONSTRAINT organizations_slug_check CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text),
  CONSTRAINT organizations_status_check CHECK (status = ANY (ARRAY['active'::text, 'suspended'::text]))
);
CREATE INDEX organizations_newest ON organizations USING btree (created_at DESC, id DESC);
CREATE TRIGGER keep_suspension AFTER UPDATE OF status ON organizations FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION keep_suspension();
GRANT INSERT, SELECT ON organizations TO vadium_service;
GRANT UPDATE (status) ON organizations TO vadium_service;
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON organizations TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY onboarding ON organizations TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator))
  WITH CHECK (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY own_and_counterparties ON organizations FOR SELECT TO vadium_service
  USING (id = (( SELECT current_organization() AS current_organization)) OR (EXISTS ( SELECT
   FROM agreements a
  WHERE a.lender_id = organizations.id AND a.borrower_id = (( SELECT current_organization() AS current_organization)) OR a.lender_id = (( SELECT current_organization() AS current_organization)) AND a.borrower_id = organizations.id)));

CREATE TABLE position_levels (
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  asset text NOT NULL,
  collateral_asset text NOT NULL,
  margin_call_ratio double precision NOT NULL,
  liquidation_ratio double precision NOT NULL,
  margin_call_reached boolean DEFAULT false NOT NULL,
  liquidation_reached boolean DEFAULT false NOT NULL,
  coverage double precision,
  CONSTRAINT position_levels_pkey PRIMARY KEY (position_id),
  CONSTRAINT position_levels_position_id_lender_id_borrower_id_fkey FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions(id, lender_id, borrower_id),
  CONSTRAINT position_levels_liquidation_ratio_check CHECK (liquidation_ratio >= 0::double precision),
  CONSTRAINT position_levels_margin_call_ratio_check CHECK (margin_call_ratio >= 0::double precision)
);
CREATE INDEX position_levels_borrower_coverage ON position_levels USING btree (borrower_id, asset, collateral_asset, coverage, position_id) WHERE coverage IS NOT NULL;
CREATE INDEX position_levels_borrower_liquidation ON position_levels USING btree (borrower_id) WHERE liquidation_reached;
CREATE INDEX position_levels_borrower_margin_call ON position_levels USING btree (borrower_id) WHERE margin_call_reached;
CREATE INDEX position_levels_lender_coverage ON position_levels USING btree (lender_id, asset, collateral_asset, coverage, position_id) WHERE coverage IS NOT NULL;
CREATE INDEX position_levels_lender_liquidation ON position_levels USING btree (lender_id) WHERE liquidation_reached;
CREATE INDEX position_levels_lender_margin_call ON position_levels USING btree (lender_id) WHERE margin_call_reached;
CREATE INDEX position_levels_liquidation ON position_levels USING btree (asset, collateral_asset, liquidation_reached, liquidation_ratio);
CREATE INDEX position_levels_margin_call ON position_levels USING btree (asset, collateral_asset, margin_call_reached, margin_call_ratio);
GRANT SELECT ON position_levels TO vadium_service;
GRANT UPDATE (margin_call_reached, liquidation_reached) ON position_levels TO vadium_service;
ALTER TABLE position_levels ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON position_levels TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON position_levels FOR SELECT TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));
CREATE POLICY revaluation_updates ON position_levels FOR UPDATE TO vadium_service
  USING (lender_id = (( SELECT current_organization() AS current_organization)) AND ( SELECT acts_as_revaluation() AS acts_as_revaluation));

CREATE TABLE positions (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  status text NOT NULL,
  asset_quantity quantity NOT NULL,
  collateral_quantity quantity NOT NULL,
  collateral_disputed_quantity quantity DEFAULT 0 NOT NULL,
  price_at_last_m2m_usd usd_price NOT NULL,
  last_m2m_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  active_at timestamp(3) with time zone,
  asset_back_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  closes_after bigint DEFAULT 0 NOT NULL,
  interest_quantity numeric,
  voluntary_quantity numeric DEFAULT 0 NOT NULL,
  CONSTRAINT positions_pkey PRIMARY KEY (id),
  CONSTRAINT positions_id_lender_id_borrower_id_key UNIQUE (id, lender_id, borrower_id),
  CONSTRAINT positions_order_id_key UNIQUE (order_id),
  CONSTRAINT positions_order_id_lender_id_borrower_id_fkey FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders(id, lender_id, borrower_id),
  CONSTRAINT interest_quantity_is_a_quantity CHECK (interest_quantity >= 0::numeric AND interest_quantity < '100000000000000000000'::numeric AND scale(interest_quantity) <= 20),
  CONSTRAINT positions_check CHECK (collateral_disputed_quantity::numeric <= collateral_quantity::numeric),
  CONSTRAINT positions_check1 CHECK (asset_back_at IS NULL OR (status = ANY (ARRAY['CLOSING'::text, 'CLOSED'::text]))),
  CONSTRAINT positions_status_check CHECK (status = ANY (ARRAY['OPENING'::text, 'ACTIVE'::text, 'CLOSING'::text, 'CLOSED'::text]))
);
CREATE INDEX positions_active_of_pair ON positions USING btree (lender_id, borrower_id, id) WHERE status = 'ACTIVE'::text;
CREATE INDEX positions_borrower_ids ON positions USING btree (borrower_id, id);
CREATE INDEX positions_borrower_newest ON positions USING btree (borrower_id, created_at DESC, id DESC);
CREATE INDEX positions_lender_ids ON positions USING btree (lender_id, id);
CREATE INDEX positions_lender_newest ON positions USING btree (lender_id, created_at DESC, id DESC);
CREATE INDEX positions_open ON positions USING btree (status) WHERE status = ANY (ARRAY['OPENING'::text, 'ACTIVE'::text, 'CLOSING'::text]);
CREATE TRIGGER keep_levels AFTER UPDATE OF status, asset_quantity, collateral_quantity, asset_back_at ON positions FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.asset_quantity::numeric IS DISTINCT FROM new.asset_quantity::numeric OR old.collateral_quantity::numeric IS DISTINCT FROM new.collateral_quantity::numeric OR old.asset_back_at IS DISTINCT FROM new.asset_back_at) EXECUTE FUNCTION keep_levels();
CREATE TRIGGER keep_levels_of_new AFTER INSERT ON positions FOR EACH ROW EXECUTE FUNCTION keep_levels();
GRANT INSERT, SELECT, UPDATE ON positions TO vadium_service;
ALTER TABLE positions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON positions TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON positions TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE price_bases (
  asset text NOT NULL,
  price_usd usd_price NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  CONSTRAINT price_bases_pkey PRIMARY KEY (asset),
  CONSTRAINT price_bases_asset_fkey FOREIGN KEY (asset) REFERENCES assets(symbol)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON price_bases FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT, UPDATE ON price_bases TO vadium_service;

CREATE TABLE price_sources (
  id uuid NOT NULL,
  source text NOT NULL,
  account_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  silenced_at timestamp(3) with time zone,
  could_push_until timestamp(3) with time zone,
  CONSTRAINT price_sources_pkey PRIMARY KEY (id),
  CONSTRAINT price_sources_source_key UNIQUE (source),
  CONSTRAINT price_sources_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT price_sources_check CHECK ((silenced_at IS NULL) = (could_push_until IS NULL)),
  CONSTRAINT price_sources_source_check CHECK (length(source) >= 1 AND length(source) <= 64)
);
CREATE INDEX price_sources_account_id_idx ON price_sources USING btree (account_id);
CREATE INDEX price_sources_newest ON price_sources USING btree (created_at DESC, id DESC);
CREATE TRIGGER record_silence BEFORE UPDATE OF revoked_at ON price_sources FOR EACH ROW WHEN (old.revoked_at IS NULL AND new.revoked_at IS NOT NULL) EXECUTE FUNCTION record_silence();
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON price_sources FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT ON price_sources TO vadium_service;
GRANT UPDATE (revoked_at) ON price_sources TO vadium_service;
ALTER TABLE price_sources ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY everybody ON price_sources FOR SELECT TO vadium_service
  USING (true);
CREATE POLICY keeper ON price_sources TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY registration ON price_sources FOR INSERT TO vadium_service
  WITH CHECK (account_id IS NULL OR ( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY revocation ON price_sources FOR UPDATE TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator))
  WITH CHECK (( SELECT acts_as_operator() AS acts_as_operator));

CREATE TABLE prices (
  asset text NOT NULL,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  observed_at timestamp(3) with time zone NOT NULL,
  received_at timestamp(3) with time zone NOT NULL,
  accepted_at timestamp(3) with time zone,
  CONSTRAINT prices_pkey PRIMARY KEY (asset, source, observed_at),
  CONSTRAINT prices_asset_fkey FOREIGN KEY (asset) REFERENCES assets(symbol),
  CONSTRAINT prices_check CHECK (observed_at <= (received_at + '00:01:00'::interval))
) PARTITION BY RANGE (observed_at);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT ON prices TO vadium_service;
GRANT UPDATE (accepted_at) ON prices TO vadium_service;

CREATE TABLE prices_other PARTITION OF prices DEFAULT;
ALTER TABLE prices_other ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON prices_other TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE replaced_terms (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  terms_id uuid NOT NULL,
  order_request_id uuid NOT NULL,
  replaced_at timestamp(3) with time zone NOT NULL,
  collateral_asset text,
  collateral_quantity quantity,
  CONSTRAINT replaced_terms_pkey PRIMARY KEY (sequence),
  CONSTRAINT replaced_terms_order_request_id_key UNIQUE (order_request_id),
  CONSTRAINT replaced_terms_collateral_asset_fkey FOREIGN KEY (collateral_asset) REFERENCES assets(symbol) NOT VALID,
  CONSTRAINT replaced_terms_order_id_lender_id_borrower_id_fkey FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders(id, lender_id, borrower_id),
  CONSTRAINT replaced_terms_order_request_id_lender_id_borrower_id_fkey FOREIGN KEY (order_request_id, lender_id, borrower_id) REFERENCES order_requests(id, lender_id, borrower_id),
  CONSTRAINT replaced_terms_terms_id_lender_id_borrower_id_fkey FOREIGN KEY (terms_id, lender_id, borrower_id) REFERENCES margin_terms(id, lender_id, borrower_id)
);
CREATE INDEX replaced_terms_order_id_replaced_at_sequence_idx ON replaced_terms USING btree (order_id, replaced_at, sequence);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON replaced_terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON replaced_terms TO vadium_service;
ALTER TABLE replaced_terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON replaced_terms TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON replaced_terms TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE replica_marks (
  id uuid NOT NULL,
  written_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT replica_marks_pkey PRIMARY KEY (id)
);
GRANT DELETE, INSERT, SELECT ON replica_marks TO vadium_service;

CREATE TABLE sandbox (
  single boolean DEFAULT true NOT NULL,
  seed text NOT NULL,
  "time" timestamp(3) with time zone NOT NULL,
  starts integer DEFAULT 0 NOT NULL,
  CONSTRAINT sandbox_pkey PRIMARY KEY (single),
  CONSTRAINT sandbox_seed_check CHECK (length(seed) >= 1 AND length(seed) <= 100),
  CONSTRAINT sandbox_single_check CHECK (single)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON sandbox FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT, UPDATE ON sandbox TO vadium_service;

CREATE TABLE sandbox_prices (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  asset text NOT NULL,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  "time" timestamp(3) with time zone NOT NULL,
  CONSTRAINT sandbox_prices_pkey PRIMARY KEY (sequence),
  CONSTRAINT sandbox_prices_asset_fkey FOREIGN KEY (asset) REFERENCES assets(symbol),
  CONSTRAINT sandbox_prices_source_check CHECK (length(source) >= 1 AND length(source) <= 64)
);
CREATE INDEX sandbox_prices_time_sequence_idx ON sandbox_prices USING btree ("time", sequence);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON sandbox_prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT ON sandbox_prices TO vadium_service;

CREATE TABLE scenario_loads (
  digest bytea NOT NULL,
  name text NOT NULL,
  loaded_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT scenario_loads_pkey PRIMARY KEY (digest)
);

CREATE TABLE schema_versions (
  version integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT schema_versions_pkey PRIMARY KEY (version)
);

CREATE TABLE service_secrets (
  name text NOT NULL,
  value bytea NOT NULL,
  CONSTRAINT service_secrets_pkey PRIMARY KEY (name)
);

CREATE TABLE simulated_instructions (
  custodian_id text NOT NULL,
  external_transfer_id text NOT NULL,
  token text NOT NULL,
  quantity quantity NOT NULL,
  sender_wallet_id text NOT NULL,
  sender_address text NOT NULL,
  receiver_wallet_id text NOT NULL,
  receiver_address text NOT NULL,
  script jsonb NOT NULL,
  submissions integer DEFAULT 0 NOT NULL,
  replies_lost integer DEFAULT 0 NOT NULL,
  movements_begun integer DEFAULT 0 NOT NULL,
  submitted_at timestamp(3) with time zone,
  final_word text,
  CONSTRAINT simulated_instructions_pkey PRIMARY KEY (custodian_id, external_transfer_id),
  CONSTRAINT simulated_instructions_check CHECK ((submitted_at IS NULL) = (movements_begun = 0)),
  CONSTRAINT simulated_instructions_custodian_id_check CHECK (length(custodian_id) >= 1 AND length(custodian_id) <= 64),
  CONSTRAINT simulated_instructions_external_transfer_id_check CHECK (length(external_transfer_id) >= 1 AND length(external_transfer_id) <= 128),
  CONSTRAINT simulated_instructions_final_word_check CHECK (final_word = ANY (ARRAY['completed'::text, 'failed'::text, 'rejected'::text, 'cancelled'::text])),
  CONSTRAINT simulated_instructions_movements_begun_check CHECK (movements_begun >= 0),
  CONSTRAINT simulated_instructions_quantity_check CHECK (quantity::numeric > 0::numeric),
  CONSTRAINT simulated_instructions_receiver_address_check CHECK (length(receiver_address) >= 1 AND length(receiver_address) <= 1000),
  CONSTRAINT simulated_instructions_receiver_wallet_id_check CHECK (length(receiver_wallet_id) >= 1 AND length(receiver_wallet_id) <= 128),
  CONSTRAINT simulated_instructions_replies_lost_check CHECK (replies_lost >= 0),
  CONSTRAINT simulated_instructions_sender_address_check CHECK (length(sender_address) >= 1 AND length(sender_address) <= 1000),
  CONSTRAINT simulated_instructions_sender_wallet_id_check CHECK (length(sender_wallet_id) >= 1 AND length(sender_wallet_id) <= 128),
  CONSTRAINT simulated_instructions_submissions_check CHECK (submissions >= 0),
  CONSTRAINT simulated_instructions_token_check CHECK (length(token) >= 1 AND length(token) <= 64)
);
GRANT INSERT, SELECT, UPDATE ON simulated_instructions TO vadium_service;
ALTER TABLE simulated_instructions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY custodian ON simulated_instructions TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) IS NULL);
CREATE POLICY keeper ON simulated_instructions TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE simulated_scripts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  custodian_id text NOT NULL,
  external_transfer_id text,
  token text,
  uses_left integer NOT NULL,
  script jsonb NOT NULL,
  CONSTRAINT simulated_scripts_pkey PRIMARY KEY (id),
  CONSTRAINT simulated_scripts_custodian_id_check CHECK (length(custodian_id) >= 1 AND length(custodian_id) <= 64),
  CONSTRAINT simulated_scripts_external_transfer_id_check CHECK (length(external_transfer_id) >= 1 AND length(external_transfer_id) <= 128),
  CONSTRAINT simulated_scripts_token_check CHECK (length(token) >= 1 AND length(token) <= 64),
  CONSTRAINT simulated_scripts_uses_left_check CHECK (uses_left > 0)
);
CREATE INDEX simulated_scripts_custodian_id_id_idx ON simulated_scripts USING btree (custodian_id, id);
GRANT DELETE, INSERT, SELECT, UPDATE ON simulated_scripts TO vadium_service;
ALTER TABLE simulated_scripts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY custodian ON simulated_scripts TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) IS NULL);
CREATE POLICY keeper ON simulated_scripts TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE stale_prices (
  asset text NOT NULL,
  episode integer NOT NULL,
  is_active boolean NOT NULL,
  observed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT stale_prices_pkey PRIMARY KEY (asset),
  CONSTRAINT stale_prices_asset_fkey FOREIGN KEY (asset) REFERENCES assets(symbol),
  CONSTRAINT stale_prices_episode_check CHECK (episode > 0)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR DELETE OR UPDATE ON stale_prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT, SELECT, UPDATE ON stale_prices TO vadium_service;

CREATE TABLE state_changes (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  machine text NOT NULL,
  resource_id uuid NOT NULL,
  action text NOT NULL,
  from_state text,
  to_state text NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  actor_id uuid,
  changed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT state_changes_pkey PRIMARY KEY (sequence)
);
CREATE INDEX state_changes_borrower_left ON state_changes USING btree (borrower_id, changed_at) WHERE machine = 'transfer'::text AND (to_state = ANY (ARRAY['COMPLETED'::text, 'FAILED'::text, 'REJECTED'::text, 'CANCELLED'::text])) OR machine = 'mark_to_market_request'::text AND (from_state = ANY (ARRAY['PENDING_ACCEPTANCE'::text, 'FAILED'::text, 'DISPUTED'::text]));
CREATE INDEX state_changes_lender_left ON state_changes USING btree (lender_id, changed_at) WHERE machine = 'transfer'::text AND (to_state = ANY (ARRAY['COMPLETED'::text, 'FAILED'::text, 'REJECTED'::text, 'CANCELLED'::text])) OR machine = 'mark_to_market_request'::text AND (from_state = ANY (ARRAY['PENDING_ACCEPTANCE'::text, 'FAILED'::text, 'DISPUTED'::text]));
CREATE INDEX state_changes_of_resource ON state_changes USING btree (resource_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON state_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON state_changes TO vadium_service;
ALTER TABLE state_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON state_changes TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON state_changes TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE stated_cuts (
  cut_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT stated_cuts_pkey PRIMARY KEY (cut_at)
);
ALTER TABLE stated_cuts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON stated_cuts TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE suspensions (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id uuid NOT NULL,
  is_suspended boolean NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT suspensions_pkey PRIMARY KEY (sequence),
  CONSTRAINT suspensions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX suspensions_of_organization ON suspensions USING btree (organization_id, sequence);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON suspensions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON suspensions TO vadium_service;
ALTER TABLE suspensions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON suspensions TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY onboarding ON suspensions TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator))
  WITH CHECK (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY own_and_counterparties ON suspensions FOR SELECT TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)) OR (EXISTS ( SELECT
   FROM agreements a
  WHERE a.lender_id = suspensions.organization_id AND a.borrower_id = (( SELECT current_organization() AS current_organization)) OR a.lender_id = (( SELECT current_organization() AS current_organization)) AND a.borrower_id = suspensions.organization_id)));

CREATE TABLE transfer_steps (
  transfer_id uuid NOT NULL,
  state text NOT NULL,
  provider_request_state text,
  reached_at timestamp(3) with time zone NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  CONSTRAINT transfer_steps_pkey PRIMARY KEY (transfer_id, state),
  CONSTRAINT transfer_steps_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id),
  CONSTRAINT transfer_steps_state_check CHECK (state = ANY (ARRAY['pending_provider_approval'::text, 'pending_provider_signature'::text, 'broadcasting'::text, 'confirming'::text, 'completed'::text, 'failed'::text, 'rejected'::text, 'cancelled'::text]))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON transfer_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON transfer_steps TO vadium_service;
ALTER TABLE transfer_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON transfer_steps TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON transfer_steps TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE transfers (
  id uuid NOT NULL,
  external_transfer_id text NOT NULL,
  category text NOT NULL,
  status text NOT NULL,
  token text NOT NULL,
  quantity quantity NOT NULL,
  notional_usd usd_amount NOT NULL,
  order_id uuid NOT NULL,
  order_number bigint NOT NULL,
  leg text NOT NULL,
  asset_token text GENERATED ALWAYS AS (CASE leg WHEN 'asset'::text THEN token ELSE NULL::text END) STORED,
  collateral_token text GENERATED ALWAYS AS (CASE leg WHEN 'collateral'::text THEN token ELSE NULL::text END) STORED,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  create_time timestamp(3) with time zone NOT NULL,
  update_time timestamp(3) with time zone NOT NULL,
  sender_organization_id uuid NOT NULL,
  sender_custodian_id text NOT NULL,
  sender_wallet_address text NOT NULL,
  receiver_organization_id uuid NOT NULL,
  receiver_custodian_id text NOT NULL,
  receiver_wallet_address text NOT NULL,
  provider text NOT NULL,
  provider_request_state text,
  provider_state text NOT NULL,
  provider_label text NOT NULL,
  mark_to_market_request_id uuid,
  order_request_id uuid,
  replaces uuid,
  document text NOT NULL,
  token_code smallint GENERATED ALWAYS AS ((hashtext(token) & 32767)::smallint) STORED NOT NULL,
  sender_code smallint GENERATED ALWAYS AS ((hashtext(sender_organization_id::text) & 32767)::smallint) STORED NOT NULL,
  receiver_code smallint GENERATED ALWAYS AS ((hashtext(receiver_organization_id::text) & 32767)::smallint) STORED NOT NULL,
  sender_custodian_code smallint GENERATED ALWAYS AS ((hashtext(sender_custodian_id) & 32767)::smallint) STORED NOT NULL,
  receiver_custodian_code smallint GENERATED ALWAYS AS ((hashtext(receiver_custodian_id) & 32767)::smallint) STORED NOT NULL,
  status_code "char" GENERATED ALWAYS AS (CASE status WHEN 'PENDING'::text THEN 'P'::"char" WHEN 'IN_PROGRESS'::text THEN 'I'::"char" WHEN 'COMPLETED'::text THEN 'C'::"char" WHEN 'FAILED'::text THEN 'F'::"char" WHEN 'REJECTED'::text THEN 'R'::"char" ELSE 'X'::"char" END) STORED NOT NULL,
  milestone smallint GENERATED ALWAYS AS (CASE WHEN "right"(id::text, 3) = ANY (ARRAY['000'::text, '200'::text, '400'::text, '600'::text, '800'::text, 'a00'::text, 'c00'::text, 'e00'::text]) THEN 0 ELSE NULL::integer END) STORED,
  late_at timestamp(3) with time zone NOT NULL,
  due_on date,
  close_out_id uuid,
  straggler_of uuid,
  sends_back uuid,
  CONSTRAINT transfers_pkey PRIMARY KEY (id),
  CONSTRAINT transfers_external_transfer_id_key UNIQUE (external_transfer_id),
  CONSTRAINT transfers_close_out_fkey FOREIGN KEY (close_out_id, lender_id, borrower_id) REFERENCES close_outs(id, lender_id, borrower_id),
  CONSTRAINT transfers_mark_to_market_request_id_lender_id_borrower_id_fkey FOREIGN KEY (mark_to_market_request_id, lender_id, borrower_id) REFERENCES mark_to_market_requests(id, lender_id, borrower_id),
  CONSTRAINT transfers_order_id_asset_token_fkey FOREIGN KEY (order_id, asset_token) REFERENCES orders(id, asset),
  CONSTRAINT transfers_order_id_lender_id_borrower_id_fkey FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders(id, lender_id, borrower_id),
  CONSTRAINT transfers_order_id_order_number_fkey FOREIGN KEY (order_id, order_number) REFERENCES orders(id, number),
  CONSTRAINT transfers_order_request_id_lender_id_borrower_id_fkey FOREIGN KEY (order_request_id, lender_id, borrower_id) REFERENCES order_requests(id, lender_id, borrower_id),
  CONSTRAINT transfers_provider_fkey FOREIGN KEY (provider) REFERENCES custodians(id),
  CONSTRAINT transfers_receiver_custodian_id_fkey FOREIGN KEY (receiver_custodian_id) REFERENCES custodians(id),
  CONSTRAINT transfers_receiver_organization_id_fkey FOREIGN KEY (receiver_organization_id) REFERENCES organizations(id),
  CONSTRAINT transfers_replaces_fkey FOREIGN KEY (replaces) REFERENCES transfers(id),
  CONSTRAINT transfers_sender_custodian_id_fkey FOREIGN KEY (sender_custodian_id) REFERENCES custodians(id),
  CONSTRAINT transfers_sender_organization_id_fkey FOREIGN KEY (sender_organization_id) REFERENCES organizations(id),
  CONSTRAINT transfers_sends_back_fkey FOREIGN KEY (sends_back) REFERENCES transfers(id),
  CONSTRAINT transfers_straggler_fkey FOREIGN KEY (straggler_of, lender_id, borrower_id) REFERENCES close_outs(id, lender_id, borrower_id),
  CONSTRAINT transfers_token_fkey FOREIGN KEY (token) REFERENCES assets(symbol),
  CONSTRAINT between_the_parties CHECK (sender_organization_id = lender_id AND receiver_organization_id = borrower_id OR sender_organization_id = borrower_id AND receiver_organization_id = lender_id),
  CONSTRAINT document_agrees CHECK (((document::jsonb ->> 'id'::text)::uuid) = id AND (document::jsonb ->> 'status'::text) = status AND (document::jsonb ->> 'token'::text) = token AND (document::jsonb -> 'quantity'::text)::numeric = quantity::numeric AND (document::jsonb -> 'order_id'::text)::bigint = order_number AND (document::jsonb #>> '{sender,organization_id}'::text[]) = ('organizations/'::text || sender_organization_id) AND (document::jsonb #>> '{receiver,organization_id}'::text[]) = ('organizations/'::text || receiver_organization_id)),
  CONSTRAINT only_a_close_out_has_stragglers CHECK ((sends_back IS NULL OR close_out_id IS NOT NULL) AND (straggler_of IS NULL OR close_out_id IS NULL)),
  CONSTRAINT only_collateral_is_substituted CHECK (category <> 'substitution'::text OR leg = 'collateral'::text AND order_request_id IS NOT NULL),
  CONSTRAINT only_collateral_is_voluntary CHECK (category <> 'voluntary'::text OR leg = 'collateral'::text),
  CONSTRAINT only_interest_has_a_day CHECK (due_on IS NULL OR category = 'interest'::text) NOT VALID,
  CONSTRAINT only_some_are_of_an_order_request CHECK (order_request_id IS NULL OR (category = ANY (ARRAY['return'::text, 'substitution'::text]))),
  CONSTRAINT only_what_goes_back_is_of_a_close_out CHECK (close_out_id IS NULL OR category = 'liquidation'::text),
  CONSTRAINT transfers_category_check CHECK (category = ANY (ARRAY['open'::text, 'm2m'::text, 'return'::text, 'close'::text, 'interest'::text, 'liquidation'::text, 'voluntary'::text, 'substitution'::text])),
  CONSTRAINT transfers_check CHECK (update_time >= create_time),
  CONSTRAINT transfers_check1 CHECK (mark_to_market_request_id IS NULL OR category = 'm2m'::text),
  CONSTRAINT transfers_external_transfer_id_check CHECK (length(external_transfer_id) >= 1 AND length(external_transfer_id) <= 128),
  CONSTRAINT transfers_leg_check CHECK (leg = ANY (ARRAY['asset'::text, 'collateral'::text, 'interest'::text])),
  CONSTRAINT transfers_provider_state_check CHECK (provider_state = ANY (ARRAY['pending_submission'::text, 'pending_provider_approval'::text, 'pending_provider_signature'::text, 'broadcasting'::text, 'confirming'::text, 'completed'::text, 'failed'::text, 'rejected'::text, 'cancelled'::text])),
  CONSTRAINT transfers_quantity_check CHECK (quantity::numeric > 0::numeric),
  CONSTRAINT transfers_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'FAILED'::text, 'REJECTED'::text, 'CANCELLED'::text]))
);
CREATE INDEX milestones_of_order ON transfers USING btree (order_id, create_time, id) WHERE milestone = ANY (ARRAY[0, 7]);
CREATE INDEX milestones_parties ON transfers USING btree (sender_organization_id, receiver_organization_id, create_time, id) WHERE milestone = ANY (ARRAY[0, 2]);
CREATE INDEX milestones_receiver ON transfers USING btree (receiver_organization_id, create_time, id) WHERE milestone = ANY (ARRAY[0, 1]);
CREATE INDEX milestones_receiver_other_custodian ON transfers USING btree (receiver_organization_id, sender_custodian_id, create_time, id) WHERE milestone = ANY (ARRAY[0, 4]);
CREATE INDEX milestones_receiver_own_custodian ON transfers USING btree (receiver_organization_id, receiver_custodian_id, create_time, id) WHERE milestone = ANY (ARRAY[0, 5]);
CREATE INDEX milestones_receiver_status ON transfers USING btree (receiver_organization_id, status, create_time, id) WHERE milestone = ANY (ARRAY[0, 6]);
CREATE INDEX milestones_receiver_token ON transfers USING btree (receiver_organization_id, token, create_time, id) WHERE milestone = ANY (ARRAY[0, 3]);
CREATE INDEX milestones_sender ON transfers USING btree (sender_organization_id, create_time, id) WHERE milestone = ANY (ARRAY[0, 1]);
CREATE INDEX milestones_sender_other_custodian ON transfers USING btree (sender_organization_id, receiver_custodian_id, create_time, id) WHERE milestone = ANY (ARRAY[0, 5]);
CREATE INDEX milestones_sender_own_custodian ON transfers USING btree (sender_organization_id, sender_custodian_id, create_time, id) WHERE milestone = ANY (ARRAY[0, 4]);
CREATE INDEX milestones_sender_status ON transfers USING btree (sender_organization_id, status, create_time, id) WHERE milestone = ANY (ARRAY[0, 6]);
CREATE INDEX milestones_sender_token ON transfers USING btree (sender_organization_id, token, create_time, id) WHERE milestone = ANY (ARRAY[0, 3]);
CREATE UNIQUE INDEX one_voluntary_transfer_a_sender ON transfers USING btree (order_id, sender_organization_id) WHERE category = 'voluntary'::text AND (status = ANY (ARRAY['PENDING'::text, 'IN_PROGRESS'::text]));
CREATE INDEX transfers_borrower_ids ON transfers USING btree (borrower_id, id);
CREATE INDEX transfers_collateral_in_transit ON transfers USING btree (order_id) WHERE leg = 'collateral'::text AND (status = ANY (ARRAY['PENDING'::text, 'IN_PROGRESS'::text]));
CREATE INDEX transfers_lender_ids ON transfers USING btree (lender_id, id);
CREATE INDEX transfers_of_close_out ON transfers USING btree (close_out_id) WHERE close_out_id IS NOT NULL;
CREATE INDEX transfers_of_interest ON transfers USING btree (order_id) WHERE category = 'interest'::text;
CREATE INDEX transfers_of_mark_to_market_request ON transfers USING btree (mark_to_market_request_id) WHERE mark_to_market_request_id IS NOT NULL;
CREATE INDEX transfers_of_order ON transfers USING btree (order_id, create_time, id, token_code, sender_code, sender_custodian_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_of_order_request ON transfers USING btree (order_request_id) WHERE order_request_id IS NOT NULL;
CREATE INDEX transfers_parties ON transfers USING btree (sender_organization_id, receiver_organization_id, create_time, id, token_code, sender_custodian_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_receiver ON transfers USING btree (receiver_organization_id, create_time, id, status_code);
CREATE INDEX transfers_receiver_other_custodian ON transfers USING btree (receiver_organization_id, sender_custodian_id, create_time, id, token_code, sender_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_receiver_own_custodian ON transfers USING btree (receiver_organization_id, receiver_custodian_id, create_time, id, token_code, sender_code, sender_custodian_code, status_code);
CREATE INDEX transfers_receiver_status ON transfers USING btree (receiver_organization_id, status, create_time, id, token_code, sender_code, sender_custodian_code, receiver_custodian_code) WHERE status <> 'COMPLETED'::text;
CREATE INDEX transfers_receiver_token ON transfers USING btree (receiver_organization_id, token, create_time, id, sender_code, sender_custodian_code, receiver_custodian_code, status_code);
CREATE UNIQUE INDEX transfers_replaced_once ON transfers USING btree (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX transfers_sender ON transfers USING btree (sender_organization_id, create_time, id, status_code);
CREATE INDEX transfers_sender_other_custodian ON transfers USING btree (sender_organization_id, receiver_custodian_id, create_time, id, token_code, receiver_code, sender_custodian_code, status_code);
CREATE INDEX transfers_sender_own_custodian ON transfers USING btree (sender_organization_id, sender_custodian_id, create_time, id, token_code, receiver_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_sender_status ON transfers USING btree (sender_organization_id, status, create_time, id, token_code, receiver_code, sender_custodian_code, receiver_custodian_code) WHERE status <> 'COMPLETED'::text;
CREATE INDEX transfers_sender_token ON transfers USING btree (sender_organization_id, token, create_time, id, receiver_code, sender_custodian_code, receiver_custodian_code, status_code);
GRANT INSERT, SELECT, UPDATE ON transfers TO vadium_service;
ALTER TABLE transfers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON transfers TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY parties ON transfers TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = ANY (ARRAY[lender_id, borrower_id]));

CREATE TABLE unnumbered_events (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id uuid NOT NULL,
  type text NOT NULL,
  "time" timestamp(3) with time zone NOT NULL,
  data jsonb NOT NULL,
  CONSTRAINT unnumbered_events_pkey PRIMARY KEY (sequence),
  CONSTRAINT unnumbered_events_type_check CHECK (length(type) >= 1 AND length(type) <= 64)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);
CREATE INDEX unnumbered_events_organization_id_sequence_idx ON unnumbered_events USING btree (organization_id, sequence);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON unnumbered_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE unnumbered_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON unnumbered_events TO CURRENT_USER
  USING (true)
  WITH CHECK (true);

CREATE TABLE used_signatures (
  signature bytea NOT NULL,
  recorded_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT used_signatures_pkey PRIMARY KEY (signature),
  CONSTRAINT used_signatures_signature_check CHECK (octet_length(signature) = 64)
);
CREATE INDEX used_signatures_recorded_at_idx ON used_signatures USING btree (recorded_at);
GRANT INSERT, SELECT ON used_signatures TO vadium_service;

CREATE TABLE voluntary_counts (
  organization_id uuid NOT NULL,
  position_id uuid NOT NULL,
  window_began_at timestamp(3) with time zone NOT NULL,
  count integer NOT NULL,
  sent_at timestamp(3) with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
  CONSTRAINT voluntary_counts_pkey PRIMARY KEY (organization_id, position_id),
  CONSTRAINT voluntary_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT voluntary_counts_position_id_fkey FOREIGN KEY (position_id) REFERENCES positions(id),
  CONSTRAINT voluntary_counts_count_check CHECK (count > 0)
);
GRANT INSERT, SELECT, UPDATE ON voluntary_counts TO vadium_service;
ALTER TABLE voluntary_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON voluntary_counts TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON voluntary_counts TO vadium_service
  USING ((( SELECT current_organization() AS current_organization)) = organization_id)
  WITH CHECK ((( SELECT current_organization() AS current_organization)) = organization_id);

CREATE TABLE wallet_assets (
  wallet_id text NOT NULL,
  asset text NOT NULL,
  organization_id uuid NOT NULL,
  CONSTRAINT wallet_assets_pkey PRIMARY KEY (wallet_id, asset),
  CONSTRAINT an_asset_is_of_the_owner FOREIGN KEY (wallet_id, organization_id) REFERENCES wallets(id, organization_id),
  CONSTRAINT wallet_assets_asset_fkey FOREIGN KEY (asset) REFERENCES assets(symbol),
  CONSTRAINT wallet_assets_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id)
);
CREATE INDEX wallets_of_organization_with_asset ON wallet_assets USING btree (organization_id, asset, wallet_id);
CREATE TRIGGER set_owner_of_wallet_asset BEFORE INSERT ON wallet_assets FOR EACH ROW EXECUTE FUNCTION set_owner_of_wallet_asset();
GRANT INSERT, SELECT ON wallet_assets TO vadium_service;
ALTER TABLE wallet_assets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON wallet_assets TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY onboarding ON wallet_assets TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator))
  WITH CHECK (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY own ON wallet_assets FOR SELECT TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE wallets (
  id text NOT NULL,
  organization_id uuid NOT NULL,
  custodian_id text NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  folded_name text NOT NULL,
  retired_at timestamp(3) with time zone,
  CONSTRAINT wallets_pkey PRIMARY KEY (id),
  CONSTRAINT wallets_custodian_id_address_key UNIQUE (custodian_id, address),
  CONSTRAINT wallets_id_organization_id_key UNIQUE (id, organization_id),
  CONSTRAINT wallets_custodian_id_fkey FOREIGN KEY (custodian_id) REFERENCES custodians(id),
  CONSTRAINT wallets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT wallets_id_check CHECK (length(id) >= 1 AND length(id) <= 128)
);
CREATE INDEX wallets_in_order ON wallets USING btree (id COLLATE "C");
CREATE UNIQUE INDEX wallets_of_one_name ON wallets USING btree (organization_id, folded_name);
CREATE INDEX wallets_of_organization_in_order ON wallets USING btree (organization_id, id COLLATE "C");
CREATE TRIGGER refuse_return_of_wallet BEFORE UPDATE OF retired_at ON wallets FOR EACH ROW WHEN (old.retired_at IS NOT NULL) EXECUTE FUNCTION refuse_return_of_wallet();
GRANT INSERT, SELECT ON wallets TO vadium_service;
GRANT UPDATE (retired_at) ON wallets TO vadium_service;
ALTER TABLE wallets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON wallets TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY onboarding ON wallets TO vadium_service
  USING (( SELECT acts_as_operator() AS acts_as_operator))
  WITH CHECK (( SELECT acts_as_operator() AS acts_as_operator));
CREATE POLICY own ON wallets FOR SELECT TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));
CREATE POLICY retire ON wallets FOR UPDATE TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  "position" bigint,
  event_nonce bigint DEFAULT 0 NOT NULL,
  event_id text,
  event_type text NOT NULL,
  payload text NOT NULL,
  state text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  due_at timestamp(3) with time zone,
  first_attempt_at timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  last_status integer,
  last_error text,
  claim uuid,
  claimed_until timestamp with time zone,
  recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  format text DEFAULT 'events'::text NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_endpoint_id_position_event_nonce_key UNIQUE (endpoint_id, "position", event_nonce),
  CONSTRAINT webhook_deliveries_endpoint_id_organization_id_fkey FOREIGN KEY (endpoint_id, organization_id) REFERENCES webhook_endpoints(id, organization_id),
  CONSTRAINT webhook_deliveries_attempts_check CHECK (attempts >= 0),
  CONSTRAINT webhook_deliveries_check CHECK ((state = 'pending'::text) = (due_at IS NOT NULL)),
  CONSTRAINT webhook_deliveries_check1 CHECK (("position" IS NULL) = (event_id IS NULL)),
  CONSTRAINT webhook_deliveries_check2 CHECK ((claim IS NULL) = (claimed_until IS NULL)),
  CONSTRAINT webhook_deliveries_event_id_check CHECK (length(event_id) <= 128),
  CONSTRAINT webhook_deliveries_event_nonce_check CHECK (event_nonce >= 0),
  CONSTRAINT webhook_deliveries_event_type_check CHECK (length(event_type) >= 1 AND length(event_type) <= 64),
  CONSTRAINT webhook_deliveries_format_check CHECK (format = ANY (ARRAY['events'::text, 'text'::text])),
  CONSTRAINT webhook_deliveries_last_error_check CHECK (length(last_error) <= 64),
  CONSTRAINT webhook_deliveries_position_check CHECK ("position" > 0),
  CONSTRAINT webhook_deliveries_state_check CHECK (state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))
);
CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries USING btree (endpoint_id) WHERE claim IS NOT NULL;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (endpoint_id, due_at) WHERE state = 'pending'::text;
CREATE INDEX webhook_deliveries_in_need ON webhook_deliveries USING btree (organization_id, created_at DESC, id DESC) WHERE state <> 'delivered'::text;
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_of_endpoint_newest ON webhook_deliveries USING btree (endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_recorded_at_idx ON webhook_deliveries USING btree (recorded_at);
GRANT INSERT, SELECT, UPDATE ON webhook_deliveries TO vadium_service;
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON webhook_deliveries TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON webhook_deliveries TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE TABLE webhook_endpoints (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  url text NOT NULL,
  description text,
  event_types text[] NOT NULL,
  secret bytea NOT NULL,
  old_secret bytea,
  old_secret_until timestamp(3) with time zone,
  "position" bigint NOT NULL,
  position_nonce bigint DEFAULT 0 NOT NULL,
  filtered_from bigint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  enabled_at timestamp(3) with time zone NOT NULL,
  disabled_at timestamp(3) with time zone,
  disabled_reason text,
  deleted_at timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  last_failure_at timestamp(3) with time zone,
  format text DEFAULT 'events'::text NOT NULL,
  content text DEFAULT 'title'::text NOT NULL,
  sealed_url bytea,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_id_organization_id_key UNIQUE (id, organization_id),
  CONSTRAINT webhook_endpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT seals_the_url_of_a_room CHECK ((sealed_url IS NOT NULL) = (format = 'text'::text AND deleted_at IS NULL)),
  CONSTRAINT webhook_endpoints_check CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CONSTRAINT webhook_endpoints_check1 CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
  CONSTRAINT webhook_endpoints_content_check CHECK (content = ANY (ARRAY['title'::text, 'full'::text])),
  CONSTRAINT webhook_endpoints_description_check CHECK (length(description) >= 1 AND length(description) <= 200),
  CONSTRAINT webhook_endpoints_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['REQUESTED'::text, 'GONE'::text, 'FAILING'::text])),
  CONSTRAINT webhook_endpoints_event_types_check CHECK (cardinality(event_types) <= 32),
  CONSTRAINT webhook_endpoints_filtered_from_check CHECK (filtered_from >= 0),
  CONSTRAINT webhook_endpoints_format_check CHECK (format = ANY (ARRAY['events'::text, 'text'::text])),
  CONSTRAINT webhook_endpoints_old_secret_check CHECK (octet_length(old_secret) >= 24 AND octet_length(old_secret) <= 128),
  CONSTRAINT webhook_endpoints_position_check CHECK ("position" >= 0),
  CONSTRAINT webhook_endpoints_position_nonce_check CHECK (position_nonce >= 0),
  CONSTRAINT webhook_endpoints_sealed_url_check CHECK (octet_length(sealed_url) >= 24 AND octet_length(sealed_url) <= 4096),
  CONSTRAINT webhook_endpoints_secret_check CHECK (octet_length(secret) >= 24 AND octet_length(secret) <= 128),
  CONSTRAINT webhook_endpoints_url_check CHECK (length(url) >= 1 AND length(url) <= 2048)
);
CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX webhook_endpoints_newest ON webhook_endpoints USING btree (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
GRANT INSERT, SELECT, UPDATE ON webhook_endpoints TO vadium_service;
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON webhook_endpoints TO CURRENT_USER
  USING (true)
  WITH CHECK (true);
CREATE POLICY own ON webhook_endpoints TO vadium_service
  USING (organization_id = (( SELECT current_organization() AS current_organization)));

CREATE VIEW sides_of_orders WITH (security_barrier=true) AS
 SELECT o.id AS order_id,
    lender.name AS lender_name,
    borrower.name AS borrower_name,
    lender_wallet.id AS lender_wallet_id,
    lender_wallet.name AS lender_wallet_name,
    lender_wallet.custodian_id AS lender_custodian_id,
    borrower_wallet.id AS borrower_wallet_id,
    borrower_wallet.name AS borrower_wallet_name,
    borrower_wallet.custodian_id AS borrower_custodian_id
   FROM orders o
     JOIN organizations lender ON lender.id = o.lender_id
     JOIN organizations borrower ON borrower.id = o.borrower_id
     LEFT JOIN wallets lender_wallet ON lender_wallet.id = o.lender_collateral_wallet_id
     LEFT JOIN wallets borrower_wallet ON borrower_wallet.id = o.borrower_collateral_wallet_id
  WHERE (( SELECT current_organization() AS current_organization)) = o.lender_id OR (( SELECT current_organization() AS current_organization)) = o.borrower_id;
GRANT SELECT ON sides_of_orders TO vadium_service;

CREATE VIEW wallets_of_order_requests WITH (security_barrier=true) AS
 SELECT r.id AS order_request_id,
    w.id,
    w.organization_id,
    w.custodian_id,
    w.name,
    w.address,
    w.retired_at
   FROM order_requests r
     JOIN wallets w ON w.id = ANY (ARRAY[r.lender_wallet_id, r.borrower_wallet_id, r.replaced_lender_wallet_id, r.replaced_borrower_wallet_id])
  WHERE (( SELECT current_organization() AS current_organization)) = r.lender_id OR (( SELECT current_organization() AS current_organization)) = r.borrower_id;
GRANT SELECT ON wallets_of_order_requests TO vadium_service;

CREATE VIEW wallets_of_orders WITH (security_barrier=true) AS
 SELECT o.id AS order_id,
    w.id,
    w.organization_id,
    w.custodian_id,
    w.name,
    w.address,
    w.retired_at
   FROM orders o
     JOIN wallets w ON w.id = ANY (ARRAY[o.lender_asset_wallet_id, o.lender_collateral_wallet_id, o.borrower_asset_wallet_id, o.borrower_collateral_wallet_id])
  WHERE (( SELECT current_organization() AS current_organization)) = o.lender_id OR (( SELECT current_organization() AS current_organization)) = o.borrower_id;
GRANT SELECT ON wallets_of_orders TO vadium_service;

CREATE VIEW wallets_of_transfers WITH (security_barrier=true) AS
 SELECT t.id AS transfer_id,
    w.id,
    w.organization_id,
    w.custodian_id,
    w.name,
    w.address
   FROM transfers t
     JOIN wallets w ON w.organization_id = t.sender_organization_id AND w.custodian_id = t.sender_custodian_id AND w.address = t.sender_wallet_address OR w.organization_id = t.receiver_organization_id AND w.custodian_id = t.receiver_custodian_id AND w.address = t.receiver_wallet_address
  WHERE (( SELECT current_organization() AS current_organization)) = t.lender_id OR (( SELECT current_organization() AS current_organization)) = t.borrower_id;
GRANT SELECT ON wallets_of_transfers TO vadium_service;

CREATE OR REPLACE FUNCTION account_of(credential uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT c.account_id FROM credentials c WHERE c.id = credential
$function$;
REVOKE ALL ON FUNCTION account_of FROM PUBLIC;

CREATE OR REPLACE FUNCTION accounts_of_one_person(account uuid, since timestamp with time zone, before timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
REVOKE ALL ON FUNCTION accounts_of_one_person FROM PUBLIC;

CREATE OR REPLACE FUNCTION acts_as_operator()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('vadium.operator'::text, true), ''::text) = 'on'::text);

CREATE OR REPLACE FUNCTION acts_as_revaluation()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('vadium.revaluation'::text, true), ''::text) = 'on'::text);

CREATE OR REPLACE FUNCTION add_notifications(at timestamp with time zone, added jsonb)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT refuse_strangers(ARRAY(SELECT n.organization_id FROM jsonb_to_recordset(added)
    AS n (organization_id uuid)));
  INSERT INTO notifications (id, organization_id, category, occasion, severity, title, body,
    link_resource, link_id, link_order_id, created_at)
  SELECT n.id, n.organization_id, n.category, n.occasion, n.severity, n.title, n.body,
    n.link_resource, n.link_id, n.link_order_id, at
  FROM jsonb_to_recordset(added) AS n (id uuid, organization_id uuid, category text, occasion text,
    severity notification_severity, title text, body text, link_resource text, link_id text,
      link_order_id uuid)
  ORDER BY n.organization_id, n.category, n.occasion
  ON CONFLICT (organization_id, category, occasion) DO NOTHING
  RETURNING id
$function$;
REVOKE ALL ON FUNCTION add_notifications FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_notifications TO vadium_service;

CREATE OR REPLACE FUNCTION add_to_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT FROM journal_transactions t WHERE t.id = NEW.transaction_id
      AND (t.order_id, t.lender_id, t.borrower_id) = (NEW.order_id, NEW.lender_id, NEW.borrower_id))
  THEN
    RAISE EXCEPTION 'journal entry % of transaction % is of another order', NEW.line,
      NEW.transaction_id
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  -- The change locks the row of the balance, so changes of one balance follow one another.
  INSERT INTO journal_balances AS b (order_id, lender_id, borrower_id, bucket, holder_id, asset,
    quantity)
  VALUES (NEW.order_id, NEW.lender_id, NEW.borrower_id, NEW.bucket, NEW.holder_id, NEW.asset, 0)
  ON CONFLICT DO NOTHING;
  UPDATE journal_balances b SET quantity = b.quantity + NEW.quantity
  WHERE b.order_id = NEW.order_id AND b.bucket = NEW.bucket
    AND b.holder_id = NEW.holder_id AND b.asset = NEW.asset;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION add_to_balance FROM PUBLIC;

CREATE OR REPLACE FUNCTION append_past_events(publishers uuid[], times timestamp with time zone[], readers uuid[], types text[], payloads jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT * FROM unnest(publishers, readers)) AS p (publisher, reader)
    WHERE reader <> publisher
      AND NOT EXISTS (SELECT FROM agreements a
        WHERE (a.lender_id, a.borrower_id) IN ((publisher, reader), (reader, publisher)))
      AND NOT EXISTS (SELECT FROM orders o
        WHERE (o.lender_id, o.borrower_id) IN ((publisher, reader), (reader, publisher))))
  THEN
    RAISE EXCEPTION 'an organization may not publish for strangers'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM give_positions(readers, NULL, true);
  PERFORM append_timed_events(times, readers, types, payloads);
END
$function$;
REVOKE ALL ON FUNCTION append_past_events FROM PUBLIC;

CREATE OR REPLACE FUNCTION append_timed_events(times timestamp with time zone[], readers uuid[], types text[], payloads jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  sandbox_seed text := (SELECT concat_ws('|', s.starts, s.seed) FROM sandbox s);
BEGIN
  INSERT INTO event_heads (organization_id, position)
  SELECT DISTINCT reader, 0 FROM unnest(readers) r (reader) ORDER BY reader
  ON CONFLICT DO NOTHING;
  PERFORM FROM event_heads WHERE organization_id = ANY (readers)
  ORDER BY organization_id FOR NO KEY UPDATE;

  -- A statement of its own, which sees the heads as they were locked.
  WITH added AS (
    SELECT a.organization_id, a.time, a.type, a.data, a.line, h.nonce AS head_nonce,
      h.position + row_number() OVER (PARTITION BY a.organization_id ORDER BY a.line) AS position
    FROM unnest(times, readers, types, payloads)
      WITH ORDINALITY AS a (time, organization_id, type, data, line)
    JOIN event_heads h USING (organization_id)
  ), numbered AS MATERIALIZED (
    SELECT a.*, ('x' || right(CASE
        WHEN sandbox_seed IS NULL THEN replace(gen_random_uuid()::text, '-', '')
        ELSE encode(sha256(convert_to(concat_ws('|', a.organization_id, a.head_nonce, a.position,
          extract(epoch FROM a.time), a.type, sandbox_seed), 'UTF8')), 'hex')
      END, 13))::bit(52)::bigint AS nonce
    FROM added a
  ), appended AS (
    INSERT INTO events (organization_id, position, type, time, data, nonce, previous_nonce)
    SELECT n.organization_id, n.position, n.type, n.time, n.data, n.nonce, coalesce(
      lag(n.nonce) OVER (PARTITION BY n.organization_id ORDER BY n.position), n.head_nonce)
    FROM numbered n ORDER BY n.line
  )
  UPDATE event_heads h SET position = newest.position, nonce = newest.nonce
  FROM (
    SELECT DISTINCT ON (n.organization_id) n.organization_id, n.position, n.nonce
    FROM numbered n ORDER BY n.organization_id, n.position DESC) newest
  WHERE h.organization_id = newest.organization_id;

  -- Wakes the listeners at the commit. A listener that misses it reads the log by itself.
  PERFORM pg_notify('vadium_events', reader::text)
    FROM (SELECT DISTINCT unnest(readers)) r (reader);
END
$function$;
REVOKE ALL ON FUNCTION append_timed_events FROM PUBLIC;

CREATE OR REPLACE FUNCTION applied_migrations()
 RETURNS TABLE(version integer, checksum text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY SELECT v.version, v.checksum FROM schema_versions v;
END
$function$;
REVOKE ALL ON FUNCTION applied_migrations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION applied_migrations TO vadium_service;

CREATE OR REPLACE FUNCTION approval_figures(at timestamp with time zone)
 RETURNS TABLE(figure text, kind text, state text, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT refuse_to_organizations();
  SELECT 'approved_age_seconds', '', '', extract(epoch FROM at - min(d.decided_at))::float8
  FROM approvals a CROSS JOIN LATERAL (
    SELECT max(d.decided_at) AS decided_at FROM approval_decisions d WHERE d.approval_id = a.id) d
  WHERE a.state = 'APPROVED'
$function$;
REVOKE ALL ON FUNCTION approval_figures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION approval_figures TO vadium_service;

CREATE OR REPLACE FUNCTION approval_rules(organization uuid)
 RETURNS TABLE(rules jsonb, people smallint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF organization IS DISTINCT FROM current_organization() AND NOT acts_as_operator() THEN
    RAISE EXCEPTION 'the policy belongs to another organization'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    SELECT (SELECT p.rules FROM approval_policies p WHERE p.organization_id = organization
      ORDER BY p.version DESC LIMIT 1), people_needed();
END
$function$;
REVOKE ALL ON FUNCTION approval_rules FROM PUBLIC;
GRANT EXECUTE ON FUNCTION approval_rules TO vadium_service;

CREATE OR REPLACE FUNCTION approvals_ahead(machine_at timestamp with time zone)
 RETURNS TABLE(next_time timestamp with time zone, open bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT least(min(a.expires_at), min(a.created_at) FILTER (WHERE a.state = 'APPROVED'
        AND (a.try_at IS NULL OR a.try_at <= machine_at)))::timestamptz,
      count(*)
    FROM approvals a WHERE a.state IN ('PENDING', 'APPROVED');
END
$function$;
REVOKE ALL ON FUNCTION approvals_ahead FROM PUBLIC;
GRANT EXECUTE ON FUNCTION approvals_ahead TO vadium_service;

CREATE OR REPLACE FUNCTION approved_beside(approval uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT count(*) FROM approvals a JOIN approvals b USING (organization_id)
  WHERE a.id = approval AND b.state = 'APPROVED'
    AND coalesce(current_organization() IN (a.organization_id, a.decider_id), true)
$function$;
REVOKE ALL ON FUNCTION approved_beside FROM PUBLIC;
GRANT EXECUTE ON FUNCTION approved_beside TO vadium_service;

CREATE OR REPLACE FUNCTION ask_for_mail_code(mailbox bytea, at timestamp with time zone, codes_max integer, first_codes_max integer)
 RETURNS TABLE(asked integer, may_send boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  shared integer;
  is_known boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('mail codes ' || encode(mailbox, 'hex'), 0));
  SELECT count(*) FILTER (WHERE c.organization_id = current_organization()),
    count(*) FILTER (WHERE c.is_sent) INTO asked, shared
  FROM mail_codes c
  WHERE c.mailbox_hash = mailbox AND c.requested_at > at - interval '24 hours';
  is_known := EXISTS (SELECT FROM mail_addresses a
    WHERE a.organization_id = current_organization() AND a.state <> 'DELETED'
      AND mailbox IN (a.mailbox_hash, a.address_hash) AND a.verified_at IS NOT NULL);
  may_send := is_known OR shared < CASE WHEN asked = 0 THEN first_codes_max ELSE codes_max END;
  IF asked < codes_max THEN
    INSERT INTO mail_codes (organization_id, mailbox_hash, requested_at, is_sent)
    VALUES (current_organization(), mailbox, at, may_send AND NOT is_known);
  END IF;
  RETURN NEXT;
END
$function$;
REVOKE ALL ON FUNCTION ask_for_mail_code FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ask_for_mail_code TO vadium_service;

CREATE OR REPLACE FUNCTION asset_is_lent(status text, active_at timestamp with time zone, asset_quantity numeric)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((status = 'ACTIVE'::text) OR ((status = 'CLOSING'::text) AND (active_at IS NOT NULL) AND (asset_quantity > (0)::numeric)));

CREATE OR REPLACE FUNCTION begin_chat()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO chats (order_id, lender_id, borrower_id)
    VALUES (NEW.id, NEW.lender_id, NEW.borrower_id);
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION begin_chat FROM PUBLIC;

CREATE OR REPLACE FUNCTION book_figures(at timestamp with time zone, age_seconds_max integer, assets_max integer)
 RETURNS TABLE(figure text, kind text, state text, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT refuse_to_organizations();
  SELECT 'open', 'agreement_version', v.state, count(*) FROM agreement_versions v
  WHERE v.state = 'PROPOSED' GROUP BY v.state
  UNION ALL
  SELECT 'open', 'approval', p.state, count(*) FROM approvals p
  WHERE p.state IN ('PENDING', 'APPROVED') GROUP BY p.state
  UNION ALL
  SELECT 'open', 'order', o.status, count(*) FROM orders o
  WHERE o.status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
    GROUP BY o.status
  UNION ALL
  SELECT 'open', 'position', p.status, count(*) FROM positions p
  WHERE p.status IN ('OPENING', 'ACTIVE', 'CLOSING') GROUP BY p.status
  UNION ALL
  SELECT 'open', 'mark_to_market_request', m.status, count(*) FROM mark_to_market_requests m
  WHERE m.status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'IN_PROGRESS', 'DISPUTED', 'FAILED')
    GROUP BY m.status
  UNION ALL
  SELECT 'open', 'order_request', r.status, count(*) FROM order_requests r
  WHERE r.status IN ('PENDING', 'ACCEPTED', 'IN_PROGRESS') GROUP BY r.status
  UNION ALL
  SELECT 'open', 'close_out', c.status, count(*) FROM close_outs c
  WHERE c.status IN ('NOTICE', 'CLOSING_OUT', 'CLAIM_OPEN') GROUP BY c.status
  UNION ALL
  -- A transfer that has not ended has an instruction that has not ended.
  SELECT 'open', 'transfer', t.status, count(*) FROM instructions i JOIN transfers t
    ON t.id = i.transfer_id
  WHERE (i.due_at IS NOT NULL OR i.stalled) AND t.status IN ('PENDING', 'IN_PROGRESS')
    GROUP BY t.status
  UNION ALL
  SELECT 'instructions', '', CASE WHEN i.stalled THEN 'stalled' WHEN i.due_at <= at THEN 'due'
    ELSE 'waiting' END,
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
      WHEN n.newest < at - make_interval(secs => age_seconds_max) THEN 'stale'
        ELSE 'current' END, count(*)
  FROM assets a
  LEFT JOIN LATERAL (SELECT max(l.observed_at) newest FROM latest_prices l
    WHERE l.asset = a.symbol) n ON true
  GROUP BY 3
  UNION ALL
  SELECT 'prices_held', '', '', count(*) FROM held_prices
  UNION ALL
  (SELECT 'price_age_seconds', l.asset, '', extract(epoch FROM at - max(l.observed_at))
    FROM latest_prices l GROUP BY l.asset ORDER BY l.asset COLLATE "C" LIMIT assets_max)
$function$;
REVOKE ALL ON FUNCTION book_figures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION book_figures TO vadium_service;

CREATE OR REPLACE FUNCTION claim_document()
 RETURNS TABLE(document uuid, lender uuid, content text, attempts integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    UPDATE documents d SET render_attempts = d.render_attempts + 1,
      render_at = clock_timestamp()
        + least(interval '3 minutes' * 2 ^ least(d.render_attempts, 9), interval '1 day')
    WHERE d.id = (
      SELECT o.id FROM documents o WHERE o.pdf IS NULL AND o.render_at <= clock_timestamp()
      ORDER BY o.render_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING d.id, d.lender_id, d.content, d.render_attempts;
END
$function$;
REVOKE ALL ON FUNCTION claim_document FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_document TO vadium_service;

CREATE OR REPLACE FUNCTION claim_instruction(at timestamp with time zone, by_claim uuid)
 RETURNS TABLE(transfer_id uuid, lender_id uuid, custodian_id text, external_transfer_id text, was_sent boolean, is_to_cancel boolean, attempts integer, claim uuid, created_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    WITH due AS (
      SELECT d.transfer_id, d.maybe_sent, d.cancel_asked_at IS NOT NULL AS is_to_cancel
      FROM instructions d
      WHERE d.due_at <= at AND (d.claimed_until IS NULL OR d.claimed_until < now())
      ORDER BY d.due_at, d.sequence LIMIT 1 FOR UPDATE SKIP LOCKED
    ), ahead AS (
      SELECT d.transfer_id, d.maybe_sent, d.cancel_asked_at IS NOT NULL AS is_to_cancel
      FROM instructions d
      WHERE NOT EXISTS (SELECT FROM due) AND d.due_at > at + interval '10 minutes'
        AND (d.claimed_until IS NULL OR d.claimed_until < now())
      ORDER BY d.due_at, d.sequence LIMIT 1 FOR UPDATE SKIP LOCKED
    ), taken AS (SELECT * FROM due UNION ALL SELECT * FROM ahead)
    UPDATE instructions i SET claim = by_claim, claimed_until = now() + interval '60 seconds',
      maybe_sent = taken.maybe_sent OR NOT taken.is_to_cancel, called_back = false
    FROM taken WHERE i.transfer_id = taken.transfer_id
    RETURNING i.transfer_id, i.lender_id, i.custodian_id, i.external_transfer_id, taken.maybe_sent,
      taken.is_to_cancel, i.attempts, i.claim, i.created_at::timestamptz;
END
$function$;
REVOKE ALL ON FUNCTION claim_instruction FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_instruction TO vadium_service;

CREATE OR REPLACE FUNCTION claim_instructions(at timestamp with time zone, by_claim uuid, up_to integer)
 RETURNS TABLE(transfer_id uuid, order_id uuid, lender_id uuid, custodian_id text, external_transfer_id text, was_sent boolean, is_to_cancel boolean, attempts integer, claim uuid, created_at timestamp with time zone, token text, quantity numeric, sender json, receiver json)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  IF up_to IS NULL OR up_to NOT BETWEEN 1 AND 64 THEN
    RAISE EXCEPTION 'up_to must be from 1 to 64';
  END IF;
  RETURN QUERY
    WITH due AS (
      SELECT * FROM (
        SELECT d.transfer_id, d.maybe_sent, d.cancel_asked_at IS NOT NULL AS is_to_cancel
        FROM instructions d
        WHERE d.due_at <= at AND (d.claimed_until IS NULL OR d.claimed_until < now())
        ORDER BY d.due_at, d.sequence LIMIT up_to FOR UPDATE SKIP LOCKED) chosen LIMIT 64
    ), ahead AS (
      SELECT * FROM (
        SELECT d.transfer_id, d.maybe_sent, d.cancel_asked_at IS NOT NULL AS is_to_cancel
        FROM instructions d
        WHERE NOT EXISTS (SELECT FROM due) AND d.due_at > at + interval '10 minutes'
          AND (d.claimed_until IS NULL OR d.claimed_until < now())
        ORDER BY d.due_at, d.sequence LIMIT up_to FOR UPDATE SKIP LOCKED) chosen LIMIT 64
    ), taken AS (
      SELECT * FROM due UNION ALL SELECT * FROM ahead
    ), claimed AS (
      UPDATE instructions i SET claim = by_claim, claimed_until = now() + interval '60 seconds',
        maybe_sent = taken.maybe_sent OR NOT taken.is_to_cancel, called_back = false
      FROM taken WHERE i.transfer_id = taken.transfer_id
      RETURNING i.*, taken.maybe_sent AS was_sent, taken.is_to_cancel
    )
    SELECT c.transfer_id, c.order_id, c.lender_id, c.custodian_id, c.external_transfer_id, c.was_sent,
      c.is_to_cancel, c.attempts, c.claim, c.created_at::timestamptz,
      t.token, trim_scale(t.quantity),
      CASE WHEN s.id IS NOT NULL THEN
        json_build_object('id', s.id, 'address', s.address, 'custodian', s.custodian_id) END,
      CASE WHEN r.id IS NOT NULL THEN
        json_build_object('id', r.id, 'address', r.address, 'custodian', r.custodian_id) END
    FROM claimed c JOIN transfers t ON t.id = c.transfer_id
      LEFT JOIN wallets s ON (s.organization_id, s.custodian_id, s.address)
        = (t.sender_organization_id, t.sender_custodian_id, t.sender_wallet_address)
      LEFT JOIN wallets r ON (r.organization_id, r.custodian_id, r.address)
        = (t.receiver_organization_id, t.receiver_custodian_id, t.receiver_wallet_address)
    ORDER BY c.due_at, c.sequence;
END
$function$;
REVOKE ALL ON FUNCTION claim_instructions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_instructions TO vadium_service;

CREATE OR REPLACE FUNCTION claim_mail_deliveries(at timestamp with time zone, by_claim uuid, rows_max integer, lasts interval)
 RETURNS TABLE(delivery uuid, mail_address uuid, organization uuid, recipient text, kind text, message_id text, subject text, body text, created_at timestamp with time zone, attempts integer, code bytea, code_expires_at timestamp with time zone, content text, unanswered integer, sealed_recipient bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  -- What others claim at the same time counts too.
  PERFORM pg_advisory_xact_lock(hashtextextended('claim mails', 0));
  RETURN QUERY
    WITH RECURSIVE queues AS (
      (SELECT d.address_id FROM mail_deliveries d WHERE d.state = 'QUEUED'
       ORDER BY d.address_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.address_id FROM mail_deliveries d
        WHERE d.state = 'QUEUED' AND d.address_id > q.address_id
        ORDER BY d.address_id LIMIT 1)
      FROM queues q WHERE q.address_id IS NOT NULL
    ), first AS (
      SELECT c.id, c.address_id, c.organization_id, c.due_at, c.kind = 'code' AS is_code
      FROM queues q
      CROSS JOIN LATERAL (
        SELECT d.* FROM mail_deliveries d
        WHERE d.address_id = q.address_id AND d.state = 'QUEUED' AND d.due_at <= at
        ORDER BY d.due_at, d.id LIMIT 1) c
      JOIN organizations o ON o.id = c.organization_id AND o.status = 'active'
      WHERE NOT EXISTS (SELECT FROM mail_deliveries u
        WHERE u.organization_id = c.organization_id AND u.address_id = c.address_id
          AND u.claim IS NOT NULL AND u.claimed_until >= clock_timestamp())
    ), turns AS (
      SELECT f.*, t.taken_at AS address_turn,
        (SELECT max(l.taken_at) FROM mail_turns l
          WHERE l.organization_id = f.organization_id) AS organization_turn,
        (SELECT count(*) FROM mail_deliveries u WHERE u.organization_id = f.organization_id
          AND u.claim IS NOT NULL AND u.claimed_until >= clock_timestamp()) AS under_way
      FROM first f LEFT JOIN mail_turns t ON t.address_id = f.address_id
    ), due AS (
      SELECT t.*, t.under_way + row_number() OVER (PARTITION BY t.organization_id
        ORDER BY t.is_code DESC, t.address_turn NULLS FIRST, t.due_at, t.id) AS nth
      FROM turns t
    ), chosen AS (
      SELECT d.id FROM due d
      ORDER BY d.nth, d.is_code DESC, d.organization_turn NULLS FIRST, d.due_at, d.id
      LIMIT rows_max
    ), taken AS (
      UPDATE mail_deliveries d SET claim = by_claim, claimed_until = clock_timestamp() + lasts
      WHERE d.id IN (SELECT l.id FROM mail_deliveries l WHERE l.id IN (SELECT c.id FROM chosen c)
        AND l.state = 'QUEUED' FOR UPDATE SKIP LOCKED)
      RETURNING d.*
    ), marked AS (
      INSERT INTO mail_turns AS m (address_id, organization_id, taken_at)
      SELECT t.address_id, t.organization_id, clock_timestamp() FROM taken t
      ON CONFLICT (address_id) DO UPDATE SET taken_at = excluded.taken_at
    )
    SELECT t.id, a.id, t.organization_id,
      CASE WHEN CASE t.kind WHEN 'code' THEN a.code_delivery = t.id AND a.code_expires_at > at
        ELSE a.state = 'ACTIVE' AND (t.content = 'title' OR a.content = 'full')
          AND (a.account_id IS NULL OR EXISTS (SELECT FROM credentials c
            WHERE c.account_id = a.account_id AND c.role IN ('viewer', 'execution', 'admin')
              AND credential_is_valid(c.revoked_at, c.expires_at, now()))) END
        THEN a.address END,
      t.kind, t.message_id, t.subject, t.body, t.created_at, t.attempts,
      CASE WHEN a.code_delivery = t.id THEN a.code END, a.code_expires_at, t.content, t.unanswered,
      t.sealed_recipient
    FROM taken t JOIN mail_addresses a ON a.id = t.address_id;
END
$function$;
REVOKE ALL ON FUNCTION claim_mail_deliveries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_mail_deliveries TO vadium_service;

CREATE OR REPLACE FUNCTION claim_webhook_deliveries(at timestamp with time zone, by_claim uuid, endpoint_max integer, rows_max integer, lasts interval)
 RETURNS TABLE(delivery uuid, endpoint uuid, organization uuid, address text, sealed_address bytea, body text, secrets bytea[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  locked uuid[];
BEGIN
  PERFORM refuse_to_organizations();
  WITH candidates AS MATERIALIZED (
    SELECT e.id
    FROM webhook_endpoints e
    JOIN organizations o ON o.id = e.organization_id AND o.status = 'active'
    CROSS JOIN LATERAL (
      SELECT count(*) AS deliveries FROM webhook_deliveries d
      WHERE d.endpoint_id = e.id AND d.claim IS NOT NULL AND d.claimed_until >= clock_timestamp()
    ) under_way
    CROSS JOIN LATERAL (
      SELECT d.due_at FROM webhook_deliveries d
      WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.due_at <= at
        AND d.format = e.format
        AND (d.claim IS NULL OR d.claimed_until < clock_timestamp())
      ORDER BY d.due_at LIMIT 1) due
    WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL AND under_way.deliveries <
      CASE WHEN e.last_failure_at > coalesce(e.last_success_at, '-infinity') THEN 1
        ELSE endpoint_max END
    ORDER BY under_way.deliveries, due.due_at LIMIT rows_max
  )
  SELECT array_agg(c.id) INTO locked FROM candidates c
  WHERE pg_try_advisory_xact_lock(hashtextextended(c.id::text, 18));

  -- A statement of its own, which sees what others claimed before the locks were taken.
  RETURN QUERY
    WITH bounds AS (
      SELECT e.id, e.organization_id, e.url, e.sealed_url, e.format, under_way.deliveries AS under_way,
        CASE WHEN e.last_failure_at > coalesce(e.last_success_at, '-infinity') THEN 1
          ELSE endpoint_max END
          - under_way.deliveries AS free,
        CASE WHEN e.old_secret_until > at THEN ARRAY[e.secret, e.old_secret]
          ELSE ARRAY[e.secret] END
          AS secrets
      FROM webhook_endpoints e
      CROSS JOIN LATERAL (
        SELECT count(*) AS deliveries FROM webhook_deliveries d
        WHERE d.endpoint_id = e.id AND d.claim IS NOT NULL AND d.claimed_until >= clock_timestamp()
      ) under_way
      WHERE e.id = ANY (locked) AND e.disabled_at IS NULL AND e.deleted_at IS NULL
    ), due AS (
      SELECT c.id, c.due_at,
        b.under_way + row_number() OVER (PARTITION BY b.id ORDER BY c.due_at) AS nth
      FROM bounds b
      CROSS JOIN LATERAL (
        SELECT d.id, d.due_at FROM webhook_deliveries d
        WHERE d.endpoint_id = b.id AND d.state = 'pending' AND d.due_at <= at
          AND d.format = b.format
          AND (d.claim IS NULL OR d.claimed_until < clock_timestamp())
        ORDER BY d.due_at LIMIT greatest(b.free, 0) FOR UPDATE SKIP LOCKED) c
    ), taken AS (
      UPDATE webhook_deliveries d SET claim = by_claim, claimed_until = clock_timestamp() + lasts
      WHERE d.id IN (SELECT c.id FROM due c ORDER BY c.nth, c.due_at LIMIT rows_max)
      RETURNING d.id, d.endpoint_id, d.payload
    )
    SELECT t.id, b.id, b.organization_id, b.url, b.sealed_url, t.payload, b.secrets
    FROM taken t JOIN bounds b ON b.id = t.endpoint_id;
END
$function$;
REVOKE ALL ON FUNCTION claim_webhook_deliveries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_webhook_deliveries TO vadium_service;

CREATE OR REPLACE FUNCTION counting_approvals(approval uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT count(*) FROM approval_decisions d
  WHERE d.approval_id = approval AND d.decision = 'approve'
    AND may_approve(approval, d.account_id, d.made_at)
    AND EXISTS (
      SELECT FROM credentials c JOIN credentials k
        ON k.account_id = c.account_id AND k.role = c.role
      WHERE c.id = d.credential_id AND credential_is_valid(k.revoked_at, k.expires_at, now()))
$function$;
REVOKE ALL ON FUNCTION counting_approvals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION counting_approvals TO vadium_service;

CREATE OR REPLACE FUNCTION credential_is_good(credential uuid, of_organization uuid, in_role text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN EXISTS (
    SELECT FROM credentials c JOIN organizations o ON o.id = c.organization_id
    WHERE c.id = credential AND c.organization_id = of_organization AND c.role = in_role
      AND credential_is_valid(c.revoked_at, c.expires_at, now()) AND o.status = 'active');
END
$function$;
REVOKE ALL ON FUNCTION credential_is_good FROM PUBLIC;
GRANT EXECUTE ON FUNCTION credential_is_good TO vadium_service;

CREATE OR REPLACE FUNCTION credential_is_valid(revoked_at timestamp with time zone, expires_at timestamp with time zone, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT revoked_at IS NULL AND (expires_at IS NULL OR expires_at > at)
$function$;
REVOKE ALL ON FUNCTION credential_is_valid FROM PUBLIC;
GRANT EXECUTE ON FUNCTION credential_is_valid TO vadium_service;

CREATE OR REPLACE FUNCTION current_credential()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('vadium.credential_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION current_organization()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('vadium.organization_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION delivery_is_doubtful(delivery uuid, failed text[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM instructions i
      WHERE i.transfer_id = delivery AND i.cancel_asked_at IS NOT NULL)
    OR EXISTS (SELECT FROM transfers t JOIN transfers f ON f.id = (
        SELECT b.id FROM transfers b
        WHERE b.order_id = t.order_id AND b.category = 'voluntary'
          AND b.sender_organization_id = t.sender_organization_id
          AND b.create_time <= t.create_time AND b.id <> t.id
        ORDER BY b.create_time DESC, b.id DESC LIMIT 1)
      WHERE t.id = delivery AND f.status = ANY (failed));
END
$function$;

CREATE OR REPLACE FUNCTION drop_empty_months()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  dropped integer := 0;
  old record;
  is_used boolean;
BEGIN
  PERFORM refuse_to_organizations();
  IF NOT pg_try_advisory_xact_lock(8314072027) THEN
    RETURN 0;
  END IF;
  -- Readers wait behind a lock that waits.
  PERFORM set_config('lock_timeout', '100ms', true);
  FOR old IN
    SELECT p.parent, p.partition FROM month_partitions() p
    WHERE p.month < date_trunc('month', now(), 'UTC') - interval '1 day'
      AND p.parent::text IN ('events', 'audit_reads')
    ORDER BY p.month
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', old.partition) INTO is_used;
    CONTINUE WHEN is_used;
    -- Nobody can add a row between the question and the end.
    EXECUTE format('LOCK TABLE %s, %s IN ACCESS EXCLUSIVE MODE', old.parent, old.partition);
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', old.partition) INTO is_used;
    IF NOT is_used THEN
      EXECUTE format('DROP TABLE %s', old.partition);
      dropped := dropped + 1;
    END IF;
  END LOOP;
  RETURN dropped;
END
$function$;
REVOKE ALL ON FUNCTION drop_empty_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_empty_months TO vadium_service;

CREATE OR REPLACE FUNCTION due_approvals(at timestamp with time zone, machine_at timestamp with time zone, after_organization uuid, left_out uuid[], rows_max integer)
 RETURNS TABLE(id uuid, organization_id uuid, account_id uuid, credential_id uuid, role text, is_over boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
REVOKE ALL ON FUNCTION due_approvals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_approvals TO vadium_service;

CREATE OR REPLACE FUNCTION due_deadlines(at timestamp with time zone, of_kinds text[], after_due timestamp with time zone, after_sequence bigint, rows_max integer)
 RETURNS TABLE(kind text, resource_id uuid, lender_id uuid, due_at timestamp with time zone, sequence bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT d.kind, d.resource_id, d.lender_id, d.due_at::timestamptz, d.sequence FROM deadlines d
    WHERE d.due_at <= at AND d.kind = ANY (of_kinds)
      AND (after_due IS NULL OR (d.due_at, d.sequence) > (after_due, after_sequence))
    ORDER BY d.due_at, d.sequence LIMIT rows_max;
END
$function$;
REVOKE ALL ON FUNCTION due_deadlines FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_deadlines TO vadium_service;

CREATE OR REPLACE FUNCTION due_warnings(at timestamp with time zone, after_warning timestamp with time zone, after_sequence bigint, rows_max integer)
 RETURNS TABLE(kind text, resource_id uuid, lender_id uuid, warn_at timestamp with time zone, sequence bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT d.kind, d.resource_id, d.lender_id, d.warn_at::timestamptz, d.sequence FROM deadlines d
    WHERE d.warn_at <= at
      AND (after_warning IS NULL OR (d.warn_at, d.sequence) > (after_warning, after_sequence))
    ORDER BY d.warn_at, d.sequence LIMIT rows_max;
END
$function$;
REVOKE ALL ON FUNCTION due_warnings FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_warnings TO vadium_service;

CREATE OR REPLACE FUNCTION end_of_invitation(invitation uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN (
    SELECT LEAST(i.expires_at, i.revoked_at, confirmed.created_at, creator.expires_at,
      creator.revoked_at)
    FROM invitations i JOIN credentials creator ON creator.id = i.creator_credential_id
      LEFT JOIN credentials confirmed ON confirmed.id = i.credential_id
    WHERE i.id = invitation);
END
$function$;
REVOKE ALL ON FUNCTION end_of_invitation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_of_invitation TO vadium_service;

CREATE OR REPLACE FUNCTION end_stated_cut(cut timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  INSERT INTO stated_cuts (cut_at) VALUES (cut) ON CONFLICT DO NOTHING;
END
$function$;
REVOKE ALL ON FUNCTION end_stated_cut FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_stated_cut TO vadium_service;

CREATE OR REPLACE FUNCTION entries_sum_to_zero()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM journal_entries WHERE transaction_id = NEW.id
      GROUP BY asset HAVING sum(quantity) <> 0
  ) OR NOT EXISTS (SELECT FROM journal_entries WHERE transaction_id = NEW.id) THEN
    RAISE EXCEPTION 'journal transaction % does not balance', NEW.id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION entries_sum_to_zero FROM PUBLIC;

CREATE OR REPLACE FUNCTION expiring_credentials(after timestamp with time zone, until timestamp with time zone)
 RETURNS TABLE(id uuid, organization_id uuid, role text, account text, created_at timestamp with time zone, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT c.id, c.organization_id, c.role, a.name, c.created_at::timestamptz,
      c.expires_at::timestamptz
    FROM credentials c JOIN accounts a ON a.id = c.account_id
    WHERE c.revoked_at IS NULL AND c.expires_at > after AND c.expires_at <= until
      AND NOT EXISTS (
        SELECT FROM credentials r
        WHERE r.organization_id = c.organization_id AND r.account_id = c.account_id
          AND r.role = c.role AND r.revoked_at IS NULL AND r.created_at > c.created_at
          AND (r.expires_at IS NULL OR r.expires_at > c.expires_at))
    ORDER BY c.organization_id, c.id;
END
$function$;
REVOKE ALL ON FUNCTION expiring_credentials FROM PUBLIC;
GRANT EXECUTE ON FUNCTION expiring_credentials TO vadium_service;

CREATE OR REPLACE FUNCTION find_credential(by_public_key bytea)
 RETURNS TABLE(credential_id uuid, organization_id uuid, account_id uuid, role text, organization_status text, expires_at timestamp with time zone, is_revoked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY
    SELECT c.id, c.organization_id, c.account_id, c.role, o.status, c.expires_at::timestamptz,
      c.revoked_at IS NOT NULL
    FROM credentials c JOIN organizations o ON o.id = c.organization_id
    WHERE c.public_key = by_public_key;
END
$function$;
REVOKE ALL ON FUNCTION find_credential FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_credential TO vadium_service;

CREATE OR REPLACE FUNCTION find_instruction(of_transfer uuid)
 RETURNS TABLE(custodian_id text, external_transfer_id text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT i.custodian_id, i.external_transfer_id FROM instructions i
      WHERE i.transfer_id = of_transfer;
END
$function$;
REVOKE ALL ON FUNCTION find_instruction FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_instruction TO vadium_service;

CREATE OR REPLACE FUNCTION find_invitation(invitation uuid)
 RETURNS TABLE(organization_id uuid, secret_hash bytea)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT i.organization_id, i.secret_hash FROM invitations i WHERE i.id = invitation;
END
$function$;
REVOKE ALL ON FUNCTION find_invitation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_invitation TO vadium_service;

CREATE OR REPLACE FUNCTION forget_audited_reads(rows_max integer, kept interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF service_role() IN (session_user, current_setting('role')) THEN
    kept := greatest(kept, interval '1 day');
  END IF;
  PERFORM refuse_to_organizations();
  RETURN forget_of_months('audit_reads', clock_timestamp() - kept, rows_max);
END
$function$;
REVOKE ALL ON FUNCTION forget_audited_reads FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_audited_reads TO vadium_service;

CREATE OR REPLACE FUNCTION forget_callbacks(rows_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  forgotten integer;
BEGIN
  PERFORM refuse_to_organizations();
  DELETE FROM custodian_callbacks WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM custodian_callbacks WHERE recorded_at < now() - interval '90 days'
    ORDER BY recorded_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$function$;
REVOKE ALL ON FUNCTION forget_callbacks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_callbacks TO vadium_service;

CREATE OR REPLACE FUNCTION forget_events(rows_max integer, kept interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF service_role() IN (session_user, current_setting('role')) THEN
    kept := greatest(kept, interval '1 day');
  END IF;
  PERFORM refuse_to_organizations();
  RETURN forget_of_months('events', clock_timestamp() - kept, rows_max);
END
$function$;
REVOKE ALL ON FUNCTION forget_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_events TO vadium_service;

CREATE OR REPLACE FUNCTION forget_idempotency_keys(rows_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  forgotten integer;
BEGIN
  PERFORM refuse_to_organizations();
  DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
    ORDER BY created_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$function$;
REVOKE ALL ON FUNCTION forget_idempotency_keys FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_idempotency_keys TO vadium_service;

CREATE OR REPLACE FUNCTION forget_mail(rows_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  forgotten integer;
  more integer;
BEGIN
  PERFORM refuse_to_organizations();
  UPDATE mail_addresses SET state = 'DELETED', address = NULL, code = NULL, code_delivery = NULL,
    code_expires_at = NULL, code_tries = NULL, deleted_at = now()
  WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM mail_addresses
    WHERE state = 'UNVERIFIED' AND created_at < now() - interval '24 hours'
    ORDER BY created_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  -- While no worker runs, nobody else ends them.
  UPDATE mail_deliveries SET state = 'NOT_SENT', due_at = NULL, claim = NULL, claimed_until = NULL,
    sealed_recipient = NULL, error = 'TOO_OLD'
  WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM mail_deliveries
    WHERE sealed_recipient IS NOT NULL AND created_at < now() - interval '25 hours'
    ORDER BY created_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS more = ROW_COUNT;
  forgotten := greatest(forgotten, more);
  DELETE FROM mail_codes WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM mail_codes WHERE requested_at < now() - interval '48 hours'
    ORDER BY requested_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS more = ROW_COUNT;
  forgotten := greatest(forgotten, more);
  DELETE FROM mail_requests WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM mail_requests WHERE requested_at < now() - interval '48 hours'
    ORDER BY requested_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS more = ROW_COUNT;
  forgotten := greatest(forgotten, more);
  DELETE FROM mail_turns WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM mail_turns WHERE taken_at < now() - interval '48 hours'
    LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS more = ROW_COUNT;
  forgotten := greatest(forgotten, more);
  DELETE FROM mail_deliveries WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM mail_deliveries
    WHERE kind = 'code' AND created_at < now() - interval '48 hours'
    ORDER BY created_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS more = ROW_COUNT;
  RETURN greatest(forgotten, more);
END
$function$;
REVOKE ALL ON FUNCTION forget_mail FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_mail TO vadium_service;

CREATE OR REPLACE FUNCTION forget_notifications(rows_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  forgotten integer;
BEGIN
  PERFORM refuse_to_organizations();
  DELETE FROM notifications WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM notifications WHERE recorded_at < now() - interval '365 days'
    ORDER BY recorded_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$function$;
REVOKE ALL ON FUNCTION forget_notifications FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_notifications TO vadium_service;

CREATE OR REPLACE FUNCTION forget_of_months(of_table regclass, before timestamp with time zone, rows_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  forgotten integer := 0;
  deleted integer;
  place record;
BEGIN
  FOR place IN
    SELECT p.partition, p.time_column FROM month_partitions() p
    WHERE p.parent = of_table AND (p.month IS NULL OR p.month < before) ORDER BY p.month NULLS FIRST
  LOOP
    -- The address of a row counts within its partition only.
    EXECUTE format('DELETE FROM %1$s WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM %1$s WHERE %2$I < $1 ORDER BY %2$I LIMIT $2 FOR UPDATE SKIP LOCKED))',
      place.partition, place.time_column) USING before, rows_max - forgotten;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    forgotten := forgotten + deleted;
    EXIT WHEN forgotten >= rows_max;
  END LOOP;
  RETURN forgotten;
END
$function$;
REVOKE ALL ON FUNCTION forget_of_months FROM PUBLIC;

CREATE OR REPLACE FUNCTION forget_signatures(rows_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  forgotten integer;
BEGIN
  PERFORM refuse_to_organizations();
  DELETE FROM used_signatures WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM used_signatures WHERE recorded_at < now() - interval '65 minutes'
    ORDER BY recorded_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$function$;
REVOKE ALL ON FUNCTION forget_signatures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_signatures TO vadium_service;

CREATE OR REPLACE FUNCTION forget_webhook_deliveries(rows_max integer, kept interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  forgotten integer;
BEGIN
  IF service_role() IN (session_user, current_setting('role')) THEN
    kept := greatest(kept, interval '1 day');
  END IF;
  PERFORM refuse_to_organizations();
  DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
    SELECT d.ctid FROM webhook_deliveries d WHERE d.recorded_at < clock_timestamp() - kept
      AND NOT EXISTS (
        SELECT FROM events e WHERE e.organization_id = d.organization_id
          AND e.position = d.position)
    ORDER BY d.recorded_at LIMIT rows_max FOR UPDATE OF d SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  DELETE FROM webhook_endpoints WHERE ctid = ANY (ARRAY(
    SELECT e.ctid FROM webhook_endpoints e WHERE e.deleted_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id)
    LIMIT 100 FOR UPDATE SKIP LOCKED));
  -- An hour after the secret expired, because clocks are set back.
  UPDATE webhook_endpoints SET old_secret = NULL, old_secret_until = NULL
  WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM webhook_endpoints
      WHERE old_secret_until < clock_timestamp() - interval '1 hour'
    LIMIT 100 FOR UPDATE SKIP LOCKED));
  RETURN forgotten;
END
$function$;
REVOKE ALL ON FUNCTION forget_webhook_deliveries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_webhook_deliveries TO vadium_service;

CREATE OR REPLACE FUNCTION give_positions(logs uuid[], rows_max integer, waits boolean, OUT given integer, OUT busy uuid[])
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  sandbox_seed text := (SELECT concat_ws('|', s.starts, s.seed) FROM sandbox s);
  first_sequence bigint := (SELECT searched_from + 1 FROM event_numbering);
  growing uuid[];
  locked uuid[];
BEGIN
  -- The table is nearly empty, and its statistics say nothing of the dead rows in it.
  PERFORM set_config('enable_seqscan', 'off', true);
  growing := ARRAY(SELECT DISTINCT u.organization_id FROM unnumbered_events u
    WHERE u.organization_id = ANY (logs) AND u.sequence >= first_sequence);
  given := 0;
  busy := '{}';
  IF growing = '{}' THEN
    RETURN;
  END IF;
  INSERT INTO event_heads (organization_id, position)
  SELECT log, 0 FROM unnest(growing) l (log)
  WHERE NOT EXISTS (SELECT FROM event_heads h WHERE h.organization_id = log)
  ORDER BY log
  ON CONFLICT DO NOTHING;
  IF waits THEN
    locked := ARRAY(SELECT organization_id FROM event_heads WHERE organization_id = ANY (growing)
      ORDER BY organization_id FOR NO KEY UPDATE);
  ELSE
    locked := ARRAY(SELECT organization_id FROM event_heads WHERE organization_id = ANY (growing)
      FOR NO KEY UPDATE SKIP LOCKED);
  END IF;

  -- A statement of its own, which sees the heads as they were locked. It also sees every event that
  -- an event in its sight was caused by, because that one was committed before.
  WITH taken AS (
    DELETE FROM unnumbered_events WHERE ctid = ANY (ARRAY(
      SELECT u.ctid FROM unnumbered_events u
      WHERE u.organization_id = ANY (locked) AND u.sequence >= first_sequence
      ORDER BY u.sequence LIMIT rows_max))
    RETURNING *
  ), added AS (
    SELECT t.*, h.nonce AS head_nonce,
      h.position + row_number() OVER (PARTITION BY organization_id ORDER BY t.sequence) AS position
    FROM taken t JOIN event_heads h USING (organization_id)
  ), numbered AS MATERIALIZED (
    SELECT a.*, ('x' || right(CASE
        WHEN sandbox_seed IS NULL THEN replace(gen_random_uuid()::text, '-', '')
        ELSE encode(sha256(convert_to(concat_ws('|', a.organization_id, a.position,
          extract(epoch FROM a.time), a.type, a.data, sandbox_seed), 'UTF8')), 'hex')
      END, 13))::bit(52)::bigint AS nonce
    FROM added a
  ), appended AS (
    INSERT INTO events (organization_id, position, type, time, data, nonce, previous_nonce)
    SELECT n.organization_id, n.position, n.type, n.time, n.data, n.nonce, coalesce(
      lag(n.nonce) OVER (PARTITION BY n.organization_id ORDER BY n.position), n.head_nonce)
    FROM numbered n ORDER BY n.sequence
  ), moved AS (
    UPDATE event_heads h SET position = newest.position, nonce = newest.nonce
    FROM (
      SELECT DISTINCT ON (n.organization_id) n.organization_id, n.position, n.nonce
      FROM numbered n ORDER BY n.organization_id, n.position DESC) newest
    WHERE h.organization_id = newest.organization_id
  )
  SELECT count(*) INTO given FROM numbered;
  busy := ARRAY(SELECT unnest(growing) EXCEPT SELECT unnest(locked));
END
$function$;
REVOKE ALL ON FUNCTION give_positions FROM PUBLIC;

CREATE OR REPLACE FUNCTION good_credentials(credentials uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT c.id FROM credentials c
    WHERE c.id = ANY (good_credentials.credentials)
      AND credential_is_good(c.id, c.organization_id, c.role);
END
$function$;
REVOKE ALL ON FUNCTION good_credentials FROM PUBLIC;
GRANT EXECUTE ON FUNCTION good_credentials TO vadium_service;

CREATE OR REPLACE FUNCTION has_had_a_manager(organization uuid, apart_from uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM credentials c
    WHERE c.organization_id = organization AND c.role IN ('admin', 'operator')
      AND c.id IS DISTINCT FROM apart_from
      AND (organization = current_organization() OR acts_as_operator()))
$function$;
REVOKE ALL ON FUNCTION has_had_a_manager FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_had_a_manager TO vadium_service;

CREATE OR REPLACE FUNCTION has_unnumbered_events(log uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN EXISTS (SELECT FROM unnumbered_events u WHERE u.organization_id = log
    AND u.sequence > (SELECT searched_from FROM event_numbering));
END
$function$;
REVOKE ALL ON FUNCTION has_unnumbered_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_unnumbered_events TO vadium_service;

CREATE OR REPLACE FUNCTION have_webhooks(logs uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN EXISTS (SELECT FROM webhook_endpoints e WHERE e.organization_id = ANY (logs)
    AND e.disabled_at IS NULL AND e.deleted_at IS NULL)
    OR EXISTS (SELECT FROM mail_addresses a WHERE a.organization_id = ANY (logs)
      AND a.state = 'ACTIVE');
END
$function$;
REVOKE ALL ON FUNCTION have_webhooks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION have_webhooks TO vadium_service;

CREATE OR REPLACE FUNCTION installation_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT i.id FROM installation i
$function$;
REVOKE ALL ON FUNCTION installation_id FROM PUBLIC;
GRANT EXECUTE ON FUNCTION installation_id TO vadium_service;

CREATE OR REPLACE FUNCTION is_muted_by(other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM counterparty_mutes m
    WHERE m.organization_id = other AND m.counterparty_id = current_organization())
$function$;
REVOKE ALL ON FUNCTION is_muted_by FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_muted_by TO vadium_service;

CREATE OR REPLACE FUNCTION keep_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION keep_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.pdf IS NOT NULL THEN
    RAISE EXCEPTION 'a document has its PDF already' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.id, NEW.kind, NEW.lender_id, NEW.borrower_id, NEW.order_id, NEW.subject_id, NEW.cut_at,
      NEW.revision, NEW.content, NEW.content_sha256, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.kind, OLD.lender_id, OLD.borrower_id, OLD.order_id, OLD.subject_id,
      OLD.cut_at, OLD.revision, OLD.content, OLD.content_sha256, OLD.created_at)
  THEN
    RAISE EXCEPTION 'a document is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION keep_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.creator_credential_id IS DISTINCT FROM current_credential()
      OR NEW.creator_account_id IS DISTINCT FROM account_of(current_credential())
      OR NOT credential_is_good(NEW.creator_credential_id, NEW.organization_id, 'admin')
      OR num_nonnulls(NEW.public_key, NEW.credential_id, NEW.revoked_at) > 0
    THEN
      RAISE EXCEPTION 'permission denied: an invitation is made by the admin who signed it'
        USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
  END IF;
  IF num_nonnulls(OLD.credential_id, OLD.revoked_at) > 0
    OR (OLD.public_key IS NOT NULL AND (NEW.public_key, NEW.accepted_at, NEW.expires_at)
      IS DISTINCT FROM (OLD.public_key, OLD.accepted_at, OLD.expires_at))
    OR (NEW.public_key IS NULL AND NEW.expires_at IS DISTINCT FROM OLD.expires_at)
    OR (OLD.public_key IS NULL AND NEW.accepted_at >= OLD.expires_at)
    -- A revocation makes nothing possible, so it may come late.
    OR (NEW.revoked_at IS NULL
      AND NOT credential_is_good(NEW.creator_credential_id, NEW.organization_id, 'admin'))
    OR (NEW.credential_id IS NOT NULL AND (
      OLD.public_key IS NULL
      OR account_of(current_credential()) IS DISTINCT FROM NEW.creator_account_id
      OR NOT EXISTS (SELECT FROM credentials c
        WHERE c.id = NEW.credential_id AND c.public_key = NEW.public_key AND c.role = NEW.role
          AND c.account_id = NEW.account_id AND c.created_at < OLD.expires_at)))
  THEN
    RAISE EXCEPTION 'permission denied: the invitation % does not change so', NEW.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$function$;
REVOKE ALL ON FUNCTION keep_invitation FROM PUBLIC;

CREATE OR REPLACE FUNCTION keep_levels()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  lent numeric := CASE WHEN NEW.asset_back_at IS NULL THEN NEW.asset_quantity ELSE 0 END;
  is_lent boolean := asset_is_lent(NEW.status, NEW.active_at, lent);
  was_lent boolean := TG_OP = 'UPDATE' AND asset_is_lent(OLD.status, OLD.active_at,
    CASE WHEN OLD.asset_back_at IS NULL THEN OLD.asset_quantity ELSE 0 END);
BEGIN
  IF NEW.status = 'CLOSED' THEN
    DELETE FROM position_levels WHERE position_id = NEW.id;
  ELSE
    INSERT INTO position_levels AS l (position_id, lender_id, borrower_id, asset, collateral_asset,
      margin_call_ratio, liquidation_ratio, coverage)
    SELECT NEW.id, NEW.lender_id, NEW.borrower_id, o.asset, o.collateral_asset,
      level_ratio_while_lent(NEW.status, NEW.active_at, lent, m.margin_call_percent,
        NEW.collateral_quantity),
      level_ratio_while_lent(NEW.status, NEW.active_at, lent, m.liquidation_percent,
        NEW.collateral_quantity),
      NEW.collateral_quantity / nullif(NEW.asset_quantity, 0)
    FROM orders o JOIN margin_terms m ON m.id = o.terms_id WHERE o.id = NEW.order_id
    ON CONFLICT (position_id) DO UPDATE
    SET margin_call_ratio = excluded.margin_call_ratio,
      liquidation_ratio = excluded.liquidation_ratio,
      coverage = excluded.coverage,
      margin_call_reached = l.margin_call_reached AND is_lent AND was_lent,
      liquidation_reached = l.liquidation_reached AND is_lent AND was_lent;
  END IF;
  IF was_lent AND NOT is_lent THEN
    UPDATE margin_alerts SET is_active = false WHERE position_id = NEW.id AND is_active;
  END IF;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION keep_levels FROM PUBLIC;

CREATE OR REPLACE FUNCTION keep_levels_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE position_levels l
  SET asset = NEW.asset, collateral_asset = NEW.collateral_asset,
    margin_call_ratio = level_ratio_while_lent(p.status, p.active_at, lent.quantity,
      m.margin_call_percent, p.collateral_quantity),
    liquidation_ratio = level_ratio_while_lent(p.status, p.active_at, lent.quantity,
      m.liquidation_percent, p.collateral_quantity)
  FROM positions p CROSS JOIN LATERAL (
      SELECT CASE WHEN p.asset_back_at IS NULL THEN p.asset_quantity ELSE 0 END AS quantity) lent,
    margin_terms m
  WHERE p.order_id = NEW.id AND m.id = NEW.terms_id AND l.position_id = p.id;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION keep_levels_of_order FROM PUBLIC;

CREATE OR REPLACE FUNCTION keep_mail_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF OLD.state = 'DELETED' OR (NEW.id, NEW.organization_id, NEW.account_id, NEW.address_hash)
    IS DISTINCT FROM (OLD.id, OLD.organization_id, OLD.account_id, OLD.address_hash)
    OR (NEW.state <> 'DELETED' AND NEW.address IS DISTINCT FROM OLD.address)
    OR (NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('UNVERIFIED', 'ACTIVE'),
      ('SUSPENDED', 'ACTIVE'), ('ACTIVE', 'SUSPENDED'), ('UNVERIFIED', 'DELETED'),
      ('ACTIVE', 'DELETED'), ('SUSPENDED', 'DELETED')))
  THEN
    RAISE EXCEPTION 'permission denied: the mail address % does not change so', NEW.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$function$;
REVOKE ALL ON FUNCTION keep_mail_address FROM PUBLIC;

CREATE OR REPLACE FUNCTION keep_mail_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF OLD.state <> 'QUEUED' OR (NEW.id, NEW.address_id, NEW.organization_id, NEW.address_hash,
    NEW.kind, NEW.position, NEW.notification_id, NEW.message_id, NEW.subject, NEW.body,
    NEW.created_at, NEW.digest_positions, NEW.digest_nonces) IS DISTINCT FROM (OLD.id, OLD.address_id, OLD.organization_id,
    OLD.address_hash, OLD.kind, OLD.position, OLD.notification_id, OLD.message_id, OLD.subject,
    OLD.body, OLD.created_at, OLD.digest_positions, OLD.digest_nonces)
  THEN
    RAISE EXCEPTION 'permission denied: the mail % does not change so', NEW.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$function$;
REVOKE ALL ON FUNCTION keep_mail_delivery FROM PUBLIC;

CREATE OR REPLACE FUNCTION keep_service_secret(secret_name text, sealed bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  INSERT INTO service_secrets (name, value) VALUES (secret_name, sealed) ON CONFLICT DO NOTHING;
  RETURN (SELECT s.value FROM service_secrets s WHERE s.name = secret_name);
END
$function$;
REVOKE ALL ON FUNCTION keep_service_secret FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_service_secret TO vadium_service;

CREATE OR REPLACE FUNCTION keep_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO suspensions (organization_id, is_suspended, changed_at)
  SELECT NEW.id, NEW.status = 'suspended',
    coalesce(nullif(current_setting('vadium.changed_at', true), '')::timestamptz, now())
  WHERE (NEW.status = 'suspended') <> coalesce(
    (SELECT s.is_suspended FROM suspensions s WHERE s.organization_id = NEW.id
      ORDER BY s.sequence DESC LIMIT 1),
    false);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION keep_wishes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  before jsonb := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := OLD.since;
  END IF;
  NEW.since := coalesce((
    SELECT jsonb_object_agg(kind, coalesce(before -> kind, to_jsonb(NEW.updated_at)))
    FROM unnest(NEW.kinds) kind), '{}');
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION late_transfer_figures(at timestamp with time zone)
 RETURNS TABLE(figure text, kind text, state text, value double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT 'transfers_late', '', '', count(*)::double precision
    FROM instructions i JOIN transfers t ON t.id = i.transfer_id
    WHERE (i.due_at IS NOT NULL OR i.stalled) AND t.status IN ('PENDING', 'IN_PROGRESS')
      AND t.late_at < at;
END
$function$;
REVOKE ALL ON FUNCTION late_transfer_figures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION late_transfer_figures TO vadium_service;

CREATE OR REPLACE FUNCTION lenders_to_revalue(changed_assets text[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF current_organization() IS NOT NULL OR NOT acts_as_revaluation() THEN
    RAISE EXCEPTION 'only a revaluation may ask for all lenders'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY SELECT DISTINCT d.lender_id FROM sides_of_live_deals(changed_assets) d;
END
$function$;
REVOKE ALL ON FUNCTION lenders_to_revalue FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lenders_to_revalue TO vadium_service;

CREATE OR REPLACE FUNCTION level_ratio(quantity numeric, level_percent numeric, collateral numeric)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (quantity = (0)::numeric) THEN (0)::numeric WHEN (collateral = (0)::numeric) THEN 'Infinity'::numeric ELSE ((quantity * level_percent) / ((100)::numeric * collateral)) END;

CREATE OR REPLACE FUNCTION level_ratio_while_lent(status text, active_at timestamp with time zone, quantity numeric, level_percent numeric, collateral numeric)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN asset_is_lent(status, active_at, quantity) THEN level_ratio(quantity, level_percent, collateral) ELSE (0)::double precision END;

CREATE OR REPLACE FUNCTION limits_between(one uuid, other uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'organizationId', v.organization_id, 'counterpartyId', v.counterparty_id, 'version', v.version,
    'lentUsdMax', trim_scale(v.lent_usd_max)::text,
    'uncoveredUsdMax', trim_scale(v.uncovered_usd_max)::text,
    'shock', trim_scale(v.shock)::text, 'assets', v.assets,
    'lentQuantitiesMax', v.lent_quantities_max::text[], 'onBreach', v.on_breach)
    ORDER BY v.organization_id), '[]')
  FROM counterparty_limits l
  JOIN counterparty_limit_versions v USING (organization_id, counterparty_id, version)
  WHERE (l.organization_id, l.counterparty_id) IN ((one, other), (other, one))
    AND (v.lent_usd_max IS NOT NULL OR v.uncovered_usd_max IS NOT NULL OR v.assets <> '{}')
$function$;
REVOKE ALL ON FUNCTION limits_between FROM PUBLIC;

CREATE OR REPLACE FUNCTION limits_lock(one uuid, other uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT hashtextextended('limits ' || least(one, other)::text || ' ' || greatest(one, other)::text, 0)
$function$;

CREATE OR REPLACE FUNCTION lock_levels_of_orders(order_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT FROM position_levels l JOIN positions p ON p.id = l.position_id
  WHERE p.order_id = ANY (order_ids) AND l.lender_id = current_organization()
  ORDER BY l.position_id FOR UPDATE OF l
$function$;
REVOKE ALL ON FUNCTION lock_levels_of_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_levels_of_orders TO vadium_service;

CREATE OR REPLACE FUNCTION lock_limits_between(one uuid, other uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_third_parties(ARRAY[one, other]);
  IF limits_between(one, other) <> '[]' THEN
    PERFORM pg_advisory_xact_lock(limits_lock(one, other));
  ELSE
    PERFORM pg_advisory_xact_lock_shared(limits_lock(one, other));
    IF limits_between(one, other) <> '[]' THEN
      -- Two that hold it together cannot each get it alone.
      RAISE EXCEPTION 'limits were set meanwhile' USING ERRCODE = 'serialization_failure';
    END IF;
  END IF;
  RETURN limits_between(one, other);
END
$function$;
REVOKE ALL ON FUNCTION lock_limits_between FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_limits_between TO vadium_service;

CREATE OR REPLACE FUNCTION mail_addresses_behind(rows_max integer)
 RETURNS TABLE(address uuid, organization uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT refuse_to_organizations();
  SELECT a.id, a.organization_id
  FROM mail_addresses a
  JOIN event_heads h ON h.organization_id = a.organization_id
    AND (h.position, h.nonce) <> (a.position, a.position_nonce)
  JOIN organizations o ON o.id = a.organization_id AND o.status = 'active'
  WHERE a.state = 'ACTIVE' AND (h.position <= a.position OR (
    SELECT true FROM events n
    WHERE n.organization_id = a.organization_id AND n.position > a.position LIMIT 1))
  ORDER BY random() LIMIT rows_max
$function$;
REVOKE ALL ON FUNCTION mail_addresses_behind FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mail_addresses_behind TO vadium_service;

CREATE OR REPLACE FUNCTION mail_digests_due(at timestamp with time zone, rows_max integer)
 RETURNS TABLE(address uuid, organization uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT refuse_to_organizations();
  SELECT a.id, a.organization_id
  FROM mail_addresses a
  JOIN organizations o ON o.id = a.organization_id AND o.status = 'active'
  WHERE a.digest_due_at <= at AND a.state = 'ACTIVE'
  ORDER BY a.digest_due_at LIMIT rows_max
$function$;
REVOKE ALL ON FUNCTION mail_digests_due FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mail_digests_due TO vadium_service;

CREATE OR REPLACE FUNCTION mail_figures()
 RETURNS TABLE(figure text, kind text, state text, value double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT 'mail_deliveries', '', due.state, count(*)::double precision
    FROM mail_deliveries d
    JOIN organizations o ON o.id = d.organization_id AND o.status = 'active'
    CROSS JOIN LATERAL (SELECT CASE WHEN d.due_at <= now() THEN 'due'
      ELSE 'waiting' END) due (state)
    WHERE d.state = 'QUEUED' GROUP BY due.state;
  RETURN QUERY
    SELECT 'mail_addresses', '', lower(a.state), count(*)::double precision
    FROM mail_addresses a WHERE a.state <> 'DELETED' GROUP BY a.state;
END
$function$;
REVOKE ALL ON FUNCTION mail_figures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mail_figures TO vadium_service;

CREATE OR REPLACE FUNCTION make_months()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  made integer := 0;
  wanted record;
BEGIN
  PERFORM refuse_to_organizations();
  IF NOT pg_try_advisory_xact_lock(8314072027) THEN
    RETURN 0;
  END IF;
  PERFORM set_config('lock_timeout', '500ms', true);
  FOR wanted IN
    SELECT t.parent, t.time_column, m.month
    FROM tables_by_month() t CROSS JOIN LATERAL (
      SELECT (date_trunc('month', now(), 'UTC') AT TIME ZONE 'UTC' + n * interval '1 month')
        AT TIME ZONE 'UTC' AS month FROM generate_series(0, 3) n) m
    WHERE NOT EXISTS (
      SELECT FROM month_partitions() p WHERE p.parent = t.parent AND p.month = m.month)
    ORDER BY m.month, t.name
  LOOP
    IF make_partition(wanted.parent, wanted.time_column, wanted.month) THEN
      made := made + 1;
    END IF;
  END LOOP;
  RETURN made;
END
$function$;
REVOKE ALL ON FUNCTION make_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_months TO vadium_service;

CREATE OR REPLACE FUNCTION make_partition(parent regclass, column_name text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  first_day timestamptz := date_trunc('month', at, 'UTC');
  next_day timestamptz := (first_day AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
  made text := format('%s_%s', (SELECT relname FROM pg_class WHERE oid = parent),
    to_char(first_day AT TIME ZONE 'UTC', 'YYYY_MM'));
  others regclass := (SELECT partdefid FROM pg_partitioned_table WHERE partrelid = parent);
BEGIN
  IF to_regclass(quote_ident(made)) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', made,
    parent);
  EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', others);
  EXECUTE format('WITH moved AS (DELETE FROM %s WHERE %I >= $1 AND %2$I < $2 RETURNING *)
    INSERT INTO %3$I SELECT * FROM moved', others, column_name, made) USING first_day, next_day;
  EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, made,
    first_day AT TIME ZONE 'UTC' || '+00', next_day AT TIME ZONE 'UTC' || '+00');
  PERFORM wall_partition(parent, made::regclass, true);
  RETURN true;
END
$function$;
REVOKE ALL ON FUNCTION make_partition FROM PUBLIC;

CREATE OR REPLACE FUNCTION may_approve(approval uuid, account uuid, at timestamp with time zone DEFAULT clock_timestamp())
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
REVOKE ALL ON FUNCTION may_approve FROM PUBLIC;
GRANT EXECUTE ON FUNCTION may_approve TO vadium_service;

CREATE OR REPLACE FUNCTION may_ask_of_mail(account uuid, what text, at timestamp with time zone, within interval, requests_max integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('mail requests ' || account, 0));
  IF (SELECT count(*) FROM mail_requests r
    WHERE r.account_id = account AND r.kind = what AND r.requested_at > at - within
      AND r.organization_id = current_organization()) >= requests_max
  THEN
    RETURN false;
  END IF;
  INSERT INTO mail_requests (organization_id, account_id, kind, requested_at)
  VALUES (current_organization(), account, what, at);
  RETURN true;
END
$function$;
REVOKE ALL ON FUNCTION may_ask_of_mail FROM PUBLIC;
GRANT EXECUTE ON FUNCTION may_ask_of_mail TO vadium_service;

CREATE OR REPLACE FUNCTION month_partitions()
 RETURNS TABLE(parent regclass, partition regclass, name text, time_column text, month timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT t.parent, i.inhrelid::regclass, c.relname::text, t.time_column,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)''\)'))[1]::timestamptz
  FROM tables_by_month() t
  JOIN pg_inherits i ON i.inhparent = t.parent
  JOIN pg_class c ON c.oid = i.inhrelid
  ORDER BY t.name, 5 NULLS FIRST
$function$;
REVOKE ALL ON FUNCTION month_partitions FROM PUBLIC;

CREATE OR REPLACE FUNCTION next_cut_to_state(latest timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN (
    SELECT m.cut_at FROM market_cuts m
    WHERE m.cut_at <= latest
      AND m.cut_at > (SELECT min((w.since ->> 'margin_statement')::timestamptz)
        FROM document_preferences w)
      AND m.cut_at > coalesce((SELECT max(s.cut_at) FROM stated_cuts s), '-infinity')
    ORDER BY m.cut_at LIMIT 1);
END
$function$;
REVOKE ALL ON FUNCTION next_cut_to_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_cut_to_state TO vadium_service;

CREATE OR REPLACE FUNCTION note_credential_uses(credentials uuid[], times timestamp with time zone[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  INSERT INTO credential_uses AS u (credential_id, organization_id, used_at)
  SELECT c.id, c.organization_id, n.used_at
  FROM unnest(note_credential_uses.credentials, times) AS n (id, used_at) JOIN credentials c
    USING (id)
  -- All processes write them in one order, so none waits for one that waits for it.
  ORDER BY c.id
  ON CONFLICT (credential_id) DO UPDATE SET used_at = excluded.used_at
    WHERE excluded.used_at >= u.used_at + interval '1 minute';
END
$function$;
REVOKE ALL ON FUNCTION note_credential_uses FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_credential_uses TO vadium_service;

CREATE OR REPLACE FUNCTION number_events(logs uuid[], rows_max integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  given integer;
  busy uuid[];
BEGIN
  PERFORM refuse_to_organizations();
  SELECT g.given, g.busy INTO given, busy FROM give_positions(logs, rows_max, false) g;
  PERFORM set_config('vadium.numbered_logs',
    ARRAY(SELECT unnest(logs) EXCEPT SELECT unnest(busy))::text, false);
  RETURN QUERY SELECT unnest(CASE WHEN given = rows_max THEN logs ELSE busy END);
END
$function$;
REVOKE ALL ON FUNCTION number_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION number_events TO vadium_service;

CREATE OR REPLACE FUNCTION pairs_to_state(cut timestamp with time zone, after_lender uuid, after_borrower uuid, rows_max integer)
 RETURNS TABLE(lender uuid, borrower uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    WITH wanting AS MATERIALIZED (
      SELECT w.organization_id AS id FROM document_preferences w
      WHERE (w.since ->> 'margin_statement')::timestamptz < cut)
    SELECT pair.lender_id, pair.borrower_id FROM (
      SELECT p.lender_id, p.borrower_id FROM wanting JOIN positions p ON p.lender_id = wanting.id
      WHERE p.created_at <= cut AND (p.status <> 'CLOSED' OR p.closed_at > cut)
      UNION
      SELECT p.lender_id, p.borrower_id FROM wanting JOIN positions p ON p.borrower_id = wanting.id
      WHERE p.created_at <= cut AND (p.status <> 'CLOSED' OR p.closed_at > cut)) pair
    WHERE (after_lender IS NULL OR (pair.lender_id, pair.borrower_id) > (after_lender, after_borrower))
      AND NOT EXISTS (SELECT FROM documents d WHERE d.lender_id = pair.lender_id
        AND d.borrower_id = pair.borrower_id AND d.cut_at = cut)
    ORDER BY pair.lender_id, pair.borrower_id LIMIT rows_max;
END
$function$;
REVOKE ALL ON FUNCTION pairs_to_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pairs_to_state TO vadium_service;

CREATE OR REPLACE FUNCTION people_needed()
 RETURNS smallint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT i.people_needed FROM installation i
$function$;
REVOKE ALL ON FUNCTION people_needed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_needed TO vadium_service;

CREATE OR REPLACE FUNCTION positions_to_decide(changed_assets text[], priced_assets text[], prices numeric[])
 RETURNS TABLE(lender_id uuid, position_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  pair record;
BEGIN
  IF current_organization() IS NOT NULL OR NOT acts_as_revaluation() THEN
    RAISE EXCEPTION 'only a revaluation may ask for positions of all lenders'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  FOR pair IN
    -- Each step goes to the next pair of the index, however many positions a pair has.
    WITH RECURSIVE pairs AS (
      (SELECT l.asset, l.collateral_asset FROM position_levels l
        ORDER BY l.asset, l.collateral_asset LIMIT 1)
      UNION ALL
      SELECT n.asset, n.collateral_asset FROM pairs p CROSS JOIN LATERAL (
        SELECT l.asset, l.collateral_asset FROM position_levels l
        WHERE (l.asset, l.collateral_asset) > (p.asset, p.collateral_asset)
        ORDER BY l.asset, l.collateral_asset LIMIT 1) n
    ), priced AS MATERIALIZED (
      SELECT * FROM unnest(priced_assets, prices) AS u (asset, price)
    )
    -- Rounding errs by less than a part in 10^14, on each side of a comparison.
    SELECT p.asset, p.collateral_asset,
      (c.price / a.price)::double precision * (1 - 1e-12) AS least,
      (c.price / a.price)::double precision * (1 + 1e-12) AS most
    FROM pairs p JOIN priced a ON a.asset = p.asset JOIN priced c ON c.asset = p.collateral_asset
    WHERE p.asset = ANY (changed_assets) OR p.collateral_asset = ANY (changed_assets)
  LOOP
    RETURN QUERY
      SELECT l.lender_id, l.position_id FROM position_levels l
      WHERE l.asset = pair.asset AND l.collateral_asset = pair.collateral_asset
        AND NOT l.margin_call_reached AND l.margin_call_ratio >= pair.least
      UNION ALL
      SELECT l.lender_id, l.position_id FROM position_levels l
      WHERE l.asset = pair.asset AND l.collateral_asset = pair.collateral_asset
        AND l.margin_call_reached AND l.margin_call_ratio <= pair.most
      UNION ALL
      SELECT l.lender_id, l.position_id FROM position_levels l
      WHERE l.asset = pair.asset AND l.collateral_asset = pair.collateral_asset
        AND NOT l.liquidation_reached AND l.liquidation_ratio >= pair.least
      UNION ALL
      SELECT l.lender_id, l.position_id FROM position_levels l
      WHERE l.asset = pair.asset AND l.collateral_asset = pair.collateral_asset
        AND l.liquidation_reached AND l.liquidation_ratio <= pair.most;
  END LOOP;
END
$function$;
REVOKE ALL ON FUNCTION positions_to_decide FROM PUBLIC;
GRANT EXECUTE ON FUNCTION positions_to_decide TO vadium_service;

CREATE OR REPLACE FUNCTION preferences_of_accounts(accounts uuid[])
 RETURNS TABLE(account_id uuid, muted_categories text[], minimum_severity notification_severity)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT refuse_to_organizations();
  SELECT p.account_id, p.muted_categories, p.minimum_severity
  FROM notification_preferences p WHERE p.account_id = ANY (accounts)
$function$;
REVOKE ALL ON FUNCTION preferences_of_accounts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION preferences_of_accounts TO vadium_service;

CREATE OR REPLACE FUNCTION put_off_sandbox_polls(transfer_ids uuid[], due_before timestamp with time zone[], due_after timestamp with time zone[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT refuse_to_organizations();
  UPDATE instructions i SET due_at = put_off.due_after
  FROM unnest(transfer_ids, due_before, due_after) AS put_off (transfer_id, due_before, due_after)
  WHERE i.transfer_id = put_off.transfer_id AND i.due_at = put_off.due_before
    AND i.claim IS NULL AND NOT i.called_back AND i.cancel_asked_at IS NULL
    AND EXISTS (SELECT FROM sandbox)
$function$;
REVOKE ALL ON FUNCTION put_off_sandbox_polls FROM PUBLIC;
GRANT EXECUTE ON FUNCTION put_off_sandbox_polls TO vadium_service;

CREATE OR REPLACE FUNCTION raise_numbering_start()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  sequences regclass := pg_get_serial_sequence('unnumbered_events', 'sequence');
  newest bigint;
  mark event_numbering;
BEGIN
  PERFORM refuse_to_organizations();
  -- A transaction that has its id already could have an earlier one than a transaction that took a
  -- sequence.
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RETURN;
  END IF;
  newest := coalesce(pg_sequence_last_value(sequences), 0);
  IF newest = (SELECT searched_from FROM event_numbering) THEN
    RETURN;
  END IF;
  SELECT * INTO mark FROM event_numbering FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- Logical replication does not copy sequences, so this one may have begun again. Everything is
  -- searched again.
  IF newest < mark.searched_from THEN
    PERFORM setval(sequences, mark.searched_from);
    UPDATE event_numbering SET searched_from = 0, candidate = 0, candidate_transaction = '0';
    RETURN;
  END IF;
  -- A statement of its own: its snapshot is taken after the row was locked.
  IF mark.candidate > mark.searched_from
      AND mark.candidate_transaction <= pg_snapshot_xmin(pg_current_snapshot()) THEN
    UPDATE event_numbering SET searched_from = least(mark.candidate, (
      SELECT min(u.sequence) - 1 FROM unnumbered_events u WHERE u.sequence > mark.searched_from));
  END IF;
  -- A database that was restored from a dump has an id of another server, which may be far ahead.
  IF mark.candidate_transaction <= pg_snapshot_xmin(pg_current_snapshot())
      OR mark.candidate_transaction > pg_current_xact_id() THEN
    UPDATE event_numbering SET candidate = newest, candidate_transaction = pg_current_xact_id();
  END IF;
END
$function$;
REVOKE ALL ON FUNCTION raise_numbering_start FROM PUBLIC;
GRANT EXECUTE ON FUNCTION raise_numbering_start TO vadium_service;

CREATE OR REPLACE FUNCTION readers_of_stale_prices(stale_assets text[], occasions text[])
 RETURNS TABLE(organization_id uuid, asset text, occasion text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF current_organization() IS NOT NULL THEN
    RAISE EXCEPTION 'an organization may not ask for others'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    SELECT DISTINCT side.organization_id, s.asset, s.occasion
    FROM unnest(stale_assets, occasions) AS s (asset, occasion)
    JOIN sides_of_live_deals(stale_assets) AS d ON d.asset = s.asset
    CROSS JOIN LATERAL (VALUES (d.lender_id), (d.borrower_id)) AS side (organization_id)
    WHERE NOT EXISTS (
      SELECT FROM notifications n
      WHERE n.organization_id = side.organization_id AND n.category = 'price_stale'
        AND n.occasion = s.occasion)
    ORDER BY side.organization_id, s.asset;
END
$function$;
REVOKE ALL ON FUNCTION readers_of_stale_prices FROM PUBLIC;
GRANT EXECUTE ON FUNCTION readers_of_stale_prices TO vadium_service;

CREATE OR REPLACE FUNCTION record_events(at timestamp with time zone, readers uuid[], types text[], payloads jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_strangers(readers);
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT unnest(readers)) AS r (reader)
    WHERE NOT EXISTS (SELECT FROM organizations o WHERE o.id = reader))
  THEN
    RAISE EXCEPTION 'an event needs the log of an organization'
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  -- The transaction has its id before its sequences: raise_numbering_start() relies on this.
  PERFORM pg_current_xact_id();
  INSERT INTO unnumbered_events (organization_id, type, time, data)
  SELECT a.reader, a.type, at, a.data
  FROM unnest(readers, types, payloads) WITH ORDINALITY AS a (reader, type, data, line)
  ORDER BY a.line;
  IF EXISTS (SELECT FROM sandbox) THEN
    PERFORM give_positions(readers, NULL, true);
  END IF;
END
$function$;
REVOKE ALL ON FUNCTION record_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_events TO vadium_service;

CREATE OR REPLACE FUNCTION record_exceeded_limits(owner uuid, counterparty uuid, names text[], at timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT refuse_third_parties(ARRAY[owner, counterparty]);
  INSERT INTO exceeded_limits (organization_id, counterparty_id, limit_name, since)
  SELECT owner, counterparty, n.name, at
  FROM counterparty_limits l
  JOIN counterparty_limit_versions v USING (organization_id, counterparty_id, version)
  CROSS JOIN unnest(names) AS n (name)
  WHERE (l.organization_id, l.counterparty_id) = (owner, counterparty)
    AND (n.name = 'lent_usd_max' AND v.lent_usd_max IS NOT NULL
      OR n.name = 'uncovered_usd_max' AND v.uncovered_usd_max IS NOT NULL
      OR starts_with(n.name, 'assets.') AND substr(n.name, 8) = ANY (v.assets))
  ORDER BY n.name
  ON CONFLICT DO NOTHING RETURNING limit_name
$function$;
REVOKE ALL ON FUNCTION record_exceeded_limits FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_exceeded_limits TO vadium_service;

CREATE OR REPLACE FUNCTION record_maker()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  NEW.made_by := account_of(current_credential());
  NEW.made_at := now();
  RETURN NEW;
END
$function$;
REVOKE ALL ON FUNCTION record_maker FROM PUBLIC;

CREATE OR REPLACE FUNCTION record_silence()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  is_own boolean := coalesce(account_of(current_credential()) = NEW.account_id, false);
BEGIN
  NEW.silenced_at := CASE WHEN NOT is_own THEN least(OLD.silenced_at, NEW.revoked_at) END;
  NEW.could_push_until := CASE WHEN NOT is_own THEN 'infinity'::timestamptz END;
  RETURN NEW;
END
$function$;
REVOKE ALL ON FUNCTION record_silence FROM PUBLIC;

CREATE OR REPLACE FUNCTION record_silence_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  is_own boolean := coalesce(account_of(current_credential()) = NEW.account_id, false);
  ended_at timestamptz := coalesce((SELECT s.time FROM sandbox s), NEW.revoked_at, NEW.expires_at);
  could_until timestamptz := coalesce(OLD.expires_at, 'infinity');
BEGIN
  UPDATE price_sources
  SET silenced_at = CASE WHEN NOT is_own THEN least(silenced_at, ended_at) END,
    could_push_until =
      CASE WHEN NOT is_own THEN greatest(could_push_until, could_until) END
  WHERE account_id = NEW.account_id AND revoked_at IS NULL;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION record_silence_of_account FROM PUBLIC;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is only ever appended to', TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION refuse_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
REVOKE ALL ON FUNCTION refuse_decision FROM PUBLIC;

CREATE OR REPLACE FUNCTION refuse_reference_data()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_organization() IS NOT NULL AND NOT acts_as_operator() THEN
    RAISE EXCEPTION 'an organization may not change %', TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION refuse_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
REVOKE ALL ON FUNCTION refuse_request FROM PUBLIC;

CREATE OR REPLACE FUNCTION refuse_return_of_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the wallet % is retired', OLD.id USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.kind <> 'action' OR OLD.resolved_at IS NOT NULL
    OR (to_jsonb(NEW) - '{resolution,resolved_by,resolved_at}'::text[])
      <> (to_jsonb(OLD) - '{resolution,resolved_by,resolved_at}'::text[])
  THEN
    RAISE EXCEPTION 'what stands in a chat is not rewritten'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION refuse_role(wanted text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RAISE EXCEPTION 'what is done for an organization must run as %, not as %', wanted, current_user
    USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION refuse_second_platform()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE installation SET platform_id = NEW.organization_id WHERE platform_id IS NULL;
  IF NEW.organization_id <> (SELECT i.platform_id FROM installation i) THEN
    RAISE EXCEPTION 'only the organization that operates the installation has operators'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$function$;
REVOKE ALL ON FUNCTION refuse_second_platform FROM PUBLIC;

CREATE OR REPLACE FUNCTION refuse_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
REVOKE ALL ON FUNCTION refuse_state FROM PUBLIC;

CREATE OR REPLACE FUNCTION refuse_strangers(readers uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  own uuid := current_organization();
  without_agreement uuid[];
BEGIN
  IF own IS NULL OR acts_as_operator() THEN
    RETURN;
  END IF;
  SELECT array_agg(reader) INTO without_agreement
  FROM (SELECT DISTINCT unnest(readers)) AS r (reader)
  WHERE reader <> own
    AND NOT EXISTS (SELECT FROM agreements a WHERE a.lender_id = own AND a.borrower_id = reader)
    AND NOT EXISTS (SELECT FROM agreements a WHERE a.lender_id = reader AND a.borrower_id = own);
  IF without_agreement IS NULL THEN
    RETURN;
  END IF;
  -- A statement of its own, because in one with the agreements the planner may begin with these.
  IF EXISTS (
    SELECT FROM unnest(without_agreement) AS r (reader)
    WHERE NOT EXISTS (SELECT FROM approvals p
      WHERE p.decider_id <> p.organization_id
        AND (p.organization_id, p.decider_id) IN ((own, reader), (reader, own))))
  THEN
    RAISE EXCEPTION 'an organization may not publish for strangers'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION refuse_third_parties(parties uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  IF current_organization() = ANY (parties) THEN
    RETURN;
  END IF;
  RAISE EXCEPTION 'the limits of other organizations' USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION refuse_to_organizations()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  IF current_organization() IS NOT NULL THEN
    RAISE EXCEPTION 'an organization may not ask for others'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION retired_wallets_of_order(named_by uuid)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH held AS MATERIALIZED (
    SELECT w.id, w.retired_at FROM orders o
    JOIN wallets w ON w.id = ANY (ARRAY[o.lender_asset_wallet_id, o.lender_collateral_wallet_id,
      o.borrower_asset_wallet_id, o.borrower_collateral_wallet_id])
    WHERE o.id = named_by AND current_organization() IN (o.lender_id, o.borrower_id)
    FOR SHARE OF w)
  SELECT h.id FROM held h WHERE h.retired_at IS NOT NULL ORDER BY h.id
$function$;
REVOKE ALL ON FUNCTION retired_wallets_of_order FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retired_wallets_of_order TO vadium_service;

CREATE OR REPLACE FUNCTION retired_wallets_of_order_request(named_by uuid)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH held AS MATERIALIZED (
    SELECT w.id, w.retired_at FROM order_requests r
    JOIN wallets w ON w.id = ANY (ARRAY[r.lender_wallet_id, r.borrower_wallet_id])
    WHERE r.id = named_by AND current_organization() IN (r.lender_id, r.borrower_id)
    FOR SHARE OF w)
  SELECT h.id FROM held h WHERE h.retired_at IS NOT NULL ORDER BY h.id
$function$;
REVOKE ALL ON FUNCTION retired_wallets_of_order_request FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retired_wallets_of_order_request TO vadium_service;

CREATE OR REPLACE FUNCTION runs_as_service()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (CURRENT_USER = service_role()) THEN true ELSE refuse_role(service_role()) END;

CREATE OR REPLACE FUNCTION sandbox_waiting_polls()
 RETURNS TABLE(transfer_id uuid, created_at timestamp with time zone, due_at timestamp with time zone, quantity text, provider_state text, request_state text, label text, custodian_name text, script jsonb, submitted_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT refuse_to_organizations();
  SELECT i.transfer_id, i.created_at, i.due_at, trim_scale(t.quantity)::text, t.provider_state,
    t.provider_request_state, t.provider_label, c.name, s.script, s.submitted_at
  FROM instructions i
    JOIN custodians c ON c.id = i.custodian_id AND c.adapter = 'simulated'
    JOIN simulated_instructions s
      ON (s.custodian_id, s.external_transfer_id) = (i.custodian_id, i.external_transfer_id)
    JOIN transfers t ON t.id = i.transfer_id
  WHERE i.due_at IS NOT NULL AND i.maybe_sent AND i.claim IS NULL AND i.attempts = 0
    AND i.last_error IS NULL AND NOT i.called_back AND i.cancel_asked_at IS NULL
    AND s.submitted_at IS NOT NULL AND s.final_word IS NULL
    AND s.replies_lost >= (s.script ->> 'lostReplies')::integer
    AND s.script @? '$.stages[*] ? (@.lastsMs == null || @.lastsMs > 10000)'
    AND EXISTS (SELECT FROM sandbox)
  ORDER BY i.due_at, i.sequence
$function$;
REVOKE ALL ON FUNCTION sandbox_waiting_polls FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sandbox_waiting_polls TO vadium_service;

CREATE OR REPLACE FUNCTION service_role()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 'vadium_service'::text;

CREATE OR REPLACE FUNCTION set_owner_of_wallet_asset()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  SELECT w.organization_id INTO NEW.organization_id FROM wallets w WHERE w.id = NEW.wallet_id;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION share_limits_between(one uuid, other uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_third_parties(ARRAY[one, other]);
  PERFORM pg_advisory_xact_lock_shared(limits_lock(one, other));
  RETURN limits_between(one, other);
END
$function$;
REVOKE ALL ON FUNCTION share_limits_between FROM PUBLIC;
GRANT EXECUTE ON FUNCTION share_limits_between TO vadium_service;

CREATE OR REPLACE FUNCTION sides_of_live_deals(assets text[])
 RETURNS TABLE(asset text, lender_id uuid, borrower_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  WITH RECURSIVE lent AS (
    SELECT pair.* FROM unnest(assets) AS a (asset) CROSS JOIN LATERAL (
      SELECT o.asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.asset = a.asset AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
    UNION ALL
    SELECT pair.* FROM lent l CROSS JOIN LATERAL (
      SELECT o.asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.asset = l.asset AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
        AND (o.lender_id, o.borrower_id) > (l.lender_id, l.borrower_id)
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
  ), pledged AS (
    SELECT pair.* FROM unnest(assets) AS a (asset) CROSS JOIN LATERAL (
      SELECT o.collateral_asset AS asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.collateral_asset = a.asset
        AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
    UNION ALL
    SELECT pair.* FROM pledged l CROSS JOIN LATERAL (
      SELECT o.collateral_asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.collateral_asset = l.asset
        AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
        AND (o.lender_id, o.borrower_id) > (l.lender_id, l.borrower_id)
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
  )
  SELECT asset, lender_id, borrower_id FROM lent
  UNION
  SELECT asset, lender_id, borrower_id FROM pledged
$function$;
REVOKE ALL ON FUNCTION sides_of_live_deals FROM PUBLIC;

CREATE OR REPLACE FUNCTION silenced_sources(sources text[])
 RETURNS TABLE(source text, silenced_at timestamp with time zone, can_push boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT s.source, s.silenced_at, s.revoked_at IS NULL
    AND NOT coalesce(own.ended_at <= now() AND own.ended_at < s.could_push_until, false)
  FROM price_sources s
  CROSS JOIN LATERAL (
    SELECT max(least(coalesce(c.revoked_at, 'infinity'),
      coalesce(c.expires_at, 'infinity'))) AS ended_at
    FROM credentials c WHERE c.account_id = s.account_id AND c.role = 'operator') own
  WHERE s.source = ANY (sources) AND s.silenced_at IS NOT NULL
$function$;
REVOKE ALL ON FUNCTION silenced_sources FROM PUBLIC;
GRANT EXECUTE ON FUNCTION silenced_sources TO vadium_service;

CREATE OR REPLACE FUNCTION stored_seals()
 RETURNS TABLE(key_id text, place text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
  WITH stored (place, value) AS (
    SELECT 'value of ' || s.name || ' in service_secrets', s.value FROM service_secrets s
    UNION ALL
    SELECT 'secret of ' || w.id || ' in webhook_endpoints', w.secret FROM webhook_endpoints w
    UNION ALL
    SELECT 'old_secret of ' || w.id || ' in webhook_endpoints', w.old_secret
      FROM webhook_endpoints w
    WHERE w.old_secret IS NOT NULL
    UNION ALL
    SELECT 'sealed_url of ' || w.id || ' in webhook_endpoints', w.sealed_url
      FROM webhook_endpoints w
    WHERE w.sealed_url IS NOT NULL
    UNION ALL
    SELECT 'code of ' || a.id || ' in mail_addresses', a.code FROM mail_addresses a
    WHERE a.code IS NOT NULL
    UNION ALL
    SELECT 'sealed_recipient of ' || d.id || ' in mail_deliveries', d.sealed_recipient
      FROM mail_deliveries d
    WHERE d.sealed_recipient IS NOT NULL
  )
  SELECT k.id, min(v.place) FROM stored v, LATERAL (
    SELECT CASE WHEN octet_length(v.value) > 64
      THEN encode(substring(v.value FROM 2 FOR 8), 'hex') END AS id) k
  GROUP BY k.id ORDER BY k.id;
END
$function$;
REVOKE ALL ON FUNCTION stored_seals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stored_seals TO vadium_service;

CREATE OR REPLACE FUNCTION tables_by_month()
 RETURNS TABLE(parent regclass, name text, time_column text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT c.oid::regclass, c.relname::text, a.attname::text
  FROM pg_partitioned_table p
  JOIN pg_class c ON c.oid = p.partrelid
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = p.partattrs[0]
  WHERE p.partstrat = 'r' AND c.relnamespace = (
    SELECT oid FROM pg_namespace WHERE nspname = current_schema())
  ORDER BY c.relname
$function$;
REVOKE ALL ON FUNCTION tables_by_month FROM PUBLIC;

CREATE OR REPLACE FUNCTION take_callback(custodian text, body_digest bytea, at timestamp with time zone, body bytea, external_transfer_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  INSERT INTO custodian_callbacks (custodian_id, digest, received_at, body)
  VALUES (custodian, body_digest, at, take_callback.body) ON CONFLICT DO NOTHING;
  WITH spoken_of AS (
    SELECT s.transfer_id FROM instructions s
    WHERE s.transfer_id = ANY (ARRAY(
        SELECT t.id FROM transfers t WHERE t.external_transfer_id = ANY (external_transfer_ids)))
      AND s.custodian_id = custodian AND (s.due_at IS NOT NULL OR s.stalled)
    ORDER BY s.transfer_id FOR UPDATE
  )
  UPDATE instructions i SET due_at = least(i.due_at, at), stalled = false, attempts = 0,
    called_back = i.claim IS NOT NULL
  FROM spoken_of WHERE i.transfer_id = spoken_of.transfer_id;
END
$function$;
REVOKE ALL ON FUNCTION take_callback FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_callback TO vadium_service;

CREATE OR REPLACE FUNCTION terms_of_positions(requirement_percent numeric, haircut numeric, margin_call_percent numeric, liquidation_percent numeric, top_up_when text, release_percent numeric, threshold_usd numeric, minimum_notional_top_up_usd numeric, minimum_notional_release_usd numeric, lot_top_up numeric, lot_release numeric)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT json_build_object(
    'requirementPercent', trim_scale(requirement_percent)::text,
    'haircut', trim_scale(haircut)::text,
    'marginCallPercent', trim_scale(margin_call_percent)::text,
    'liquidationPercent', trim_scale(liquidation_percent)::text,
    'topUpWhen', top_up_when,
    'releasePercent', trim_scale(release_percent)::text,
    'thresholdUsd', trim_scale(threshold_usd)::text,
    'minimumNotionalTopUpUsd', trim_scale(minimum_notional_top_up_usd)::text,
    'minimumNotionalReleaseUsd', trim_scale(minimum_notional_release_usd)::text,
    'lotTopUp', trim_scale(lot_top_up)::text,
    'lotRelease', trim_scale(lot_release)::text) $function$;

CREATE OR REPLACE FUNCTION unnumbered_logs(events_max integer)
 RETURNS TABLE(log uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT DISTINCT oldest.organization_id FROM (
      SELECT u.organization_id FROM unnumbered_events u
      WHERE u.sequence > (SELECT searched_from FROM event_numbering)
      ORDER BY u.sequence LIMIT events_max) oldest;
END
$function$;
REVOKE ALL ON FUNCTION unnumbered_logs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unnumbered_logs TO vadium_service;

CREATE OR REPLACE FUNCTION wall_partition(parent regclass, partition regclass, with_triggers boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  definition text;
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', partition);
  EXECUTE format('CREATE POLICY keeper ON %s TO CURRENT_USER USING (true) WITH CHECK (true)',
    partition);
  IF with_triggers THEN
    FOR definition IN
      SELECT regexp_replace(pg_get_triggerdef(t.oid), ' ON \S+ FOR EACH STATEMENT',
        format(' ON %s FOR EACH STATEMENT', partition))
      FROM pg_trigger t WHERE t.tgrelid = parent AND NOT t.tgisinternal AND t.tgtype & 1 = 0
    LOOP
      EXECUTE definition;
    END LOOP;
  END IF;
END
$function$;
REVOKE ALL ON FUNCTION wall_partition FROM PUBLIC;

CREATE OR REPLACE FUNCTION wants_document(of_kind text, lender uuid, borrower uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT current_organization() IN (lender, borrower) AND EXISTS (
    SELECT FROM document_preferences w
    WHERE w.organization_id IN (lender, borrower) AND of_kind = ANY (w.kinds))
$function$;
REVOKE ALL ON FUNCTION wants_document FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wants_document TO vadium_service;

CREATE OR REPLACE FUNCTION webhook_endpoints_behind(rows_max integer)
 RETURNS TABLE(endpoint uuid, organization uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT refuse_to_organizations();
  SELECT e.id, e.organization_id
  FROM webhook_endpoints e
  JOIN event_heads h ON h.organization_id = e.organization_id
    AND (h.position, h.nonce) <> (e.position, e.position_nonce)
  JOIN organizations o ON o.id = e.organization_id AND o.status = 'active'
  WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL
    AND (h.position <= e.position OR (
      SELECT true FROM events n
      WHERE n.organization_id = e.organization_id AND n.position > e.position LIMIT 1))
  ORDER BY random() LIMIT rows_max
$function$;
REVOKE ALL ON FUNCTION webhook_endpoints_behind FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_endpoints_behind TO vadium_service;

CREATE OR REPLACE FUNCTION webhook_figures()
 RETURNS TABLE(figure text, kind text, state text, value double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT 'webhook_deliveries', '', due.state, count(*)::double precision
    FROM webhook_deliveries d
    JOIN webhook_endpoints e ON e.id = d.endpoint_id AND e.disabled_at IS NULL
      AND e.deleted_at IS NULL
    JOIN organizations o ON o.id = e.organization_id AND o.status = 'active'
    CROSS JOIN LATERAL (SELECT CASE WHEN d.due_at <= now() THEN 'due'
      ELSE 'waiting' END) due (state)
    WHERE d.state = 'pending' GROUP BY due.state;
  RETURN QUERY
    SELECT 'webhook_endpoints', '', kept.state, count(*)::double precision
    FROM webhook_endpoints e
    CROSS JOIN LATERAL (SELECT CASE WHEN e.disabled_at IS NULL THEN 'enabled'
      ELSE 'disabled' END) kept (state)
    WHERE e.deleted_at IS NULL GROUP BY kept.state;
END
$function$;
REVOKE ALL ON FUNCTION webhook_figures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_figures TO vadium_service;

CREATE OR REPLACE FUNCTION work_ahead(idle_transfers uuid[])
 RETURNS TABLE(next_time timestamp with time zone, work_due bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT least((SELECT min(i.due_at) FROM instructions i
          WHERE i.due_at IS NOT NULL AND i.transfer_id <> ALL (idle_transfers)),
        (SELECT min(d.due_at) FROM deadlines d),
        (SELECT min(d.warn_at) FROM deadlines d WHERE d.warn_at IS NOT NULL))::timestamptz,
      (SELECT count(*) FROM instructions i WHERE i.due_at IS NOT NULL)
        + (SELECT count(*) FROM deadlines);
END
$function$;
REVOKE ALL ON FUNCTION work_ahead FROM PUBLIC;
GRANT EXECUTE ON FUNCTION work_ahead TO vadium_service;
