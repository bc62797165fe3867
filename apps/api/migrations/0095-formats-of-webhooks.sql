-- What a webhook delivery was made for. An endpoint may change between programs and chat rooms, and
-- what was made for the one is not sent to the other.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

ALTER TABLE webhook_deliveries
  ADD COLUMN format text NOT NULL DEFAULT 'events',
  ADD CONSTRAINT webhook_deliveries_format_check CHECK (format IN ('events', 'text')) NOT VALID;

CREATE OR REPLACE FUNCTION claim_webhook_deliveries(
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
$$;
