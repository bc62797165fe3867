-- Where organizations have their events sent, and what is on its way there. Times are those of the machine, as
-- those who receive have no other.

CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  description text CHECK (length(description) BETWEEN 1 AND 200),
  -- Empty: all.
  event_types text[] NOT NULL CHECK (cardinality(event_types) <= 32),
  secret bytea NOT NULL CHECK (octet_length(secret) BETWEEN 24 AND 64),
  old_secret bytea CHECK (octet_length(old_secret) BETWEEN 24 AND 64),
  old_secret_until timestamptz(3),
  -- What of the log of the organization has become deliveries, or was none.
  position bigint NOT NULL CHECK (position >= 0),
  created_at timestamptz(3) NOT NULL,
  enabled_at timestamptz(3) NOT NULL,
  disabled_at timestamptz(3),
  disabled_reason text CHECK (disabled_reason IN ('REQUESTED', 'GONE', 'FAILING')),
  -- Shown to nobody any more. The row is swept when its deliveries are.
  deleted_at timestamptz(3),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
  UNIQUE (id, organization_id)
);
CREATE INDEX webhook_endpoints_newest ON webhook_endpoints (organization_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE webhook_deliveries (
  -- The webhook-id of every attempt.
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  -- That of the event in the log. Null: a test.
  position bigint CHECK (position > 0),
  event_id text CHECK (length(event_id) <= 128),
  event_type text NOT NULL CHECK (length(event_type) BETWEEN 1 AND 64),
  -- The body of every attempt, byte for byte.
  payload text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  created_at timestamptz(3) NOT NULL,
  -- When it is tried next. Null: it has come to an end.
  due_at timestamptz(3),
  -- When it was tried first since it was last sent anew.
  first_attempt_at timestamptz(3),
  last_attempt_at timestamptz(3),
  last_status integer,
  last_error text CHECK (length(last_error) <= 64),
  -- Which worker has it, and until when, by the clock of the database: a worker may die.
  claim uuid,
  claimed_until timestamptz,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (endpoint_id, organization_id) REFERENCES webhook_endpoints (id, organization_id),
  CHECK ((state = 'pending') = (due_at IS NOT NULL)),
  CHECK ((position IS NULL) = (event_id IS NULL)),
  CHECK ((claim IS NULL) = (claimed_until IS NULL)),
  -- An event becomes one delivery to an endpoint, however many workers see it.
  UNIQUE (endpoint_id, position)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries (endpoint_id) WHERE claim IS NOT NULL;
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (organization_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_of_endpoint_newest
  ON webhook_deliveries (endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_in_need ON webhook_deliveries (organization_id, created_at DESC, id DESC)
  WHERE state <> 'delivered';
CREATE INDEX ON webhook_deliveries (recorded_at);

-- Endpoints whose log goes on behind their position. A worker then acts in the name of each organization.
CREATE FUNCTION webhook_endpoints_behind(rows_max integer)
  RETURNS TABLE (endpoint uuid, organization uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT e.id, e.organization_id
  FROM webhook_endpoints e
  JOIN event_heads h ON h.organization_id = e.organization_id AND h.position <> e.position
  JOIN organizations o ON o.id = e.organization_id AND o.status = 'active'
  WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL
  ORDER BY random() LIMIT rows_max
$$;

-- Takes the delivery that has been due longest, of an endpoint that has less at once than it may: one alone where
-- the last attempt failed. Whoever takes from an endpoint is alone in that for a moment, so that the bound holds.
CREATE FUNCTION claim_webhook_delivery(at timestamptz, by_claim uuid, at_once_max integer, lasts interval)
  RETURNS TABLE (delivery uuid, endpoint uuid, organization uuid, address text, body text, secrets bytea[])
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  candidate record;
  taken uuid;
BEGIN
  FOR candidate IN
    SELECT e.id, bound.at_once
    FROM webhook_endpoints e
    JOIN organizations o ON o.id = e.organization_id AND o.status = 'active'
    CROSS JOIN LATERAL (SELECT CASE
        WHEN e.last_failure_at > coalesce(e.last_success_at, '-infinity') THEN 1 ELSE at_once_max END
      ) bound (at_once)
    CROSS JOIN LATERAL (
      SELECT d.due_at FROM webhook_deliveries d
      WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.due_at <= at
        AND (d.claim IS NULL OR d.claimed_until < clock_timestamp())
      ORDER BY d.due_at LIMIT 1) due
    WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL
      AND bound.at_once > (SELECT count(*) FROM webhook_deliveries d
        WHERE d.endpoint_id = e.id AND d.claim IS NOT NULL AND d.claimed_until >= clock_timestamp())
    ORDER BY due.due_at LIMIT 10
  LOOP
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(hashtextextended(candidate.id::text, 18));
    CONTINUE WHEN candidate.at_once <= (SELECT count(*) FROM webhook_deliveries d
      WHERE d.endpoint_id = candidate.id AND d.claim IS NOT NULL
        AND d.claimed_until >= clock_timestamp());
    UPDATE webhook_deliveries d SET claim = by_claim, claimed_until = clock_timestamp() + lasts
    WHERE d.id = (
      SELECT c.id FROM webhook_deliveries c
      WHERE c.endpoint_id = candidate.id AND c.state = 'pending' AND c.due_at <= at
        AND (c.claim IS NULL OR c.claimed_until < clock_timestamp())
      ORDER BY c.due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING d.id INTO taken;
    CONTINUE WHEN taken IS NULL;
    RETURN QUERY SELECT d.id, e.id, e.organization_id, e.url, d.payload,
        CASE WHEN e.old_secret_until > at THEN ARRAY[e.secret, e.old_secret] ELSE ARRAY[e.secret] END
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.id = taken;
    RETURN;
  END LOOP;
END
$$;

-- Forgets deliveries that have been kept for long enough, the oldest first, deleted endpoints that have none left,
-- and secrets that have ended. How many deliveries.
CREATE FUNCTION forget_webhook_deliveries(rows_max integer, kept interval) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  forgotten integer;
BEGIN
  DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM webhook_deliveries WHERE recorded_at < clock_timestamp() - kept
    ORDER BY recorded_at LIMIT rows_max FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  DELETE FROM webhook_endpoints WHERE ctid = ANY (ARRAY(
    SELECT e.ctid FROM webhook_endpoints e WHERE e.deleted_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id)
    LIMIT 100 FOR UPDATE SKIP LOCKED));
  -- A secret that nothing is signed with any more; an hour later, because clocks are set back.
  UPDATE webhook_endpoints SET old_secret = NULL, old_secret_until = NULL
  WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM webhook_endpoints WHERE old_secret_until < clock_timestamp() - interval '1 hour'
    LIMIT 100 FOR UPDATE SKIP LOCKED));
  RETURN forgotten;
END
$$;

REVOKE ALL ON FUNCTION webhook_endpoints_behind, claim_webhook_delivery, forget_webhook_deliveries
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_endpoints_behind, claim_webhook_delivery, forget_webhook_deliveries
  TO vadium_service;
GRANT SELECT, INSERT, UPDATE ON webhook_endpoints, webhook_deliveries TO vadium_service;

DO $$
DECLARE
  book text;
BEGIN
  FOREACH book IN ARRAY ARRAY['webhook_endpoints', 'webhook_deliveries']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', book);
    EXECUTE format('CREATE POLICY keeper ON %I TO %I USING (true) WITH CHECK (true)', book, current_user);
    EXECUTE format('CREATE POLICY own ON %I TO vadium_service
      USING (organization_id = (SELECT current_organization()))', book);
  END LOOP;
END
$$;
