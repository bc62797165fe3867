import type { Document } from '@vadium/client'
import { documentKinds } from '@vadium/schema'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { TimeChoice } from '../../figures/time-choice.tsx'
import { Title } from '../../figures/title.tsx'
import { useChoices } from '../../service/choices.ts'
import { documentPagesQuery } from '../../service/document-queries.ts'
import { pageSizeMax } from '../../service/pages.ts'
import { usePages } from '../../service/read.ts'
import { useReader } from '../../service/reader.ts'
import { useClient } from '../../service/service.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { filtersOf } from '../../table/table-search.ts'
import { documentColumns } from './document-columns.tsx'
import { type DocumentSearch } from './document-search.ts'
import { kindWords } from './document-words.tsx'

const pageSize = 200

const kinds = documentKinds.map((kind) => ({ value: kind, name: kindWords(kind) }))

/** The documents that match the address, newest first. Its query is that of the operation. */
export function Documents() {
  const search = useSearch({ from: '/documents' })
  const navigate = useNavigate()
  const client = useClient()
  const columns = documentColumns(useReader())
  const filter = filtersOf(search)
  const pages = usePages(documentPagesQuery, { ...filter, page_size: pageSize })
  const change = (changed: DocumentSearch) => {
    void navigate({ to: '/documents', search: { ...search, ...changed } })
  }
  return (
    <section className={page['screen']}>
      <div className={page['head']}>
        <Title>Documents</Title>
        <Link to="/documents/preferences">What is made</Link>
      </div>
      <p className={page['fine']}>
        Confirmations, notices and statements, as PDF, of what both sides agreed on. Both have the
        same files.
      </p>
      <Filters search={search} change={change} />
      <Read of={pages} what="the documents" none={<None isFiltered={isFiltered(filter)} />}>
        {(documents) => (
          <DataTable
            name="Documents"
            what="documents"
            columns={columns}
            rows={documents}
            idOf={idOf}
            pages={pages}
            served={['-created']}
            search={search}
            change={change}
            open={({ id }) => {
              void navigate({ to: '/documents/$documentId', params: { documentId: id } })
            }}
            readAll={(signal) =>
              client.documents.list({ ...filter, page_size: pageSizeMax }, { signal })
            }
          />
        )}
      </Read>
      <MorePages of={pages}>Older documents</MorePages>
    </section>
  )
}

const idOf = ({ id }: Document): string => id

const isFiltered = (filter: object): boolean =>
  Object.values(filter).some((value) => value !== undefined)

function None({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return 'No document matches these filters.'
  return (
    <>
      No document was made yet. An admin chooses{' '}
      <Link to="/documents/preferences">what is made</Link>.
    </>
  )
}

function Filters({
  search,
  change,
}: {
  readonly search: DocumentSearch
  readonly change: (changed: DocumentSearch) => void
}) {
  const { counterparties } = useChoices()
  return (
    <div className="filters">
      <Choice
        label="Kind"
        value={search.kind}
        options={kinds}
        choose={(value) => {
          change({ kind: documentKinds.find((kind) => kind === value) })
        }}
      />
      <Choice
        label="Counterparty"
        value={search.counterparty_id}
        options={counterparties}
        choose={(value) => {
          change({ counterparty_id: value })
        }}
      />
      <TimeChoice
        label="Made from, UTC"
        value={search.from}
        choose={(value) => {
          change({ from: value })
        }}
      />
      <TimeChoice
        label="Before, UTC"
        value={search.to}
        choose={(value) => {
          change({ to: value })
        }}
      />
      {search.order_id !== undefined && (
        <Link to="/documents" search={{ ...search, order_id: undefined }}>
          Of all orders
        </Link>
      )}
    </div>
  )
}
