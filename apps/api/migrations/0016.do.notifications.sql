-- What somebody of an organization should look at. Nobody is told twice of one thing: a row is an occasion.
CREATE TYPE notification_severity AS ENUM ('info', 'warning', 'critical');

CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  category text NOT NULL CHECK (length(category) BETWEEN 1 AND 64),
  -- What happened and to what, by whichever name: equal names are one occasion.
  occasion text NOT NULL CHECK (length(occasion) BETWEEN 1 AND 200),
  severity notification_severity NOT NULL,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  link_resource text NOT NULL CHECK (length(link_resource) BETWEEN 1 AND 64),
  link_id text NOT NULL CHECK (length(link_id) BETWEEN 1 AND 128),
  link_order_id uuid,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (organization_id, category, occasion),
  UNIQUE (id, organization_id)
);
CREATE INDEX notifications_newest ON notifications (organization_id, created_at DESC, id DESC);

CREATE TABLE notification_reads (
  account_id uuid NOT NULL,
  notification_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  read_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, notification_id),
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id),
  FOREIGN KEY (notification_id, organization_id)
    REFERENCES notifications (id, organization_id) ON DELETE CASCADE
);
CREATE INDEX ON notification_reads (notification_id);

CREATE TABLE notification_preferences (
  account_id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  muted_categories text[] NOT NULL CHECK (cardinality(muted_categories) <= 100),
  minimum_severity notification_severity NOT NULL,
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id)
);

-- Writes what was not told before, and says which that was. One side of a deal is told by the transaction of the
-- other, and so by a function of the owner. Rows are written in one order: two that tell the same wait for one another,
-- and never in a circle.
CREATE FUNCTION add_notifications(at timestamptz, told jsonb) RETURNS SETOF uuid
  LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  INSERT INTO notifications (id, organization_id, category, occasion, severity, title, body,
    link_resource, link_id, link_order_id, created_at)
  SELECT n.id, n.organization_id, n.category, n.occasion, n.severity, n.title, n.body,
    n.link_resource, n.link_id, n.link_order_id, at
  FROM jsonb_to_recordset(told) AS n (id uuid, organization_id uuid, category text, occasion text,
    severity notification_severity, title text, body text, link_resource text, link_id text, link_order_id uuid)
  ORDER BY n.organization_id, n.category, n.occasion
  ON CONFLICT (organization_id, category, occasion) DO NOTHING
  RETURNING id
$$;
REVOKE ALL ON FUNCTION add_notifications FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_notifications TO vadium_service;

-- What the open streams of a process let through, whosever they are.
CREATE FUNCTION preferences_of_accounts(accounts uuid[])
  RETURNS TABLE (account_id uuid, muted_categories text[], minimum_severity notification_severity)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT p.account_id, p.muted_categories, p.minimum_severity
  FROM notification_preferences p WHERE p.account_id = ANY (accounts)
$$;
REVOKE ALL ON FUNCTION preferences_of_accounts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION preferences_of_accounts TO vadium_service;

-- Which levels of coverage a position has come down to, and how often it has. What was cured may be reached anew.
CREATE TABLE margin_alerts (
  position_id uuid NOT NULL,
  level text NOT NULL CHECK (level IN ('margin_call', 'liquidation')),
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  occasion integer NOT NULL CHECK (occasion > 0),
  standing boolean NOT NULL,
  PRIMARY KEY (position_id, level),
  FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions (id, lender_id, borrower_id)
);

-- Assets whose prices have gone stale, and how often they have. They are the same for everybody.
CREATE TABLE stale_prices (
  asset text PRIMARY KEY REFERENCES assets,
  episode integer NOT NULL CHECK (episode > 0),
  standing boolean NOT NULL,
  -- That of its newest quote: only a newer one ends it, whichever clock a process goes by.
  observed_at timestamptz(3) NOT NULL
);

-- Who has a deal on which one of these assets is lent or pledged, and was not told of the occasion. As
-- lenders_to_revalue, it answers no transaction of an organization.
CREATE FUNCTION readers_of_stale_prices(stale_assets text[], occasions text[])
  RETURNS TABLE (organization_id uuid, asset text, occasion text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF current_organization() IS NOT NULL THEN
    RAISE EXCEPTION 'an organization may not ask for others' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    SELECT DISTINCT side.organization_id, s.asset, s.occasion
    FROM unnest(stale_assets, occasions) AS s (asset, occasion)
    CROSS JOIN LATERAL (
      SELECT o.lender_id, o.borrower_id FROM orders o
      WHERE o.asset = s.asset AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
      UNION
      SELECT o.lender_id, o.borrower_id FROM orders o
      WHERE o.collateral_asset = s.asset AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
    ) AS deal
    CROSS JOIN LATERAL (VALUES (deal.lender_id), (deal.borrower_id)) AS side (organization_id)
    WHERE NOT EXISTS (
      SELECT FROM notifications n
      WHERE n.organization_id = side.organization_id AND n.category = 'price_stale'
        AND n.occasion = s.occasion)
    ORDER BY side.organization_id, s.asset;
END
$$;
REVOKE ALL ON FUNCTION readers_of_stale_prices FROM PUBLIC;
GRANT EXECUTE ON FUNCTION readers_of_stale_prices TO vadium_service;

-- When those concerned are told that something will expire. Null: they were.
ALTER TABLE deadlines ADD COLUMN warn_at timestamptz(3);
CREATE INDEX ON deadlines (warn_at, sequence) WHERE warn_at IS NOT NULL;

CREATE INDEX credentials_expiring ON credentials (expires_at) WHERE revoked_at IS NULL;

GRANT SELECT ON notifications TO vadium_service;
GRANT SELECT, INSERT ON notification_reads TO vadium_service;
GRANT SELECT, INSERT, UPDATE ON notification_preferences, margin_alerts, stale_prices TO vadium_service;
DO $$
DECLARE
  book text;
BEGIN
  FOREACH book IN ARRAY ARRAY['notifications', 'notification_reads', 'notification_preferences', 'margin_alerts']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', book);
    EXECUTE format('CREATE POLICY keeper ON %I TO %I USING (true) WITH CHECK (true)', book, current_user);
  END LOOP;
  FOREACH book IN ARRAY ARRAY['notifications', 'notification_reads', 'notification_preferences']
  LOOP
    EXECUTE format('CREATE POLICY own ON %I TO vadium_service
      USING (organization_id = (SELECT current_organization()))', book);
  END LOOP;
  CREATE POLICY parties ON margin_alerts FOR SELECT TO vadium_service
    USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
  CREATE POLICY revaluation_inserts ON margin_alerts FOR INSERT TO vadium_service
    WITH CHECK (lender_id = (SELECT current_organization()) AND (SELECT acts_as_revaluation()));
  CREATE POLICY revaluation_updates ON margin_alerts FOR UPDATE TO vadium_service
    USING (lender_id = (SELECT current_organization()) AND (SELECT acts_as_revaluation()));
END
$$;
