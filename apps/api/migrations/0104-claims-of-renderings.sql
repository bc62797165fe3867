-- A claim of a document lasts longer than its rendering may take, two minutes.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Claims a document that is to be rendered. Unless its PDF is stored meanwhile, it is tried again
-- after three minutes, six, twelve, up to a day.
CREATE OR REPLACE FUNCTION claim_document()
  RETURNS TABLE (document uuid, lender uuid, content text, attempts integer)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    UPDATE documents d SET render_attempts = d.render_attempts + 1,
      render_at = clock_timestamp()
        + least(interval '3 minutes' * 2 ^ least(d.render_attempts, 9), interval '1 day')
    WHERE d.id = (
      SELECT o.id FROM documents o WHERE o.pdf IS NULL AND o.render_at <= clock_timestamp()
      ORDER BY o.render_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING d.id, d.lender_id, d.content, d.render_attempts;
END
$$;
