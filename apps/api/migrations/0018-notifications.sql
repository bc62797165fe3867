-- Notifications to the accounts of an organization. A row is an occasion, so no account is notified
-- twice of one.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE TYPE notification_severity AS ENUM ('info', 'warning', 'critical');

CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  category text NOT NULL CHECK (length(category) BETWEEN 1 AND 64),
  -- The occasion, under any name. Equal names are one occasion.
  occasion text NOT NULL CHECK (length(occasion) BETWEEN 1 AND 200),
  severity notification_severity NOT NULL,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  link_resource text NOT NULL CHECK (length(link_resource) BETWEEN 1 AND 64),
  link_id text NOT NULL CHECK (length(link_id) BETWEEN 1 AND 128),
  link_order_id uuid,
  created_at timestamptz(3) NOT NULL,
  -- By the clock of the database, which a sandbox does not move.
  recorded_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, category, occasion),
  UNIQUE (id, organization_id)
);
CREATE INDEX notifications_newest ON notifications (organization_id, created_at DESC, id DESC);
CREATE INDEX ON notifications (recorded_at);

GRANT SELECT ON notifications TO vadium_service;
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON notifications TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON notifications TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- Adds the notifications that are new, and returns their ids. The transaction of one side of a deal
-- notifies the other side, so this is a function of the owner. Rows are written in one order, so
-- that two transactions with the same notifications never deadlock.
CREATE FUNCTION add_notifications(at timestamptz, added jsonb) RETURNS SETOF uuid
  LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

-- Notifications are kept for a year. After that, an occasion that still exists is notified again.
CREATE FUNCTION forget_notifications(rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

-- The organizations with a deal on one of these assets that were not notified of the occasion. Like
-- lenders_to_revalue, it refuses a transaction of an organization.
CREATE FUNCTION readers_of_stale_prices(stale_assets text[], occasions text[])
  RETURNS TABLE (organization_id uuid, asset text, occasion text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

REVOKE ALL ON FUNCTION add_notifications, forget_notifications, readers_of_stale_prices FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_notifications, forget_notifications, readers_of_stale_prices
  TO vadium_service;

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

GRANT SELECT, INSERT ON notification_reads TO vadium_service;
ALTER TABLE notification_reads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON notification_reads TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON notification_reads TO vadium_service
  USING (organization_id = (SELECT current_organization()));

CREATE TABLE notification_preferences (
  account_id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  muted_categories text[] NOT NULL CHECK (cardinality(muted_categories) <= 100),
  minimum_severity notification_severity NOT NULL,
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id)
);

GRANT SELECT, INSERT, UPDATE ON notification_preferences TO vadium_service;
ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON notification_preferences TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON notification_preferences TO vadium_service
  USING (organization_id = (SELECT current_organization()));

-- The preferences of accounts with an open stream in a process, of any organization.
CREATE FUNCTION preferences_of_accounts(accounts uuid[])
  RETURNS TABLE (account_id uuid, muted_categories text[], minimum_severity notification_severity)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT refuse_to_organizations();
  SELECT p.account_id, p.muted_categories, p.minimum_severity
  FROM notification_preferences p WHERE p.account_id = ANY (accounts)
$$;
REVOKE ALL ON FUNCTION preferences_of_accounts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION preferences_of_accounts TO vadium_service;
