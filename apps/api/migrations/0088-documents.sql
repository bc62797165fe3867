-- Documents of deals: one content in JSON, and a PDF of it.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- The kinds of documents that an organization wants. Without a row it wants none.
CREATE TABLE document_preferences (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  kinds text[] NOT NULL CHECK (kinds <@ ARRAY['confirmation', 'margin_call_notice',
    'margin_statement', 'close_out_statement']),
  updated_at timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, UPDATE (kinds, updated_at) ON document_preferences TO vadium_service;
ALTER TABLE document_preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON document_preferences TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON document_preferences TO vadium_service
  USING (organization_id = (SELECT current_organization()));

CREATE TABLE documents (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('confirmation', 'margin_call_notice', 'margin_statement',
    'close_out_statement')),
  lender_id uuid NOT NULL REFERENCES organizations,
  borrower_id uuid NOT NULL REFERENCES organizations,
  order_id uuid,
  -- The order, the mark-to-market request or the close-out that it is about.
  subject_id uuid,
  -- The market cut of a margin statement, which is about all deals between the two.
  cut_at timestamptz(3),
  revision integer NOT NULL CHECK (revision > 0),
  -- Its canonical bytes.
  content text NOT NULL,
  content_sha256 text NOT NULL
    CHECK (content_sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  pdf bytea CHECK (octet_length(pdf) <= 5242880),
  pdf_sha256 text CHECK (pdf_sha256 = encode(sha256(pdf), 'hex')),
  template_version text,
  created_at timestamptz(3) NOT NULL,
  render_attempts integer NOT NULL DEFAULT 0,
  -- When it may be rendered next, by the clock of the database.
  render_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT a_pdf_has_its_digest CHECK (num_nulls(pdf, pdf_sha256, template_version) IN (0, 3)),
  CONSTRAINT a_statement_is_of_a_cut CHECK (
    CASE kind WHEN 'margin_statement' THEN cut_at IS NOT NULL AND order_id IS NULL
      AND subject_id IS NULL AND revision = 1
    ELSE cut_at IS NULL AND order_id IS NOT NULL AND subject_id IS NOT NULL END),
  FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders (id, lender_id, borrower_id),
  UNIQUE (kind, subject_id, revision)
);
-- A PDF is compressed already.
ALTER TABLE documents ALTER COLUMN pdf SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX documents_one_statement ON documents (lender_id, borrower_id, cut_at)
  WHERE cut_at IS NOT NULL;
CREATE INDEX documents_lender_newest ON documents (lender_id, created_at DESC, id DESC);
CREATE INDEX documents_borrower_newest ON documents (borrower_id, created_at DESC, id DESC);
CREATE INDEX documents_of_order ON documents (order_id, created_at DESC, id DESC);
CREATE INDEX documents_of_subject ON documents (subject_id, created_at DESC, id DESC);
CREATE INDEX documents_to_render ON documents (render_at) WHERE pdf IS NULL;

-- A document gets its PDF once, and nothing else of it ever changes.
CREATE FUNCTION keep_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.pdf IS NOT NULL THEN
    RAISE EXCEPTION 'a document has its PDF already' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.id, NEW.kind, NEW.lender_id, NEW.borrower_id, NEW.order_id, NEW.subject_id, NEW.cut_at,
      NEW.revision, NEW.content, NEW.content_sha256, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.kind, OLD.lender_id, OLD.borrower_id, OLD.order_id, OLD.subject_id,
      OLD.cut_at, OLD.revision, OLD.content, OLD.content_sha256, OLD.created_at)
  THEN
    RAISE EXCEPTION 'a document is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_document BEFORE UPDATE ON documents
  FOR EACH ROW EXECUTE FUNCTION keep_document();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT, UPDATE (pdf, pdf_sha256, template_version) ON documents TO vadium_service;
ALTER TABLE documents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON documents TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON documents TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- The market cuts whose margin statements are all made.
CREATE TABLE stated_cuts (cut_at timestamptz(3) PRIMARY KEY);
ALTER TABLE stated_cuts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON stated_cuts TO CURRENT_USER USING (true) WITH CHECK (true);

-- Whether one of two organizations wants documents of a kind. The caller is one of them.
CREATE FUNCTION wants_document(of_kind text, lender uuid, borrower uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT current_organization() IN (lender, borrower) AND EXISTS (
    SELECT FROM document_preferences w
    WHERE w.organization_id IN (lender, borrower) AND of_kind = ANY (w.kinds))
$$;

-- Claims a document that is to be rendered. Unless its PDF is stored meanwhile, it is tried again
-- after one minute, two, four, up to a day.
CREATE FUNCTION claim_document()
  RETURNS TABLE (document uuid, lender uuid, content text, attempts integer)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    UPDATE documents d SET render_attempts = d.render_attempts + 1,
      render_at = clock_timestamp()
        + least(interval '1 minute' * 2 ^ least(d.render_attempts, 11), interval '1 day')
    WHERE d.id = (
      SELECT o.id FROM documents o WHERE o.pdf IS NULL AND o.render_at <= clock_timestamp()
      ORDER BY o.render_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING d.id, d.lender_id, d.content, d.render_attempts;
END
$$;

-- The oldest market cut, not after a time, whose margin statements are not all made. None if nobody
-- wants them, or if the wish came later.
CREATE FUNCTION next_cut_to_state(latest timestamptz) RETURNS timestamptz
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN (
    SELECT m.cut_at FROM market_cuts m
    WHERE m.cut_at <= latest
      AND m.cut_at > (SELECT min(w.updated_at) FROM document_preferences w
        WHERE 'margin_statement' = ANY (w.kinds))
      AND m.cut_at > coalesce((SELECT max(s.cut_at) FROM stated_cuts s), '-infinity')
    ORDER BY m.cut_at LIMIT 1);
END
$$;

-- Lenders and borrowers that may have a margin statement of a cut and have none, in the order of
-- their ids: those of positions that were open then, if one of the two had asked.
CREATE FUNCTION pairs_to_state(cut timestamptz, after_lender uuid, after_borrower uuid,
    rows_max integer)
  RETURNS TABLE (lender uuid, borrower uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  RETURN QUERY
    WITH wanting AS MATERIALIZED (
      SELECT w.organization_id AS id FROM document_preferences w
      WHERE 'margin_statement' = ANY (w.kinds) AND w.updated_at < cut)
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

CREATE FUNCTION end_stated_cut(cut timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_to_organizations();
  INSERT INTO stated_cuts (cut_at) VALUES (cut) ON CONFLICT DO NOTHING;
END
$$;

REVOKE ALL ON FUNCTION wants_document, claim_document, next_cut_to_state, pairs_to_state,
  end_stated_cut FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wants_document, claim_document, next_cut_to_state, pairs_to_state,
  end_stated_cut TO vadium_service;
