-- Since when an organization wants each kind of document without a break, so that to want another
-- kind, a minute after a market cut, does not take the statements of the cut away.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- By kind. Of what was not made before this migration, only what is made from now on can be missed.
ALTER TABLE document_preferences ADD COLUMN since jsonb NOT NULL DEFAULT '{}';
UPDATE document_preferences w SET since = coalesce((
  SELECT jsonb_object_agg(kind, CASE kind WHEN 'margin_statement' THEN w.updated_at
    ELSE greatest(w.updated_at, (SELECT max(s.changed_at) FROM state_changes s)) END)
  FROM unnest(w.kinds) kind), '{}');

-- A service of an earlier release sets the kinds alone.
CREATE FUNCTION keep_wishes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := OLD.since;
  END IF;
  NEW.since := coalesce((
    SELECT jsonb_object_agg(kind, coalesce(before -> kind, to_jsonb(NEW.updated_at)))
    FROM unnest(NEW.kinds) kind), '{}');
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_wishes BEFORE INSERT OR UPDATE ON document_preferences
  FOR EACH ROW EXECUTE FUNCTION keep_wishes();

-- The oldest market cut, not after a time, whose margin statements are not all made. None if nobody
-- wants them, or if the wish came later.
CREATE OR REPLACE FUNCTION next_cut_to_state(latest timestamptz) RETURNS timestamptz
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN (
    SELECT m.cut_at FROM market_cuts m
    WHERE m.cut_at <= latest
      AND m.cut_at > (SELECT min((w.since ->> 'margin_statement')::timestamptz)
        FROM document_preferences w)
      AND m.cut_at > coalesce((SELECT max(s.cut_at) FROM stated_cuts s), '-infinity')
    ORDER BY m.cut_at LIMIT 1);
END
$$;

-- Lenders and borrowers that may have a margin statement of a cut and have none, in the order of
-- their ids: those of positions that were open then, if one of the two had asked.
CREATE OR REPLACE FUNCTION pairs_to_state(cut timestamptz, after_lender uuid, after_borrower uuid,
    rows_max integer)
  RETURNS TABLE (lender uuid, borrower uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    WITH wanting AS MATERIALIZED (
      SELECT w.organization_id AS id FROM document_preferences w
      WHERE (w.since ->> 'margin_statement')::timestamptz < cut)
    SELECT pair.lender_id, pair.borrower_id FROM (
      SELECT p.lender_id, p.borrower_id FROM wanting JOIN positions p ON p.lender_id = wanting.id
      WHERE p.created_at <= cut AND (p.status <> 'CLOSED' OR p.closed_at > cut)
      UNION
      SELECT p.lender_id, p.borrower_id FROM wanting JOIN positions p ON p.borrower_id = wanting.id
      WHERE p.created_at <= cut AND (p.status <> 'CLOSED' OR p.closed_at > cut)) pair
    WHERE (after_lender IS NULL OR (pair.lender_id, pair.borrower_id) > (after_lender, after_borrower))
      AND NOT EXISTS (SELECT FROM documents d WHERE d.lender_id = pair.lender_id
        AND d.borrower_id = pair.borrower_id AND d.cut_at = cut)
    ORDER BY pair.lender_id, pair.borrower_id LIMIT rows_max;
END
$$;
