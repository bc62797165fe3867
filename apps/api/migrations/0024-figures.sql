-- Counts for the operator: what is in progress in the whole book and at all webhook endpoints. They
-- name no organization and no resource. They count only what has not ended, so they stay cheap as
-- history grows.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- `at` is the time of the book. A price is stale when it is older than `age_seconds_max`.
CREATE FUNCTION book_figures(at timestamptz, age_seconds_max integer, assets_max integer)
  RETURNS TABLE (figure text, kind text, state text, value double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

-- How many transfers of the whole book are late. A transfer that has not ended has an instruction
-- that has not ended.
CREATE FUNCTION late_transfer_figures(at timestamptz)
  RETURNS TABLE (figure text, kind text, state text, value double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    SELECT 'transfers_late', '', '', count(*)::double precision
    FROM instructions i JOIN transfers t ON t.id = i.transfer_id
    WHERE (i.due_at IS NOT NULL OR i.stalled) AND t.status IN ('PENDING', 'IN_PROGRESS')
      AND t.late_at < at;
END
$$;

-- For how long the oldest approved request has waited to be carried out. `at` is the time of the
-- book.
CREATE FUNCTION approval_figures(at timestamptz)
  RETURNS TABLE (figure text, kind text, state text, value double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT refuse_to_organizations();
  SELECT 'approved_age_seconds', '', '', extract(epoch FROM at - min(d.decided_at))::float8
  FROM approvals a CROSS JOIN LATERAL (
    SELECT max(d.decided_at) AS decided_at FROM approval_decisions d WHERE d.approval_id = a.id) d
  WHERE a.state = 'APPROVED'
$$;

-- Times are those of the machine, as for webhooks. Deliveries of a disabled endpoint or a suspended
-- organization are not due.
CREATE FUNCTION webhook_figures()
  RETURNS TABLE (figure text, kind text, state text, value double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

REVOKE ALL ON FUNCTION book_figures, late_transfer_figures, approval_figures, webhook_figures
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION book_figures, late_transfer_figures, approval_figures, webhook_figures
  TO vadium_service;
