-- The webhook endpoints of organizations, and the deliveries to them. Times are those of the
-- machine, because receivers have no other.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  description text CHECK (length(description) BETWEEN 1 AND 200),
  -- Empty means all types.
  event_types text[] NOT NULL CHECK (cardinality(event_types) <= 32),
  -- Sealed (docs/security.md). Longer than the secret by the id of the key, a nonce and a tag.
  secret bytea NOT NULL CHECK (octet_length(secret) BETWEEN 24 AND 128),
  old_secret bytea CHECK (octet_length(old_secret) BETWEEN 24 AND 128),
  old_secret_until timestamptz(3),
  -- The position in the log up to which events have become deliveries or were filtered.
  position bigint NOT NULL CHECK (position >= 0),
  -- The number of the event at that position.
  position_nonce bigint NOT NULL DEFAULT 0 CHECK (position_nonce >= 0),
  -- The endpoint has had its current filter for all events after this position.
  filtered_from bigint NOT NULL CHECK (filtered_from >= 0),
  created_at timestamptz(3) NOT NULL,
  enabled_at timestamptz(3) NOT NULL,
  disabled_at timestamptz(3),
  disabled_reason text CHECK (disabled_reason IN ('REQUESTED', 'GONE', 'FAILING')),
  -- Deleted, and shown in no list. The row is deleted after its deliveries.
  deleted_at timestamptz(3),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
  UNIQUE (id, organization_id)
);
CREATE INDEX webhook_endpoints_newest
  ON webhook_endpoints (organization_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (deleted_at)
  WHERE deleted_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON webhook_endpoints TO vadium_service;
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON webhook_endpoints TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON webhook_endpoints TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- Endpoints whose log continues after their position. A worker then acts for each organization. An
-- endpoint is not listed if all later events are already deleted: the next event shows what is
-- missing. An endpoint at an event that its log does not have, or ahead of its log, is listed,
-- because the log was restored to an earlier point.
CREATE FUNCTION webhook_endpoints_behind(rows_max integer)
  RETURNS TABLE (endpoint uuid, organization uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;
REVOKE ALL ON FUNCTION webhook_endpoints_behind FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_endpoints_behind TO vadium_service;

CREATE TABLE webhook_deliveries (
  -- The webhook-id of every attempt.
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  -- The position of the event in the log. Null: a test.
  position bigint CHECK (position > 0),
  -- The number of the event.
  event_nonce bigint NOT NULL DEFAULT 0 CHECK (event_nonce >= 0),
  event_id text CHECK (length(event_id) <= 128),
  event_type text NOT NULL CHECK (length(event_type) BETWEEN 1 AND 64),
  -- The body of every attempt, byte for byte.
  payload text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  created_at timestamptz(3) NOT NULL,
  -- When the next attempt is due. Null: the delivery has ended.
  due_at timestamptz(3),
  -- When the first attempt was made since the delivery was last resent.
  first_attempt_at timestamptz(3),
  last_attempt_at timestamptz(3),
  last_status integer,
  last_error text CHECK (length(last_error) <= 64),
  -- The worker that claimed it, and until when, by the clock of the database. A claim ends by
  -- itself, because a worker may die.
  claim uuid,
  claimed_until timestamptz,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (endpoint_id, organization_id) REFERENCES webhook_endpoints (id, organization_id),
  CHECK ((state = 'pending') = (due_at IS NOT NULL)),
  CHECK ((position IS NULL) = (event_id IS NULL)),
  CHECK ((claim IS NULL) = (claimed_until IS NULL)),
  -- An event becomes one delivery to an endpoint, even if several workers see it.
  UNIQUE (endpoint_id, position, event_nonce)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at)
  WHERE state = 'pending';
CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries (endpoint_id) WHERE claim IS NOT NULL;
CREATE INDEX webhook_deliveries_newest
  ON webhook_deliveries (organization_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_of_endpoint_newest
  ON webhook_deliveries (endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_in_need
  ON webhook_deliveries (organization_id, created_at DESC, id DESC)
  WHERE state <> 'delivered';
CREATE INDEX ON webhook_deliveries (recorded_at);

GRANT SELECT, INSERT, UPDATE ON webhook_deliveries TO vadium_service;
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON webhook_deliveries TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON webhook_deliveries TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- Claims up to `rows_max` due deliveries. An endpoint has at most `endpoint_max` at a time, and one
-- while its last attempt failed. Every endpoint gets a first delivery before any gets a second, so
-- that a busy one does not delay the others. Advisory locks keep the limit of each endpoint across
-- workers.
CREATE FUNCTION claim_webhook_deliveries(
    at timestamptz, by_claim uuid, endpoint_max integer, rows_max integer, lasts interval)
  RETURNS TABLE (delivery uuid, endpoint uuid, organization uuid, address text, body text,
    secrets bytea[])
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
      SELECT e.id, e.organization_id, e.url, under_way.deliveries AS under_way,
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
    SELECT t.id, b.id, b.organization_id, b.url, t.payload, b.secrets
    FROM taken t JOIN bounds b ON b.id = t.endpoint_id;
END
$$;

-- Deletes old deliveries whose event is deleted, oldest first, then deleted endpoints without
-- deliveries and expired secrets. Returns the number of deliveries. `kept` is at least a day.
CREATE FUNCTION forget_webhook_deliveries(rows_max integer, kept interval) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

REVOKE ALL ON FUNCTION claim_webhook_deliveries, forget_webhook_deliveries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_webhook_deliveries, forget_webhook_deliveries TO vadium_service;
