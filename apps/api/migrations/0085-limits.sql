-- Limits by counterparty: how much an organization may have with another, over all their deals.

-- One for each counterparty for which an organization has ever set limits.
CREATE TABLE counterparty_limits (
  -- Its deadline has this id: the market cut at which the limits are compared next.
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  counterparty_id uuid NOT NULL REFERENCES organizations,
  -- The version in effect.
  version integer NOT NULL CHECK (version > 0),
  UNIQUE (organization_id, counterparty_id),
  CHECK (organization_id <> counterparty_id)
);

GRANT SELECT, INSERT, UPDATE (version) ON counterparty_limits TO vadium_service;
ALTER TABLE counterparty_limits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON counterparty_limits TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON counterparty_limits TO vadium_service
  USING (organization_id = (SELECT current_organization()));

CREATE TABLE counterparty_limit_versions (
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  organization_id uuid NOT NULL,
  counterparty_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- Null: no limit.
  lent_usd_max usd_amount,
  uncovered_usd_max usd_amount,
  shock fraction NOT NULL,
  -- The assets of which only so much may be lent, and how much, in the same order.
  assets text[] NOT NULL CHECK (cardinality(assets) <= 50 AND array_position(assets, NULL) IS NULL),
  lent_quantities_max quantity[] NOT NULL
    CHECK (array_position(lent_quantities_max::numeric[], NULL) IS NULL),
  on_breach text NOT NULL CHECK (on_breach IN ('warn', 'refuse')),
  account_id uuid NOT NULL REFERENCES accounts,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, counterparty_id, version),
  FOREIGN KEY (organization_id, counterparty_id)
    REFERENCES counterparty_limits (organization_id, counterparty_id),
  CHECK (cardinality(assets) = cardinality(lent_quantities_max))
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON counterparty_limit_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON counterparty_limit_versions TO vadium_service;
ALTER TABLE counterparty_limit_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON counterparty_limit_versions TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON counterparty_limit_versions TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- The limits that were exceeded when they were last compared. One that is kept again is deleted.
CREATE TABLE exceeded_limits (
  organization_id uuid NOT NULL,
  counterparty_id uuid NOT NULL,
  -- `lent_usd_max`, `uncovered_usd_max`, or `assets.` and the symbol of an asset.
  limit_name text NOT NULL CHECK (length(limit_name) <= 80),
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, counterparty_id, limit_name),
  FOREIGN KEY (organization_id, counterparty_id)
    REFERENCES counterparty_limits (organization_id, counterparty_id)
);

GRANT SELECT, DELETE ON exceeded_limits TO vadium_service;
ALTER TABLE exceeded_limits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON exceeded_limits TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON exceeded_limits TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- The acceptances that were refused for a limit of the other side: for a while they are refused again
-- without looking, so that its limit cannot be found by trying. Only the refused side sees them.
CREATE TABLE limit_refusals (
  order_id uuid PRIMARY KEY REFERENCES orders,
  organization_id uuid NOT NULL REFERENCES organizations,
  refused_at timestamptz(3) NOT NULL
);

GRANT SELECT, INSERT, UPDATE (refused_at) ON limit_refusals TO vadium_service;
ALTER TABLE limit_refusals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON limit_refusals TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON limit_refusals TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- The key of the advisory lock on the limits between two organizations.
CREATE FUNCTION limits_lock(one uuid, other uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('limits ' || least(one, other)::text || ' ' || greatest(one, other)::text, 0)
$$;

-- Refuses a transaction in the name of a third organization, or of none.
CREATE FUNCTION refuse_third_parties(parties uuid[]) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF current_organization() = ANY (parties) THEN
    RETURN;
  END IF;
  RAISE EXCEPTION 'the limits of other organizations' USING ERRCODE = 'insufficient_privilege';
END
$$;

-- The limits in effect between two organizations, of either of them, without versions that end all
-- limits. They are private, so the service itself cannot read them.
CREATE FUNCTION limits_between(one uuid, other uuid) RETURNS jsonb
LANGUAGE sql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
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
$$;
REVOKE ALL ON FUNCTION limits_between FROM PUBLIC;

-- The same to a transaction of one of the two, which holds their lock from now on: alone if one of
-- them has a limit for the other, and otherwise with other acceptances. Who sets limits holds it alone.
CREATE FUNCTION lock_limits_between(one uuid, other uuid) RETURNS jsonb
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
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
$$;
REVOKE ALL ON FUNCTION lock_limits_between FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_limits_between TO vadium_service;

-- Records that limits of an organization are exceeded, also in a transaction of the counterparty,
-- which does not learn whether they were before. Returns those that were not.
CREATE FUNCTION record_exceeded_limits(owner uuid, counterparty uuid, names text[],
  at timestamptz) RETURNS SETOF text
LANGUAGE sql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
  SELECT refuse_third_parties(ARRAY[owner, counterparty]);
  INSERT INTO exceeded_limits (organization_id, counterparty_id, limit_name, since)
  SELECT owner, counterparty, name, at FROM unnest(names) AS n (name) ORDER BY name
  ON CONFLICT DO NOTHING RETURNING limit_name
$$;
REVOKE ALL ON FUNCTION record_exceeded_limits FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_exceeded_limits TO vadium_service;

ALTER TABLE deadlines
  DROP CONSTRAINT deadlines_kind_check,
  -- `counterparty_limits` are compared at their next market cut. Both sides of their rows are the
  -- organization, so no other sees them.
  ADD CONSTRAINT deadlines_kind_check CHECK (kind IN ('order', 'mark_to_market_request',
    'order_request', 'agreement_proposal', 'agreement_start', 'transfer', 'close_out', 'interest',
    'maturity', 'automation', 'automatic_call_of_lender', 'automatic_call_of_borrower',
    'calendar', 'counterparty_limits'))
    NOT VALID;
