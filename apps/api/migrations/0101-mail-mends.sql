-- Fair turns in the queue of mails, copies that are bounded, addresses and accounts that must not
-- receive a mail any more, a farewell to deleted addresses, and bounds of what accounts may ask.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

ALTER TABLE mail_addresses
  -- SHA-256 of the mailbox. Null: no code was asked for since there is this column.
  ADD COLUMN mailbox_hash bytea CHECK (octet_length(mailbox_hash) = 32);

ALTER TABLE mail_deliveries
  -- How much the mail says. An address that is not to get so much any more does not get it.
  ADD COLUMN content text NOT NULL DEFAULT 'title',
  -- Attempts after which the server had the whole mail, and did not answer.
  ADD COLUMN unanswered integer NOT NULL DEFAULT 0,
  -- The address of a farewell, sealed, because that of its row is erased. It is erased when the
  -- delivery ends.
  ADD COLUMN sealed_recipient bytea,
  DROP CONSTRAINT mail_deliveries_kind_check,
  ADD CONSTRAINT mail_deliveries_kind_check
    CHECK (kind IN ('code', 'notification', 'digest', 'test', 'farewell')) NOT VALID,
  ADD CONSTRAINT mail_deliveries_content_check CHECK (content IN ('title', 'full')) NOT VALID,
  ADD CONSTRAINT mail_deliveries_unanswered_check CHECK (unanswered >= 0) NOT VALID,
  ADD CONSTRAINT has_a_recipient_until_it_ends CHECK ((sealed_recipient IS NOT NULL)
    = (kind = 'farewell' AND state = 'QUEUED')) NOT VALID,
  ADD CONSTRAINT seals_its_recipient
    CHECK (octet_length(sealed_recipient) BETWEEN 24 AND 1024) NOT VALID;
UPDATE mail_deliveries d SET content = 'full' FROM mail_addresses a
WHERE a.id = d.address_id AND d.state = 'QUEUED' AND a.content = 'full'
  AND d.kind IN ('notification', 'digest');

DROP INDEX mail_deliveries_queued;
CREATE INDEX mail_deliveries_queued ON mail_deliveries (address_id, due_at, id)
  WHERE state = 'QUEUED';
CREATE INDEX mail_deliveries_under_way ON mail_deliveries (organization_id, address_id)
  WHERE claim IS NOT NULL;

-- When a worker last took a mail of each address. It only says whose turn it is.
CREATE TABLE mail_turns (
  address_id uuid PRIMARY KEY REFERENCES mail_addresses,
  organization_id uuid NOT NULL REFERENCES organizations,
  taken_at timestamptz NOT NULL
);
CREATE INDEX mail_turns_of_organization ON mail_turns (organization_id, taken_at);
ALTER TABLE mail_turns ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mail_turns TO CURRENT_USER USING (true) WITH CHECK (true);

-- What accounts have asked of mail addresses lately. Each is mailed to somebody.
CREATE TABLE mail_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('add', 'change')),
  requested_at timestamptz(3) NOT NULL,
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id)
);
CREATE INDEX mail_requests_of_account ON mail_requests (account_id, kind, requested_at);
CREATE INDEX mail_requests_requested ON mail_requests (requested_at);
ALTER TABLE mail_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON mail_requests TO CURRENT_USER USING (true) WITH CHECK (true);

-- Records that an account of the organization of the transaction asks for something, unless it has
-- asked for `requests_max` within `within`. Answers whether it may.
CREATE FUNCTION may_ask_of_mail(
    account uuid, what text, at timestamptz, within interval, requests_max integer)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

COMMENT ON COLUMN mail_codes.is_sent IS
  'Whether it was sent and counts against the bound that organizations share';

-- Records that the organization of the transaction asks for a code to a mailbox. Answers how many
-- it has asked for before in 24 hours, and whether the code may be sent, which no answer of the
-- service shows: it depends on what other organizations have asked for. The first code of each
-- organization has a larger bound, so that strangers do not block it. A mailbox that the
-- organization has verified has no shared bound.
DROP FUNCTION ask_for_mail_code(bytea, timestamptz, integer);
CREATE FUNCTION ask_for_mail_code(
    mailbox bytea, at timestamptz, codes_max integer, first_codes_max integer)
  RETURNS TABLE (asked integer, may_send boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

-- Claims up to `rows_max` due mails: of each address the one that has waited longest, and none
-- while another mail to it is under way. Organizations with fewer mails under way come first, then
-- codes, which end soon, then those that have waited longest for a turn. So no organization and no
-- address delays the others. `recipient` is null if the address is not to receive this mail any
-- more.
DROP FUNCTION claim_mail_deliveries(timestamptz, uuid, integer, interval);
CREATE FUNCTION claim_mail_deliveries(
    at timestamptz, by_claim uuid, rows_max integer, lasts interval)
  RETURNS TABLE (delivery uuid, mail_address uuid, organization uuid, recipient text, kind text,
    message_id text, subject text, body text, created_at timestamptz, attempts integer,
    code bytea, code_expires_at timestamptz, content text, unanswered integer,
    sealed_recipient bytea)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

-- Erases addresses that were not verified within a day and recipients of farewells that were not
-- sent by then, and deletes what only counts for so long. Returns how much it was.
CREATE OR REPLACE FUNCTION forget_mail(rows_max integer) RETURNS integer
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
$$;
CREATE INDEX mail_deliveries_with_a_recipient ON mail_deliveries (created_at)
  WHERE sealed_recipient IS NOT NULL;

REVOKE ALL ON FUNCTION may_ask_of_mail, ask_for_mail_code, claim_mail_deliveries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION may_ask_of_mail, ask_for_mail_code, claim_mail_deliveries
  TO vadium_service;

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
$$;
