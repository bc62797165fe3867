import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../figures/button.tsx'
import { later } from '../../figures/later.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Age } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { auditPagesQuery } from '../../service/audit-queries.ts'
import { usePages } from '../../service/read.ts'
import { AuditFilters } from './audit-filters.tsx'
import { pageSizeMax } from '../../service/pages.ts'
import { useClient } from '../../service/service.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { filtersOf } from '../../table/table-search.ts'
import { useAuditColumns } from './audit-rows.tsx'

/** What an operation does is loaded when a request is looked at. */
const RequestDetail = later(
  async () => (await import('./request-detail.tsx')).RequestDetail,
  'the request',
)

/** Every signed request of the organization and every change of its credentials. */
export function Audit() {
  const search = useSearch({ from: '/audit' })
  const { request, ...filter } = filtersOf(search)
  const navigate = useNavigate()
  const client = useClient()
  const columns = useAuditColumns()
  const pages = usePages(auditPagesQuery, filter)
  const none = pages.hasNextPage
    ? 'None of the entries that were looked at matches. Look further back.'
    : 'No entry matches.'
  return (
    <div className={page['screen']}>
      <div className={page['head']}>
        <Title>Audit trail</Title>
        <Button
          className="button"
          isDisabled={pages.query.isFetching}
          onPress={() => void pages.refetch()}
        >
          Read again
        </Button>
      </div>
      <AuditFilters search={search} />
      {request !== undefined && <RequestDetail requestId={request} />}
      {pages.data !== undefined && (
        <p className={page['fine']} role="status">
          {pages.data.length} {pages.data.length === 1 ? 'entry' : 'entries'},{' '}
          {pages.hasNextPage ? 'and there may be older ones' : 'which is all'}. Read{' '}
          <Age of={new Date(pages.query.dataUpdatedAt).toISOString()} by="page" />.
        </p>
      )}
      <Read of={pages} what="the audit trail" none={none}>
        {(entries) => (
          <DataTable
            name="Audit trail"
            what="entries"
            columns={columns}
            rows={entries}
            idOf={({ id }) => id}
            pages={pages}
            isReadByHand
            served={['-time']}
            search={search}
            change={(changed) => {
              void navigate({ to: '/audit', search: { ...search, ...changed } })
            }}
            readAll={(signal) =>
              client.audit.list({ ...filter, page_size: pageSizeMax }, { signal })
            }
          />
        )}
      </Read>
      <MorePages of={pages}>Older entries</MorePages>
    </div>
  )
}
