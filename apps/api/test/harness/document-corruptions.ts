import type { Corruption } from './corruption.ts'

interface Altered {
  readonly revision?: number
  /** SQL. */
  readonly at?: string
  readonly named?: string
}

/** A confirmation of the order as it was accepted, but for what is altered. */
const confirmed = ({ revision = 1, at = 's.changed_at', named = 'o.lender_id' }: Altered) => `
  INSERT INTO documents (id, kind, lender_id, borrower_id, order_id, subject_id, revision, content,
    content_sha256, created_at)
  SELECT d.id, 'confirmation', o.lender_id, o.borrower_id, o.id, o.id, ${revision}, c.content,
    encode(sha256(convert_to(c.content, 'UTF8')), 'hex'), ${at}
  FROM orders o
  JOIN state_changes s ON s.resource_id = o.id AND s.action = 'accept'
  CROSS JOIN LATERAL (SELECT gen_random_uuid() AS id WHERE o.id IS NOT NULL) d
  CROSS JOIN LATERAL (SELECT jsonb_build_object('document_id', d.id, 'kind', 'confirmation',
    'revision', ${revision}, 'order', jsonb_build_object('id', o.id),
    'lender', jsonb_build_object('organization_id', ${named}),
    'borrower', jsonb_build_object('organization_id', o.borrower_id))::text AS content) c
  WHERE o.id = '$order'`

/** The lender has wanted documents of a kind for longer than there are deals. */
const wishOf = (kind: string) => `
  INSERT INTO document_preferences (organization_id, kinds, updated_at)
  SELECT o.lender_id, ARRAY['${kind}'], timestamptz '2000-01-01' FROM orders o WHERE o.id = '$order'`

/** A violation of each rule about documents. */
export const documentCorruptions: Corruption[] = [
  [
    'the content of a document names the document, its two sides and its subject',
    'it names another lender',
    'active',
    [confirmed({ named: 'o.borrower_id' })],
  ],
  [
    'the revisions of a document are 1, 2, 3 and so on',
    'the first one is missing',
    'active',
    [confirmed({ revision: 2 })],
  ],
  [
    'a document was made together with the change that it is about',
    'nothing was accepted then',
    'active',
    [confirmed({ at: "s.changed_at + interval '1 second'" })],
  ],
  [
    'a change of which a side wants a document has one',
    'nobody has made the confirmation that the lender wanted before',
    'active',
    [wishOf('confirmation')],
  ],
  [
    'a change of which a side wants a document has one',
    'a statement is missing at a market cut that is done',
    'active',
    [
      wishOf('margin_statement'),
      `INSERT INTO stated_cuts (cut_at)
       SELECT created_at + interval '1 day' FROM positions WHERE order_id = '$order'`,
    ],
  ],
  [
    'a document was made together with the change that it is about',
    'there was no market cut',
    'active',
    [
      `INSERT INTO documents (id, kind, lender_id, borrower_id, cut_at, revision, content,
         content_sha256, created_at)
       SELECT gen_random_uuid(), 'margin_statement', o.lender_id, o.borrower_id,
         timestamptz '2021-06-01 03:00Z', 1, '{}', encode(sha256('{}'), 'hex'), now()
       FROM orders o WHERE o.id = '$order'`,
    ],
  ],
  [
    'the content of a document is canonical, and its figures follow from it',
    'it has no figures',
    'active',
    [confirmed({})],
  ],
  [
    'the log of a side has one event of a document, with its digests',
    'an event has other digests than its document',
    'active',
    [
      confirmed({}),
      `INSERT INTO unnumbered_events (organization_id, type, time, data)
       SELECT d.lender_id, 'document.created', now(), jsonb_build_object('document',
         jsonb_build_object('id', d.id, 'content_sha256', d.content_sha256, 'pdf_sha256', 'other'))
       FROM documents d WHERE d.order_id = '$order'`,
    ],
  ],
]
