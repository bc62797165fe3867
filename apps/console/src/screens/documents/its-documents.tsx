import type { ListDocumentsQuery } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { documentsQuery } from '../../service/document-queries.ts'
import { useRead } from '../../service/read.ts'
import { PartTable } from '../../table/part-table.tsx'
import { columnsOfSubject } from './document-columns.tsx'

/** So many are shown; all are in the list of documents. */
const shownMax = 20

/** The documents of an order, of a call or of a close-out, and where it is decided what is made. */
export function ItsDocuments({
  of: filter,
}: {
  readonly of: Pick<ListDocumentsQuery, 'order_id' | 'subject_id'>
}) {
  const documents = useRead(documentsQuery, { ...filter, page_size: shownMax })
  return (
    <section>
      <h2>Documents</h2>
      <Read
        of={documents}
        what="its documents"
        none={
          <>
            None was made. <Link to="/documents/preferences">What is made</Link>
          </>
        }
      >
        {(shown) => (
          <PartTable
            name="Documents"
            what="documents"
            columns={columnsOfSubject}
            rows={shown}
            idOf={({ id }) => id}
            served={['-created']}
          />
        )}
      </Read>
      {documents.data?.length === shownMax && (
        <p className={page['fine']}>
          The newest {shownMax}.{' '}
          <Link to="/documents" search={filter}>
            All of them
          </Link>
        </p>
      )}
    </section>
  )
}
