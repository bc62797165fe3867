import type { BookRule } from './book-rule.ts'

/** The id of what the content of a document `d` is about. */
const subjectInContent = `CASE d.kind WHEN 'confirmation' THEN c.content -> 'order' ->> 'id'
  WHEN 'margin_call_notice' THEN c.content -> 'request' ->> 'id'
  WHEN 'close_out_statement' THEN c.content -> 'close_out' ->> 'id' END`

/** Whether the change that a document `d` is about happened when it was made. */
const hasItsChange = `CASE d.kind
  WHEN 'confirmation' THEN EXISTS (
    SELECT FROM state_changes s
    WHERE s.action = 'accept' AND s.changed_at = d.created_at AND s.resource_id IN (
      SELECT d.order_id UNION ALL
      SELECT r.id FROM order_requests r JOIN positions p ON p.id = r.position_id
      WHERE p.order_id = d.order_id))
  WHEN 'margin_call_notice' THEN EXISTS (
    SELECT FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id
    WHERE r.id = d.subject_id AND p.order_id = d.order_id AND r.created_at = d.created_at)
  WHEN 'close_out_statement' THEN EXISTS (
    SELECT FROM close_outs o JOIN positions p ON p.id = o.position_id
    WHERE o.id = d.subject_id AND p.order_id = d.order_id AND o.booked_at = d.created_at)
  ELSE d.cut_at <= d.created_at END`

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
]
