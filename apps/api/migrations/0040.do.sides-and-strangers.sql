-- What is known about two organizations, and how many organizations have deals, no longer takes
-- longer with each deal of theirs.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- An organization publishes for itself, for those that it has an agreement with, which every deal
-- has, and for those that decide on its requests or on whose requests it decides.
CREATE OR REPLACE FUNCTION refuse_strangers(readers uuid[]) RETURNS void
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  own uuid := current_organization();
  without_agreement uuid[];
BEGIN
  IF own IS NULL OR acts_as_operator() THEN
    RETURN;
  END IF;
  SELECT array_agg(reader) INTO without_agreement
  FROM (SELECT DISTINCT unnest(readers)) AS r (reader)
  WHERE reader <> own
    AND NOT EXISTS (SELECT FROM agreements a WHERE a.lender_id = own AND a.borrower_id = reader)
    AND NOT EXISTS (SELECT FROM agreements a WHERE a.lender_id = reader AND a.borrower_id = own);
  IF without_agreement IS NULL THEN
    RETURN;
  END IF;
  -- A statement of its own, because in one with the agreements the planner may begin with these.
  IF EXISTS (
    SELECT FROM unnest(without_agreement) AS r (reader)
    WHERE NOT EXISTS (SELECT FROM approvals p
      WHERE p.decider_id <> p.organization_id
        AND (p.organization_id, p.decider_id) IN ((own, reader), (reader, own))))
  THEN
    RAISE EXCEPTION 'an organization may not publish for strangers'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$$;

-- The sides of deals with one of these assets lent or pledged, each pair once. Each step finds the
-- pair after the one before, so it reads as many rows as there are pairs, not as there are deals.
CREATE FUNCTION sides_of_live_deals(assets text[])
  RETURNS TABLE (asset text, lender_id uuid, borrower_id uuid) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE lent AS (
    SELECT pair.* FROM unnest(assets) AS a (asset) CROSS JOIN LATERAL (
      SELECT o.asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.asset = a.asset AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
    UNION ALL
    SELECT pair.* FROM lent l CROSS JOIN LATERAL (
      SELECT o.asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.asset = l.asset AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
        AND (o.lender_id, o.borrower_id) > (l.lender_id, l.borrower_id)
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
  ), pledged AS (
    SELECT pair.* FROM unnest(assets) AS a (asset) CROSS JOIN LATERAL (
      SELECT o.collateral_asset AS asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.collateral_asset = a.asset
        AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
    UNION ALL
    SELECT pair.* FROM pledged l CROSS JOIN LATERAL (
      SELECT o.collateral_asset, o.lender_id, o.borrower_id FROM orders o
      WHERE o.collateral_asset = l.asset
        AND o.status IN ('ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
        AND (o.lender_id, o.borrower_id) > (l.lender_id, l.borrower_id)
      ORDER BY o.lender_id, o.borrower_id LIMIT 1) AS pair
  )
  SELECT asset, lender_id, borrower_id FROM lent
  UNION
  SELECT asset, lender_id, borrower_id FROM pledged
$$;
REVOKE ALL ON FUNCTION sides_of_live_deals FROM PUBLIC;

CREATE OR REPLACE FUNCTION lenders_to_revalue(changed_assets text[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF current_organization() IS NOT NULL OR NOT acts_as_revaluation() THEN
    RAISE EXCEPTION 'only a revaluation may ask for all lenders'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY SELECT DISTINCT d.lender_id FROM sides_of_live_deals(changed_assets) d;
END
$$;

CREATE OR REPLACE FUNCTION readers_of_stale_prices(stale_assets text[], occasions text[])
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
