import type { BookRule } from './book-rule.ts'

/** The id of what the content of a document `d` is about. */
const subjectInContent = `CASE d.kind WHEN 'confirmation' THEN c.content -> 'order' ->> 'id'
  WHEN 'margin_call_notice' THEN c.content -> 'request' ->> 'id'
  WHEN 'close_out_statement' THEN c.content -> 'close_out' ->> 'id' END`

/** Whether the change that a document `d` is about happened when it was made. */
const hasItsChange = `CASE d.kind
  WHEN 'confirmation' THEN EXISTS (
    SELECT FROM state_changes s
    WHERE s.action IN ('accept', 'switch') AND s.changed_at = d.created_at AND s.resource_id IN (
      SELECT d.order_id UNION ALL
      SELECT r.id FROM order_requests r JOIN positions p ON p.id = r.position_id
      WHERE p.order_id = d.order_id))
  WHEN 'margin_call_notice' THEN EXISTS (
    SELECT FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id
    WHERE r.id = d.subject_id AND p.order_id = d.order_id AND r.created_at = d.created_at)
  WHEN 'close_out_statement' THEN EXISTS (
    SELECT FROM close_outs o JOIN positions p ON p.id = o.position_id
    WHERE o.id = d.subject_id AND p.order_id = d.order_id AND o.booked_at = d.created_at)
  ELSE d.cut_at <= d.created_at
    AND EXISTS (SELECT FROM market_cuts m WHERE m.cut_at = d.cut_at) END`

/** The changes that a document is to be made of, where a side wants that. */
const changesToDocument = `
  SELECT 'confirmation' AS kind, s.lender_id, s.borrower_id,
    coalesce(p.order_id, s.resource_id) AS subject_id, s.changed_at AS at
  FROM state_changes s
  LEFT JOIN order_requests r ON r.id = s.resource_id
  LEFT JOIN positions p ON p.id = r.position_id
  WHERE s.action = 'accept'
    AND (s.machine = 'order' OR s.machine = 'order_request' AND r.kind IN ('rerate', 'amend', 'extend'))
    OR s.action = 'switch' AND s.machine = 'order_request'
  UNION ALL
  SELECT 'margin_call_notice', lender_id, borrower_id, id, created_at FROM mark_to_market_requests
  UNION ALL
  SELECT 'close_out_statement', lender_id, borrower_id, id, booked_at FROM close_outs
  WHERE booked_at IS NOT NULL`

/**
 * Whether a side of `c` wanted its documents at a time, and has wanted them since. A change reads
 * the wish in its own transaction, so one that begins within a minute of the wish may go without.
 */
const isWanted = `EXISTS (
  SELECT FROM document_preferences w WHERE w.organization_id IN (c.lender_id, c.borrower_id)
    AND (w.since ->> c.kind)::timestamptz < c.at - interval '1 minute')`

/** Lenders and borrowers at market cuts of which all statements are made, if a side wants them. */
const pairsToState = `
  SELECT DISTINCT p.lender_id, p.borrower_id, cut.cut_at
  FROM document_preferences w
  JOIN stated_cuts cut ON cut.cut_at > (w.since ->> 'margin_statement')::timestamptz
  JOIN positions p ON w.organization_id IN (p.lender_id, p.borrower_id)
    AND p.created_at <= cut.cut_at AND (p.status <> 'CLOSED' OR p.closed_at > cut.cut_at)`

/** Documents say what they are recorded for. Constraints keep their digests. */
export const documentRules: readonly BookRule[] = [
  {
    rule: 'the content of a document names the document, its two sides and its subject',
    breaches: `
      SELECT format('document %s', d.id) AS subject,
        format('its content is of document %s, a %s between %s and %s about %s',
          c.content ->> 'document_id', c.content ->> 'kind',
          c.content -> 'lender' ->> 'organization_id', c.content -> 'borrower' ->> 'organization_id',
          ${subjectInContent}) AS issue
      FROM documents d CROSS JOIN LATERAL (SELECT d.content::jsonb AS content) c
      WHERE (d.id::text, d.kind, d.revision::text, d.lender_id::text, d.borrower_id::text,
          d.subject_id::text)
        IS DISTINCT FROM (c.content ->> 'document_id', c.content ->> 'kind',
          c.content ->> 'revision', c.content -> 'lender' ->> 'organization_id',
          c.content -> 'borrower' ->> 'organization_id', ${subjectInContent})`,
  },
  {
    rule: 'the revisions of a document are 1, 2, 3 and so on',
    breaches: `
      SELECT format('documents about %s', d.subject_id) AS subject,
        format('there are %s of kind %s, up to revision %s', count(*), d.kind, max(d.revision)) AS issue
      FROM documents d WHERE d.subject_id IS NOT NULL
      GROUP BY d.kind, d.subject_id HAVING max(d.revision) <> count(*)`,
  },
  {
    rule: 'a document was made together with the change that it is about',
    breaches: `
      SELECT format('document %s', d.id) AS subject,
        format('no %s of %s was to be made at %s', d.kind, d.subject_id, d.created_at) AS issue
      FROM documents d WHERE NOT ${hasItsChange}`,
  },
  {
    rule: 'a change of which a side wants a document has one',
    breaches: `
      SELECT format('%s of %s', c.kind, c.subject_id) AS subject,
        format('there is none of the change at %s', c.at) AS issue
      FROM (${changesToDocument}) c
      WHERE ${isWanted} AND NOT EXISTS (
        SELECT FROM documents d WHERE d.kind = c.kind AND d.subject_id = c.subject_id
          AND d.created_at = c.at)
      UNION ALL
      SELECT format('margin_statement of %s and %s', c.lender_id, c.borrower_id),
        format('there is none of the market cut at %s', c.cut_at)
      FROM (${pairsToState}) c
      WHERE NOT EXISTS (
        SELECT FROM documents d WHERE d.cut_at = c.cut_at AND d.lender_id = c.lender_id
          AND d.borrower_id = c.borrower_id)`,
  },
  {
    rule: 'the log of a side has one event of a document, with its digests',
    breaches: `
      SELECT format('document %s', e.document_id) AS subject,
        format('the log of organization %s has %s events of it, with the digests %s',
          e.organization_id, count(*), string_agg(DISTINCT e.digests, ' and ')) AS issue
      FROM (
        SELECT organization_id, data #>> '{document,id}' AS document_id,
          concat_ws(' ', data #>> '{document,content_sha256}', data #>> '{document,pdf_sha256}')
            AS digests
        FROM (SELECT organization_id, type, data FROM events
          UNION ALL SELECT organization_id, type, data FROM unnumbered_events) both_logs
        WHERE type = 'document.created') e
      LEFT JOIN documents d ON d.id = e.document_id::uuid
        AND e.organization_id IN (d.lender_id, d.borrower_id)
      GROUP BY e.organization_id, e.document_id, d.content_sha256, d.pdf_sha256
      HAVING count(*) > 1
        OR max(e.digests) IS DISTINCT FROM d.content_sha256 || ' ' || d.pdf_sha256`,
  },
]
