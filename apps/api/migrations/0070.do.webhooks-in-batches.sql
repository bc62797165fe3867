-- Webhooks are claimed in batches, and a delivery is kept for as long as its event is.

-- The endpoint has had its present filter for all events behind this position. For endpoints that exist already it
-- begins where they are, because which filter they had before is not known. Null: an earlier version made it.
ALTER TABLE webhook_endpoints ADD COLUMN filtered_from bigint CHECK (filtered_from >= 0);
UPDATE webhook_endpoints SET filtered_from = position;

-- A worker acts in the name of each organization whose endpoints it lists. An endpoint whose log has grown only by
-- events that are forgotten already is not behind: the next event shows what is missing. One that is ahead of its log
-- is listed, because the log was restored to an earlier point.
CREATE OR REPLACE FUNCTION webhook_endpoints_behind(rows_max integer)
  RETURNS TABLE (endpoint uuid, organization uuid)
  LANGUAGE sql STABLE SECURITY DEFINER AS $$
  SELECT e.id, e.organization_id
  FROM webhook_endpoints e
  JOIN event_heads h ON h.organization_id = e.organization_id AND h.position <> e.position
  JOIN organizations o ON o.id = e.organization_id AND o.status = 'active'
  WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL
    AND (h.position < e.position OR (
      SELECT true FROM events n
      WHERE n.organization_id = e.organization_id AND n.position > e.position LIMIT 1))
  ORDER BY random() LIMIT rows_max
$$;

-- Takes up to `rows_max` deliveries that are due. An endpoint has `endpoint_max` at once at the most, and one while its
-- last attempt failed. An endpoint gets its second delivery when every other one has had its first, so that a busy
-- one does not hold up the others. Advisory locks make each endpoint's bound hold among several workers.
CREATE FUNCTION claim_webhook_deliveries(
    at timestamptz, by_claim uuid, endpoint_max integer, rows_max integer, lasts interval)
  RETURNS TABLE (delivery uuid, endpoint uuid, organization uuid, address text, body text, secrets bytea[])
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  locked uuid[];
BEGIN
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
      CASE WHEN e.last_failure_at > coalesce(e.last_success_at, '-infinity') THEN 1 ELSE endpoint_max END
    ORDER BY under_way.deliveries, due.due_at LIMIT rows_max
  )
  SELECT array_agg(c.id) INTO locked FROM candidates c
  WHERE pg_try_advisory_xact_lock(hashtextextended(c.id::text, 18));

  -- A statement of its own, which sees what others claimed before the locks were taken.
  RETURN QUERY
    WITH bounds AS (
      SELECT e.id, e.organization_id, e.url, under_way.deliveries AS under_way,
        CASE WHEN e.last_failure_at > coalesce(e.last_success_at, '-infinity') THEN 1 ELSE endpoint_max END
          - under_way.deliveries AS free,
        CASE WHEN e.old_secret_until > at THEN ARRAY[e.secret, e.old_secret] ELSE ARRAY[e.secret] END
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

-- Forgets deliveries that have been kept for long enough and whose event is forgotten, the oldest first, deleted
-- endpoints that have none left, and secrets that have ended. How many deliveries.
CREATE OR REPLACE FUNCTION forget_webhook_deliveries(rows_max integer, kept interval) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  forgotten integer;
BEGIN
  DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
    SELECT d.ctid FROM webhook_deliveries d WHERE d.recorded_at < clock_timestamp() - kept
      AND NOT EXISTS (
        SELECT FROM events e WHERE e.organization_id = d.organization_id AND e.position = d.position)
    ORDER BY d.recorded_at LIMIT rows_max FOR UPDATE OF d SKIP LOCKED));
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

REVOKE ALL ON FUNCTION claim_webhook_deliveries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_webhook_deliveries TO vadium_service;

DO $$
DECLARE
  name text;
BEGIN
  -- Temporary tables come last, so that none can stand in for what the functions read.
  FOREACH name IN ARRAY ARRAY['webhook_endpoints_behind(integer)', 'forget_webhook_deliveries(integer, interval)',
    'claim_webhook_deliveries(timestamptz, uuid, integer, integer, interval)']
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;
