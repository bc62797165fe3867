import type { DocumentWithContent } from '@vadium/client'
import { Link, useParams } from '@tanstack/react-router'
import { CopyText } from '../../figures/copy-text.tsx'
import { Facts } from '../../figures/facts.tsx'
import { later } from '../../figures/later.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Instant } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { documentQuery } from '../../service/document-queries.ts'
import { useRead } from '../../service/read.ts'
import { About, aboutText, documentWords, fileNameOf } from './document-words.tsx'
import { SavePdf } from './save-pdf.tsx'

// With the arithmetic that computes its figures again.
const DocumentProof = later(
  async () => (await import('./document-proof.tsx')).DocumentProof,
  'the content',
)

/** One document: whose it is, the file, and how anybody can check it. */
export function DocumentScreen() {
  const { documentId } = useParams({ from: '/documents/$documentId' })
  return (
    <Read of={useRead(documentQuery, documentId)} what="the document">
      {(document) => <DocumentView key={document.id} document={document} />}
    </Read>
  )
}

function DocumentView({ document }: { readonly document: DocumentWithContent }) {
  return (
    <section className={page['screen']}>
      <div className={page['head']}>
        <Title>
          {documentWords(document)}, {aboutText(document)}
        </Title>
        <div className={page['buttons']}>
          <SavePdf document={document} isPrimary />
        </div>
      </div>
      <div className={page['columns']}>
        <Facts
          title="The document"
          facts={[
            ['Lender', document.lender_name],
            ['Borrower', document.borrower_name],
            ['About', <About document={document} />],
            ['Revision', <Revision document={document} />],
            ['Made', <Instant at={document.create_time} />],
          ]}
        />
        <Digests document={document} />
      </div>
      <DocumentProof document={document} />
      <HowToVerify document={document} />
    </section>
  )
}

/** A later revision of a confirmation replaces the earlier ones. */
function Revision({ document: { revision, kind, order_id: order } }: Shown) {
  if (kind !== 'confirmation' || order === null) return String(revision)
  return (
    <>
      {revision}{' '}
      <Link to="/documents" search={{ order_id: order, kind: 'confirmation' }}>
        All revisions
      </Link>
    </>
  )
}

interface Shown {
  readonly document: DocumentWithContent
}

function Digests({ document: { pdf_sha256: pdf, content_sha256: content } }: Shown) {
  return (
    <Facts
      title="Digests, SHA-256"
      facts={[
        [
          'Of the PDF',
          pdf === null ? (
            'the PDF is being made'
          ) : (
            <CopyText text={pdf} name="the digest of the PDF" />
          ),
        ],
        ['Of the content', <CopyText text={content} name="the digest of the content" />],
        ['Witnesses', 'the event document.created in the log of each side has both'],
      ]}
    />
  )
}

function HowToVerify({ document }: Shown) {
  const { pdf_sha256: digest } = document
  if (digest === null) return null
  const command = `vadium documents verify ${fileNameOf(document)} --pdf-sha256 ${digest}`
  return (
    <section>
      <h2>How to check the file</h2>
      <p>
        The PDF has its content attached as <code>content.json</code>. This command takes it out,
        recomputes every figure, and compares the file with the digest above. It needs no account
        and no connection, so an auditor can run it.
      </p>
      <CopyText text={command} name="the command" />
    </section>
  )
}
