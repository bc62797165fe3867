-- Mail addresses of organizations, the mails to them with their proof, and webhook endpoints that
-- speak to chat rooms. Times are those of the machine, because mail servers have no other.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE TABLE mail_addresses (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  -- Null: an address of a desk.
  account_id uuid,
  -- In ASCII. Null: erased, because the address is deleted.
  address text CHECK (length(address) <= 254),
  -- SHA-256 of the address in lower case.
  address_hash bytea NOT NULL CHECK (octet_length(address_hash) = 32),
  state text NOT NULL CHECK (state IN ('UNVERIFIED', 'ACTIVE', 'SUSPENDED', 'DELETED')),
  suspension text CHECK (suspension IN ('REFUSED', 'NO_CREDENTIAL')),
  content text NOT NULL CHECK (content IN ('title', 'full')),
  muted_categories text[] NOT NULL CHECK (cardinality(muted_categories) <= 100),
  immediate_severity notification_severity NOT NULL,
  digest_time text CHECK (digest_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
  -- The place in the log up to which notifications have become mails or were left out. An address
  -- that is not active follows no log.
  position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  position_nonce bigint NOT NULL DEFAULT 0 CHECK (position_nonce >= 0),
  -- The address has had its current filter for all events after this position.
  filtered_from bigint NOT NULL DEFAULT 0 CHECK (filtered_from >= 0),
  -- What the next digest says, one text for each notification, and how many it leaves out.
  digest_lines text[] NOT NULL DEFAULT '{}' CHECK (cardinality(digest_lines) <= 50),
  digest_left_out integer NOT NULL DEFAULT 0 CHECK (digest_left_out >= 0),
  digest_due_at timestamptz(3),
  -- The last code, sealed (docs/security.md), the delivery of it, and what is left of it.
  code bytea CHECK (octet_length(code) BETWEEN 24 AND 128),
  code_delivery uuid,
  code_expires_at timestamptz(3),
  code_tries integer CHECK (code_tries BETWEEN 0 AND 5),
  -- Mails in a row that the mail server refused for good.
  refusals integer NOT NULL DEFAULT 0 CHECK (refusals >= 0),
  created_at timestamptz(3) NOT NULL,
  verified_at timestamptz(3),
  deleted_at timestamptz(3),
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id),
  CONSTRAINT is_erased_when_deleted CHECK ((state = 'DELETED') = (address IS NULL)),
  CONSTRAINT is_deleted_at_a_time CHECK ((state = 'DELETED') = (deleted_at IS NOT NULL)),
  CONSTRAINT is_suspended_for_a_reason CHECK ((state = 'SUSPENDED') = (suspension IS NOT NULL)),
  CONSTRAINT is_active_once_verified
    CHECK (state NOT IN ('ACTIVE', 'SUSPENDED') OR verified_at IS NOT NULL),
  CONSTRAINT has_all_of_a_code
    CHECK (num_nulls(code, code_delivery, code_expires_at, code_tries) IN (0, 4)),
  CONSTRAINT has_no_code_to_guess CHECK (code IS NULL OR state IN ('UNVERIFIED', 'SUSPENDED')),
  CONSTRAINT has_a_digest_at_a_time CHECK ((digest_due_at IS NOT NULL)
    = (cardinality(digest_lines) + digest_left_out > 0)),
  UNIQUE (id, organization_id)
);
CREATE INDEX mail_addresses_newest ON mail_addresses (organization_id, created_at DESC, id DESC)
  WHERE state <> 'DELETED';
CREATE INDEX mail_addresses_active ON mail_addresses (organization_id) WHERE state = 'ACTIVE';
CREATE INDEX mail_addresses_unverified ON mail_addresses (created_at)
  WHERE state = 'UNVERIFIED';
CREATE INDEX mail_addresses_never_verified ON mail_addresses (organization_id, created_at)
  WHERE verified_at IS NULL;
CREATE INDEX mail_addresses_with_a_digest ON mail_addresses (digest_due_at)
  WHERE digest_due_at IS NOT NULL;
CREATE UNIQUE INDEX mail_addresses_once ON mail_addresses (organization_id, address_hash,
  coalesce(account_id, '00000000-0000-0000-0000-000000000000')) WHERE state <> 'DELETED';

GRANT SELECT, INSERT, UPDATE ON mail_addresses TO vadium_service;
ALTER TABLE mail_addresses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mail_addresses TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON mail_addresses TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- A row is never deleted, and what is deleted never changes.
CREATE FUNCTION keep_mail_address() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT AS $$
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
$$;
REVOKE ALL ON FUNCTION keep_mail_address FROM PUBLIC;
CREATE TRIGGER keep_mail_address BEFORE UPDATE ON mail_addresses
  FOR EACH ROW EXECUTE FUNCTION keep_mail_address();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON mail_addresses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE mail_deliveries (
  -- The ENVID of every attempt; the Message-ID contains it.
  id uuid PRIMARY KEY,
  address_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  address_hash bytea NOT NULL CHECK (octet_length(address_hash) = 32),
  kind text NOT NULL CHECK (kind IN ('code', 'notification', 'digest', 'test')),
  -- The place of the notification's event in the log.
  position bigint CHECK (position > 0),
  event_nonce bigint CHECK (event_nonce >= 0),
  notification_id uuid,
  category text CHECK (length(category) BETWEEN 1 AND 64),
  link_resource text CHECK (length(link_resource) BETWEEN 1 AND 64),
  link_id text CHECK (length(link_id) BETWEEN 1 AND 128),
  link_order_id uuid,
  message_id text NOT NULL CHECK (length(message_id) <= 400),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  -- Of a code, without the code.
  body text NOT NULL CHECK (length(body) <= 200000),
  state text NOT NULL CHECK (state IN ('QUEUED', 'SENT', 'REFUSED', 'NOT_SENT')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  created_at timestamptz(3) NOT NULL,
  -- When the next attempt is due. Null: the delivery has ended.
  due_at timestamptz(3),
  last_attempt_at timestamptz(3),
  sha256 bytea CHECK (octet_length(sha256) = 32),
  server text CHECK (length(server) <= 255),
  certificate_sha256 bytea CHECK (octet_length(certificate_sha256) = 32),
  reply text CHECK (length(reply) <= 1000),
  error text CHECK (length(error) <= 64),
  -- The worker that claimed it, and until when, by the clock of the database. A claim ends by
  -- itself, because a worker may die.
  claim uuid,
  claimed_until timestamptz,
  FOREIGN KEY (address_id, organization_id) REFERENCES mail_addresses (id, organization_id),
  CONSTRAINT is_due_while_queued CHECK ((state = 'QUEUED') = (due_at IS NOT NULL)),
  CONSTRAINT is_claimed_for_a_time CHECK ((claim IS NULL) = (claimed_until IS NULL)),
  CONSTRAINT has_a_proof_when_sent CHECK (state <> 'SENT' OR
    (num_nulls(server, reply, last_attempt_at) = 0 AND (sha256 IS NULL) = (kind = 'code'))),
  CONSTRAINT has_no_digest_of_a_code CHECK (kind <> 'code' OR sha256 IS NULL),
  CONSTRAINT is_of_a_notification CHECK (num_nulls(position, event_nonce, notification_id, category,
    link_resource, link_id) = CASE kind WHEN 'notification' THEN 0 ELSE 6 END),
  -- A notification becomes one mail to an address, even if several workers see it.
  UNIQUE (address_id, position, event_nonce)
);
CREATE INDEX mail_deliveries_due ON mail_deliveries (organization_id, due_at)
  WHERE state = 'QUEUED';
CREATE INDEX mail_deliveries_queued ON mail_deliveries (address_id) WHERE state = 'QUEUED';
CREATE INDEX mail_deliveries_newest ON mail_deliveries (organization_id, created_at DESC, id DESC)
  WHERE kind <> 'code';
CREATE INDEX mail_deliveries_of_address_newest
  ON mail_deliveries (address_id, created_at DESC, id DESC);
CREATE INDEX mail_deliveries_of_resource ON mail_deliveries (organization_id, link_id, created_at)
  WHERE link_id IS NOT NULL;
CREATE INDEX mail_deliveries_of_codes ON mail_deliveries (created_at) WHERE kind = 'code';

GRANT SELECT, INSERT, UPDATE ON mail_deliveries TO vadium_service;
ALTER TABLE mail_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mail_deliveries TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON mail_deliveries TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- What a mail says never changes, so its bytes are the same in every attempt. What has ended stays:
-- it is the proof.
CREATE FUNCTION keep_mail_delivery() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.state <> 'QUEUED' OR (NEW.id, NEW.address_id, NEW.organization_id, NEW.address_hash,
    NEW.kind, NEW.position, NEW.notification_id, NEW.message_id, NEW.subject, NEW.body,
    NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.address_id, OLD.organization_id,
    OLD.address_hash, OLD.kind, OLD.position, OLD.notification_id, OLD.message_id, OLD.subject,
    OLD.body, OLD.created_at)
  THEN
    RAISE EXCEPTION 'permission denied: the mail % does not change so', NEW.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION keep_mail_delivery FROM PUBLIC;
CREATE TRIGGER keep_mail_delivery BEFORE UPDATE ON mail_deliveries
  FOR EACH ROW EXECUTE FUNCTION keep_mail_delivery();

-- Each code that was asked for, whether or not it was sent.
CREATE TABLE mail_codes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  -- SHA-256 of the mailbox: the address in lower case, without a part after a plus sign.
  mailbox_hash bytea NOT NULL CHECK (octet_length(mailbox_hash) = 32),
  requested_at timestamptz(3) NOT NULL,
  is_sent boolean NOT NULL
);
CREATE INDEX mail_codes_of_mailbox ON mail_codes (mailbox_hash, requested_at);
CREATE INDEX mail_codes_requested ON mail_codes (requested_at);

ALTER TABLE mail_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mail_codes TO CURRENT_USER USING (true) WITH CHECK (true);

-- Records that the organization of the transaction asks for a code to a mailbox. Answers how many
-- it has asked for before in 24 hours, and whether the code may be sent, which no answer of the
-- service shows: it depends on what other organizations have asked for.
CREATE FUNCTION ask_for_mail_code(mailbox bytea, at timestamptz, codes_max integer)
  RETURNS TABLE (asked integer, may_send boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('mail codes ' || encode(mailbox, 'hex'), 0));
  SELECT count(*) FILTER (WHERE c.organization_id = current_organization()),
    count(*) FILTER (WHERE c.is_sent) < codes_max INTO asked, may_send
  FROM mail_codes c
  WHERE c.mailbox_hash = mailbox AND c.requested_at > at - interval '24 hours';
  IF asked < codes_max THEN
    INSERT INTO mail_codes (organization_id, mailbox_hash, requested_at, is_sent)
    VALUES (current_organization(), mailbox, at, may_send);
  END IF;
  RETURN NEXT;
END
$$;

-- Active addresses whose log continues after their position. A worker then acts for each
-- organization.
CREATE FUNCTION mail_addresses_behind(rows_max integer)
  RETURNS TABLE (address uuid, organization uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

-- Active addresses whose digest is due.
CREATE FUNCTION mail_digests_due(at timestamptz, rows_max integer)
  RETURNS TABLE (address uuid, organization uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT refuse_to_organizations();
  SELECT a.id, a.organization_id
  FROM mail_addresses a
  JOIN organizations o ON o.id = a.organization_id AND o.status = 'active'
  WHERE a.digest_due_at <= at AND a.state = 'ACTIVE'
  ORDER BY a.digest_due_at LIMIT rows_max
$$;

-- Claims up to `rows_max` due mails. Each organization gets a first one before any gets a second, so
-- that a busy one does not delay the others. `recipient` is null if the address is not to receive
-- this mail any more.
CREATE FUNCTION claim_mail_deliveries(
    at timestamptz, by_claim uuid, rows_max integer, lasts interval)
  RETURNS TABLE (delivery uuid, mail_address uuid, organization uuid, recipient text, kind text,
    message_id text, subject text, body text, created_at timestamptz, attempts integer,
    code bytea, code_expires_at timestamptz)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    WITH due AS (
      SELECT c.id, c.due_at, row_number() OVER (PARTITION BY o.id ORDER BY c.due_at, c.id) AS nth
      FROM organizations o
      CROSS JOIN LATERAL (
        SELECT d.id, d.due_at FROM mail_deliveries d
        WHERE d.organization_id = o.id AND d.state = 'QUEUED' AND d.due_at <= at
          AND (d.claim IS NULL OR d.claimed_until < clock_timestamp())
        ORDER BY d.due_at, d.id LIMIT rows_max FOR UPDATE SKIP LOCKED) c
      WHERE o.status = 'active'
    ), taken AS (
      UPDATE mail_deliveries d SET claim = by_claim, claimed_until = clock_timestamp() + lasts
      WHERE d.id IN (SELECT c.id FROM due c ORDER BY c.nth, c.due_at LIMIT rows_max)
      RETURNING d.*
    )
    SELECT t.id, a.id, t.organization_id,
      CASE WHEN CASE t.kind WHEN 'code' THEN a.code_delivery = t.id AND a.code_expires_at > at
        ELSE a.state = 'ACTIVE' END THEN a.address END,
      t.kind, t.message_id, t.subject, t.body, t.created_at, t.attempts,
      CASE WHEN a.code_delivery = t.id THEN a.code END, a.code_expires_at
    FROM taken t JOIN mail_addresses a ON a.id = t.address_id;
END
$$;

-- Erases addresses that were not verified within a day, and deletes what only counts for so long.
-- Returns how much it was.
CREATE FUNCTION forget_mail(rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
  DELETE FROM mail_codes WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM mail_codes WHERE requested_at < now() - interval '48 hours'
    ORDER BY requested_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS more = ROW_COUNT;
  forgotten := greatest(forgotten, more);
  DELETE FROM mail_deliveries WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM mail_deliveries
    WHERE kind = 'code' AND created_at < now() - interval '48 hours'
    ORDER BY created_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS more = ROW_COUNT;
  RETURN greatest(forgotten, more);
END
$$;

CREATE FUNCTION mail_figures()
  RETURNS TABLE (figure text, kind text, state text, value double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

REVOKE ALL ON FUNCTION ask_for_mail_code, mail_addresses_behind, mail_digests_due,
  claim_mail_deliveries, forget_mail, mail_figures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ask_for_mail_code, mail_addresses_behind, mail_digests_due,
  claim_mail_deliveries, forget_mail, mail_figures TO vadium_service;

-- Whether a webhook endpoint or a mail address follows one of these logs.
CREATE OR REPLACE FUNCTION have_webhooks(logs uuid[]) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN EXISTS (SELECT FROM webhook_endpoints e WHERE e.organization_id = ANY (logs)
    AND e.disabled_at IS NULL AND e.deleted_at IS NULL)
    OR EXISTS (SELECT FROM mail_addresses a WHERE a.organization_id = ANY (logs)
      AND a.state = 'ACTIVE');
END
$$;

-- Endpoints that speak to chat rooms. Their whole URL is a secret, so it is sealed, and `url` is
-- what is shown: the origin.
ALTER TABLE webhook_endpoints
  ADD COLUMN format text NOT NULL DEFAULT 'events' CHECK (format IN ('events', 'text')),
  ADD COLUMN content text NOT NULL DEFAULT 'title' CHECK (content IN ('title', 'full')),
  ADD COLUMN sealed_url bytea CHECK (octet_length(sealed_url) BETWEEN 24 AND 4096),
  ADD CONSTRAINT seals_the_url_of_a_room
    CHECK ((sealed_url IS NOT NULL) = (format = 'text' AND deleted_at IS NULL));

CREATE OR REPLACE FUNCTION stored_seals() RETURNS TABLE (key_id text, place text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
  )
  SELECT k.id, min(v.place) FROM stored v, LATERAL (
    SELECT CASE WHEN octet_length(v.value) > 64
      THEN encode(substring(v.value FROM 2 FOR 8), 'hex') END AS id) k
  GROUP BY k.id ORDER BY k.id;
END
$$;

DROP FUNCTION claim_webhook_deliveries(timestamptz, uuid, integer, integer, interval);
CREATE FUNCTION claim_webhook_deliveries(
    at timestamptz, by_claim uuid, endpoint_max integer, rows_max integer, lasts interval)
  RETURNS TABLE (delivery uuid, endpoint uuid, organization uuid, address text,
    sealed_address bytea, body text, secrets bytea[])
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
      SELECT e.id, e.organization_id, e.url, e.sealed_url, under_way.deliveries AS under_way,
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
$$;
REVOKE ALL ON FUNCTION claim_webhook_deliveries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_webhook_deliveries TO vadium_service;
